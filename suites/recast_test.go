package suites

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/schemas"
)

var march = time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)

func TestDatesMove(t *testing.T) {
	for _, c := range []struct {
		days     int
		in, want string
	}{
		{7, "2026-03-28", "2026-04-04"},
		{7, "2026-03-28T09:15:00Z", "2026-04-04T09:15:00Z"},
		{7, "from 28 March until 2 April", "from 4 April until 9 April"},
		{7, "28 December, and then 2 January", "4 January, and then 9 January"},
		{7, "the 28th of March 2026", "the 4th of April 2026"},
		{7, "the 24th March", "the 31st March"},
		{7, "March 24th, 2026", "March 31st, 2026"},
		{7, "on Mar 28 or 28 Sept", "on Apr 4 or 5 Oct"},
		{14, "17/03/2026, 17.03.2026 and 20260317", "31/03/2026, 31.03.2026 and 20260331"},
		{7, "born on 1984-02-27", "born on 1984-03-05"},
		{7, "invoice 2026-0117, 12026-03-17, tel. 020 911 5367", "invoice 2026-0117, 12026-03-17, tel. 020 911 5367"},
		{7, "31 February, 2026-02-31", "31 February, 2026-02-31"},
		{4018, "17 March, the 17th, in May, 2026-03, March 2025", "17 March, the 17th, in May, 2037-03, March 2036"},
		{4018, "2026-03-17", "2037-03-17"},
		{6209, "Tuesday 17 March 2026", "Tuesday 17 March 2043"},
	} {
		r := &recast{days: c.days, now: march, calendar: keepsCalendar(march, c.days)}
		if got := r.text(c.in); got != c.want {
			t.Errorf("%d days on: %q becomes %q, want %q", c.days, c.in, got, c.want)
		}
	}
}

// FuzzDatesMoveBack moves all dates of a text and back again.
func FuzzDatesMoveBack(f *testing.F) {
	f.Add("from 28 March 2026 until 2026-04-02")
	f.Add("20260317 17.03.2026 Sept 3, 2026 31st of December 2026")
	f.Fuzz(func(t *testing.T, s string) {
		on, back := &recast{days: 28, now: march}, &recast{days: -28, now: march}
		for _, d := range on.dates(s) {
			from := s[d.from:d.to]
			if !strings.ContainsAny(from, "2") || !isoDate.MatchString(from) || from[0] == '0' || from[0] == '9' {
				continue // without a year it may be the other one's next day, and five digits are no year
			}
			if again := back.text(d.text); again != from {
				t.Errorf("%q becomes %q and then %q", from, d.text, again)
			}
		}
	})
}

func TestIdentifiersKeepWhatTheyShare(t *testing.T) {
	raw := &rawRecast{Identifiers: []string{`g\d{4}`, `2[01]\d{4}`, `\(0\d{2}\) \d{3}-\d{4}`, `\+353(\d{8})`, `ending in \d{4}`}}
	for seed := uint64(1); seed < 50; seed++ {
		r := newRecast(raw, seed, march)
		ids := map[string]bool{}
		for _, id := range []string{"g1000", "g1001", "g2100", "g9999", "214695", "204556"} {
			got := r.text(id)
			if len(got) != len(id) || ids[got] || got[0] == '0' {
				t.Errorf("seed %d: %s becomes %s", seed, id, got)
			}
			ids[got] = true
		}
		local, whole := r.text("(020) 911-5367"), r.text("+35309115367")
		if !strings.HasPrefix(whole, "+353") {
			t.Errorf("seed %d: %q has another country", seed, whole)
		}
		if want := r.text("ending in 5367"); !strings.HasSuffix(local, want[len(want)-4:]) || !strings.HasSuffix(whole, want[len(want)-4:]) {
			t.Errorf("seed %d: %q, %q and %q do not end alike", seed, local, whole, want)
		}
		for _, stays := range []string{"g12345", "xg1234", "129.00 euro", "1214695", "3 nights", `\g1234`} {
			if got := r.text(stays); got != stays {
				t.Errorf("seed %d: %q becomes %q", seed, stays, got)
			}
		}
	}
}

