package grade

// matching pairs rows with slots, one to one, along the edges given by fits:
// fits[row] lists the slots that the row could fill. Rows can come and go.
//
// It is maximum bipartite matching by augmenting paths (Kuhn 1955): a row that
// finds its slots taken makes their holders move on where they can. Greedy
// pairing would leave over rows that another pairing can place.
type matching struct {
	fits   map[int][]int // row -> slots
	slotOf map[int]int   // row -> slot
	rowOf  map[int]int   // slot -> row
}

func newMatching() *matching {
	return &matching{fits: map[int][]int{}, slotOf: map[int]int{}, rowOf: map[int]int{}}
}

// add gives the row a slot, moving other rows along if need be, and tells
// whether it could.
func (m *matching) add(row int, slots []int) bool {
	m.fits[row] = slots
	return m.place(row, nil)
}

// place finds the row a slot. A row for which yields is true may be left
// without one for it; nil means that none is.
func (m *matching) place(row int, yields func(row int) bool) bool {
	seen := map[int]bool{}
	var try func(int) bool
	try = func(row int) bool {
		for _, slot := range m.fits[row] {
			if seen[slot] {
				continue
			}
			seen[slot] = true
			holder, taken := m.rowOf[slot]
			gives := taken && yields != nil && yields(holder)
			if gives {
				delete(m.slotOf, holder)
			}
			if !taken || gives || try(holder) {
				m.rowOf[slot], m.slotOf[row] = row, slot
				return true
			}
		}
		return false
	}
	return try(row)
}

// remove takes the row out and frees its slot.
func (m *matching) remove(row int) {
	if slot, ok := m.slotOf[row]; ok {
		delete(m.rowOf, slot)
	}
	delete(m.slotOf, row)
	delete(m.fits, row)
}

// pair matches rows with slots such that as many of the needed slots as possible
// are filled and, among such matchings, as few rows as possible are left over
// that are not spare. Both can be had at once (Mendelsohn and Dulmage 1958):
// filling a slot never empties another, and placing a row only ever costs a
// spare row its place.
func pair(fits map[int][]int, rows []int, needed []int, spare func(row int) bool) *matching {
	holders := map[int][]int{}
	for _, row := range rows {
		for _, slot := range fits[row] {
			holders[slot] = append(holders[slot], row)
		}
	}
	turned := newMatching()
	for _, slot := range needed {
		turned.add(slot, holders[slot])
	}
	m := &matching{fits: fits, slotOf: turned.rowOf, rowOf: turned.slotOf}
	for _, row := range rows {
		if _, placed := m.slotOf[row]; !placed && !spare(row) {
			m.place(row, spare)
		}
	}
	for _, row := range rows {
		if _, placed := m.slotOf[row]; !placed {
			m.place(row, nil)
		}
	}
	return m
}
