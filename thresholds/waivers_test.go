package thresholds

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// night lies, in UTC, on 29 November; where it is told, it is the next day.
var night = time.Date(2026, 11, 30, 1, 0, 0, 0, time.FixedZone("east", 9*3600))

func waiving(t *testing.T, until string) *Config {
	return parsed(t, "waivers:\n  - {case: crm/r-031, owner: support, reason: ticket 812, until: "+until+"}\n")
}

// TestCheckWaivers: a waiver holds through its last day, in UTC, and no longer
// than a year.
func TestCheckWaivers(t *testing.T) {
	for until, want := range map[string]string{
		"2026-11-29": "",
		"2027-11-29": "",
		"2026-11-28": ".keptgate.yml:2:66: the waiver of crm/r-031, which support owns, expired on 2026-11-28 (remove it, so that the case has its vote back, or agree with the owner on a later day) [waiver-expired]",
		"2027-11-30": ".keptgate.yml:2:66: the waiver of crm/r-031 holds until 2027-11-30, longer than a year (set a day up to 2027-11-29) [waiver-long]",
	} {
		got := ""
		if err := waiving(t, until).CheckWaivers(night); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("until %s (-want +got):\n%s", until, diff)
		}
	}
}

func TestWaiverLeft(t *testing.T) {
	for until, want := range map[string]int{"2026-11-29": 0, "2026-12-13": 14, "2026-11-28": -1, "never": -1} {
		if got := (Waiver{Until: until}).Left(night); got != want {
			t.Errorf("until %s: %d days left, want %d", until, got, want)
		}
	}
}

func TestInForce(t *testing.T) {
	for until, want := range map[string]int{"2026-11-29": 1, "2026-11-28": 0} {
		c := waiving(t, until)
		p, err := Resolve("", c.InForce(night))
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Waivers) != want || p.Waives("crm/r-031") != (want == 1) || p.Waives("crm/r-032") {
			t.Errorf("until %s: %+v in force, want %d", until, p.Waivers, want)
		}
		if len(c.Waivers) != 1 {
			t.Errorf("until %s: the configuration itself lost its waiver", until)
		}
	}
}

func TestCheckWaived(t *testing.T) {
	for _, test := range []struct {
		name, id string
		narrowed bool
		want     string
	}{
		{"a case of the run", "crm/r-031", false, ""},
		{"none", "crm/r-999", false, ".keptgate.yml:1:18: no case is named crm/r-999 (name a case of the suites as SUITE/CASE, or remove the waiver) [waiver-unknown]"},
		{"none of a suite of the run", "crm/r-999", true, ".keptgate.yml:1:18: no case is named crm/r-999 (name a case of the suites as SUITE/CASE, or remove the waiver) [waiver-unknown]"},
		{"a suite that the run has not", "billing/b-1", true, ""},
		{"a suite that there is not", "billing/b-1", false, ".keptgate.yml:1:18: no case is named billing/b-1 (name a case of the suites as SUITE/CASE, or remove the waiver) [waiver-unknown]"},
		{"held out", "held-out/1", true, ".keptgate.yml:1:18: held-out/1 is held out, and such a case cannot be waived (remove the waiver; a new period brings other cases) [waiver-held-out]"},
	} {
		c := parsed(t, "waivers: [{case: "+test.id+", owner: support, reason: ticket 812, until: 2027-01-31}]")
		got := ""
		if err := c.CheckWaived([]string{"crm/r-031"}, "held-out", test.narrowed); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