func TestNamesAreReplacedInAllForms(t *testing.T) {
	w := newWords([][]string{{"Jónsdóttir", "Jóhannsdóttir"}, {"Ann", "Ada"}, {"Anna", "Asta"}}, 3)
	in := "Anna Jónsdóttir (ANN JONSDOTTIR), ann.jonsdottir@post.example, Ann's; Annabel, Joanna"
	want := "Asta Jóhannsdóttir (ADA JOHANNSDOTTIR), ada.johannsdottir@post.example, Ada's; Annabel, Joanna"
	if got := w.replace(in); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSQLIsReplacedInTextsAndNumbersOnly(t *testing.T) {
	r := &recast{days: 7, now: march, names: newWords([][]string{{"O'Hara", "O'Shea"}, {"guests", "people"}}, 1)}
	for i := range r.digits {
		r.digits[i] = byte('0' + i)
	}
	r.digits[1], r.digits[2] = '2', '1'
	r.identifiers = regexp.MustCompile(`2[01]\d{4}`)
	in := "INSERT INTO guests VALUES (214695, 'O''Hara''s, 2026-03-10', 214695.5, 12, $when, \"guests\", 'guests'); -- guests 2026-03-10\n"
	want := "INSERT INTO guests VALUES (124695, 'O''Shea''s, 2026-03-17', 214695.5, 12, $when, \"guests\", 'people'); -- guests 2026-03-10\n"
	if got := r.sql(in); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

// TestRecastSuite loads a suite under seeds: what stood together still stands
// together, and nothing is left of what was published.
func TestRecastSuite(t *testing.T) {
	fsys := sound(t)
	lay(fsys, "suite.yaml", "vary:", "recast:\n  names: [[Bram Okafor, Bela Olsen, Boris Obi]]\n  days: [0, 7, 14]\nvary:")
	fsys["desk/policy.md"] = &fstest.MapFile{Data: []byte("Lend for at most $days days. Bram Okafor's card of 2 March 2026 is void.\n")}
	seen := map[string]bool{}
	for seed := uint64(1); seed < 40; seed++ {
		s, err := Load(fsys, "desk", seed)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(s.Policy, "Okafor") || strings.Contains(s.Policy, "2 March 2026") {
			t.Errorf("seed %d: the policy is %q", seed, s.Policy)
		}
		seen[s.Policy] = true
	}
	if len(seen) < 6 {
		t.Errorf("40 seeds made %d policies", len(seen))
	}
}

func TestRecastComplains(t *testing.T) {
	for policy, want := range map[string]string{
		"Return it on the 17th. Bram Okafor.":        `"the 17th" names a day`,
		"Closed from 16-18 March. Bram Okafor.":      `"16-18 March" names a day`,
		"Closed in April. Bram Okafor.":              `"April" names a day`,
		"Of 2026-03, by Bram Okafor.":                `"2026-03" names a day`,
		"Bram Okafor knows Bela Olsen.":              `"Bela Olsen" stands in the suite already`,
		"Nobody.":                                    `"Bram Okafor" stands nowhere`,
		"Bram Okafor, 1st floor, 17 March, may.":     "",
		"Bram Okafor, the 2nd time, 17th of March.":  "",
		"BRAM OKAFOR from 1 March until 2 May, why?": "",
	} {
		fsys := sound(t)
		lay(fsys, "suite.yaml", "vary:", "recast:\n  names: [[Bram Okafor, Bela Olsen]]\n  days: [0, 7]\nvary:")
		fsys["desk/policy.md"] = &fstest.MapFile{Data: []byte(policy)}
		_, err := Load(fsys, "desk", 5)
		var problems schemas.Problems
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", policy, err)
		case want != "" && (!errors.As(err, &problems) || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: got %v, want %q", policy, err, want)
		}
	}
}

func TestPartsOfAVariableAreChosenTogether(t *testing.T) {
	vary := map[string][]any{"fee": {map[string]any{"net": int64(40), "gross": int64(48)}, map[string]any{"net": int64(45), "gross": int64(54)}}}
	got := map[any]any{}
	for seed := range uint64(20) {
		vars, twice := choose(vary, seed)
		if len(twice) > 0 {
			t.Fatal(twice)
		}
		got[vars["fee_net"]] = vars["fee_gross"]
	}
	if diff := cmp.Diff(map[any]any{int64(40): int64(48), int64(45): int64(54)}, got); diff != "" {
		t.Errorf("net and gross (-want +got):\n%s", diff)
	}
	vary["fee_net"] = []any{int64(1)}
	if _, twice := choose(vary, 0); !cmp.Equal(twice, []string{"fee_net"}) {
		t.Errorf("twice: %v", twice)
	}
}

// lay replaces a text in a file of the suite.
func lay(fsys fstest.MapFS, name, from, to string) {
	data := strings.Replace(string(fsys["desk/"+name].Data), from, to, 1)
	fsys["desk/"+name] = &fstest.MapFile{Data: []byte(data)}
}
