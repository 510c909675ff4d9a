package suites

import (
	"errors"
	"strings"
	"testing"

	"github.com/keptgate/keptgate/schemas"
)

// TestTwinIsAnotherCase: a twin that is no case, or the case itself, is refused,
// and naming one leaves the case comparable.
func TestTwinIsAnotherCase(t *testing.T) {
	base, err := Load(sound(t), "desk", 0)
	if err != nil {
		t.Fatal(err)
	}
	first := base.Cases[0]
	names := []string{"no-such", first.Name}
	if len(base.Cases) > 1 {
		names = append(names, base.Cases[1].Name)
	}
	for i, twin := range names {
		fsys := sound(t)
		file := fsys[first.File]
		file.Data = []byte(strings.Replace(string(file.Data), "  category:", "  twin: "+twin+"\n  category:", 1))
		s, err := Load(fsys, "desk", 0)
		var problems schemas.Problems
		switch {
		case i < 2 && (!errors.As(err, &problems) || problems[0].Rule != "twin-unknown"):
			t.Errorf("twin %s: got %v, want twin-unknown", twin, err)
		case i == 2 && (err != nil || s.Cases[0].Twin != twin || s.Cases[0].Digest != first.Digest):
			t.Errorf("twin %s: %v", twin, err)
		}
	}
}

// TestACaseInDoubtStaysTheSame: to call a case provisional leaves it comparable.
func TestACaseInDoubtStaysTheSame(t *testing.T) {
	base, err := Load(sound(t), "desk", 0)
	if err != nil {
		t.Fatal(err)
	}
	first := base.Cases[0]
	fsys := sound(t)
	file := fsys[first.File]
	file.Data = []byte(strings.Replace(string(file.Data), "  category:", "  provisional: true\n  category:", 1))
	s, err := Load(fsys, "desk", 0)
	if err != nil {
		t.Fatal(err)
	}
	if doubted := s.Cases[0]; !doubted.Provisional || doubted.Digest != first.Digest {
		t.Errorf("provisional is %v with digest %s, want true with %s", doubted.Provisional, doubted.Digest, first.Digest)
	}
}
