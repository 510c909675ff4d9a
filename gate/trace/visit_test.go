package trace

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVisits(t *testing.T) {
	said := func(later, ledger int) Message { return Message{Role: RoleCaller, Later: later, Ledger: ledger} }
	for _, test := range []struct {
		name     string
		messages []Message
		want     []Visit
	}{
		{"one", []Message{said(0, 0), said(0, 2)}, []Visit{{0, 5}}},
		{"two", []Message{said(0, 0), said(1, 3), said(0, 4)}, []Visit{{0, 3}, {3, 5}}},
		{"one in which nothing was done", []Message{said(0, 0), said(1, 3), said(2, 3)}, []Visit{{0, 3}, {3, 3}, {3, 5}}},
		{"marks that go back or beyond", []Message{said(1, 3), said(2, 1), said(3, 9), said(4, -1)}, []Visit{{0, 3}, {3, 5}}},
	} {
		r := &Record{Messages: test.messages, Ledger: make(Ledger, 5)}
		if diff := cmp.Diff(test.want, r.Visits()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
