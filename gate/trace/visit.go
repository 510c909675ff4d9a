package trace

// Visit is the part of a ledger that belongs to one call of the caller: the
// entries with index From <= i < To. What came late of a visit's calls before the
// next began is its own; so are, at its end, the doings of others in between.
type Visit struct{ From, To int }

// Visits lists the visits of a trial in order, one or more. Together they are the
// whole ledger.
func (r *Record) Visits() []Visit {
	visits := []Visit{{0, len(r.Ledger)}}
	for i := range r.Messages {
		m := &r.Messages[i]
		last := &visits[len(visits)-1]
		if m.Later > 0 && m.Ledger >= last.From && m.Ledger <= len(r.Ledger) {
			last.To = m.Ledger
			visits = append(visits, Visit{m.Ledger, len(r.Ledger)})
		}
	}
	return visits
}
