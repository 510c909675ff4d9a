package suites

import "testing"

func TestProposed(t *testing.T) {
	s, err := Public("crm", 0)
	if err != nil {
		t.Fatal(err)
	}
	first := s.Cases[0]
	p := s.Proposed(func(c *Case) bool { return c == first })
	if p == nil || len(p.Cases) != 1 || p.Cases[0].Suite != p || !p.Cases[0].Provisional || !p.Proposal {
		t.Fatalf("Proposed = %+v, want one provisional case of its own suite", p)
	}
	if first.Provisional || first.Suite != s {
		t.Error("the suite's own case was changed")
	}
	if got := p.Cases[0].ID(); got == first.ID() || Settled(got) != first.ID() {
		t.Errorf("the proposal is named %s, settled %s; want another name than %s, settled to it", got, Settled(got), first.ID())
	}
	if s.Proposed(func(*Case) bool { return false }) != nil {
		t.Error("a proposal of nothing is a suite")
	}
}
