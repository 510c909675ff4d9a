package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
)

// JUnitOptions shape a JUnit report.
type JUnitOptions struct {
	Replay string // beginning of the command that runs one trial; see replay
}

// JUnit writes a result, which has a decision, as JUnit XML. The first test stands
// for the verdict: a block is its failure, no verdict its error. Then comes a suite
// of tests for each suite and condition, with a test for each trial: a failing
// trial is a failure by its class, a trial that does not count an error. Skipped
// are trials that no planned fault reached, and those of provisional cases, which
// have no vote. Times are virtual seconds.
//
// A passing gate may hold failing trials, and a blocked one may hold few: what
// gates is the first test, or the exit code of the run.
func JUnit(w io.Writer, r *gate.Result, o JUnitOptions) error {
	out := &junitReport{Name: within(r.Gate, maxName)}
	out.suite("keptgate").add(junitVerdict(r), 0)
	for i := range r.Cases {
		c := &r.Cases[i]
		s := out.suite(within(c.Suite, maxName) + "." + within(c.Condition, maxName))
		if len(c.Trials) == 0 {
			s.add(junitCounts(c, o.Replay), 0)
		}
		for j := range c.Trials {
			t := &c.Trials[j]
			s.add(junitTrial(c, t, o.Replay), time.Duration(t.Virtual)*time.Millisecond)
		}
	}
	text, err := xml.MarshalIndent(out.sum(), "", " ")
	if err != nil {
		return fmt.Errorf("encode JUnit report: %w", err)
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

type junitReport struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	junitCount
	Suites []*junitSuite `xml:"testsuite"`

	byName map[string]*junitSuite
}

type junitSuite struct {
	Name string `xml:"name,attr"`
	junitCount
	Tests []*junitTest `xml:"testcase"`
}

type junitCount struct {
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Time     string `xml:"time,attr"` // seconds

	took time.Duration
}

// junitTest is one test. It passed where none of the three is set.
type junitTest struct {
	Class   string     `xml:"classname,attr"` // the suite's name
	Name    string     `xml:"name,attr"`
	Time    string     `xml:"time,attr"` // seconds
	Failure *junitFate `xml:"failure"`
	Error   *junitFate `xml:"error"`
	Skipped *junitFate `xml:"skipped"`
}

// junitFate says why a test did not pass: a message on one line, and more of it in
// lines of text.
type junitFate struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// suite returns the suite of a name, the first time a new one.
func (r *junitReport) suite(name string) *junitSuite {
	if s := r.byName[name]; s != nil {
		return s
	}
	if r.byName == nil {
		r.byName = map[string]*junitSuite{}
	}
	s := &junitSuite{Name: name}
	r.byName[name], r.Suites = s, append(r.Suites, s)
	return s
}

func (s *junitSuite) add(t *junitTest, took time.Duration) {
	t.Class, t.Time = s.Name, inSeconds(took)
	s.Tests = append(s.Tests, t)
	c := &s.junitCount
	c.Tests, c.took = c.Tests+1, c.took+took
	switch {
	case t.Failure != nil:
		c.Failures++
	case t.Error != nil:
		c.Errors++
	case t.Skipped != nil:
		c.Skipped++
	}
}

// sum counts the tests of all suites.
func (r *junitReport) sum() *junitReport {
	for _, s := range r.Suites {
		s.Time = inSeconds(s.took)
		r.Tests, r.Failures, r.Errors, r.Skipped = r.Tests+s.junitCount.Tests, r.Failures+s.Failures, r.Errors+s.Errors, r.Skipped+s.Skipped
		r.took += s.took
	}
	r.Time = inSeconds(r.took)
	return r
}

func inSeconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// junitVerdict is the test that stands for the whole run.
func junitVerdict(r *gate.Result) *junitTest {
	t := &junitTest{Name: "verdict"}
	fate := &junitFate{Type: string(r.Decision.Verdict), Message: within(Headline(r), maxHeadline)}
	switch r.Decision.Verdict {
	case gate.Pass:
	case gate.Block:
		t.Failure = fate
	default:
		t.Error = fate
	}
	return t
}

// junitTrial is the test of one trial.
func junitTrial(c *gate.CaseResult, t *gate.TrialResult, base string) *junitTest {
	out := &junitTest{Name: fmt.Sprintf("%s trial %d", within(c.Case, maxName), t.Index)}
	switch {
	case c.Provisional:
		out.Skipped = &junitFate{Message: "the case is provisional and has no vote; this trial " + ended(t)}
	case c.Waived:
		out.Skipped = &junitFate{Message: "the case is waived and has no vote; this trial " + ended(t)}
	case t.Void != nil && t.Void.Class == grade.NotExercised:
		out.Skipped = &junitFate{Message: "the planned fault reached nobody, so that the trial tells nothing"}
	case t.Void != nil:
		out.Error = &junitFate{Type: within(t.Void.Class, maxName), Message: within(t.Void.Reason, maxNote)}
		if c.HeldOut {
			out.Error.Message = concealed
		}
	case !t.Pass:
		out.Failure = junitFailure(c, t, base)
	}
	return out
}

// concealed is all that is told of why a held-out trial came out as it did.
const concealed = "in a held-out trial, of which no more is told"

// ended says in a word how a trial came out.
func ended(t *gate.TrialResult) string {
	switch {
	case t.Void != nil:
		return "does not count: " + class(within(t.Void.Class, maxName))
	case t.Pass:
		return "passed"
	default:
		return "failed by " + class(within(t.Primary, maxName))
	}
}

// junitFailure says why a trial failed: all of it where it is in evidence, else
// its classes and how to see more.
func junitFailure(c *gate.CaseResult, t *gate.TrialResult, base string) *junitFate {
	fate := &junitFate{Type: within(t.Primary, maxName), Message: class(within(t.Primary, maxName))}
	if c.HeldOut {
		fate.Message += ", " + concealed
		return fate
	}
	for i := range c.Evidence {
		if c.Evidence[i].Index == t.Index {
			return junitEvidence(c, c.Evidence[i], base)
		}
	}
	fate.Text = lines([][2]string{
		{"promise", c.Promise}, {"category", c.Category}, {"classes", strings.Join(t.Classes, ", ")}, {"record", gate.LogFile}, {"replay", replay(base, c, t.Index)},
	})
	return fate
}

// junitCounts is the one test of a case of which a result holds no trials.
func junitCounts(c *gate.CaseResult, base string) *junitTest {
	out := &junitTest{Name: within(c.Case, maxName)}
	counts := fmt.Sprintf("%d of %d trials failed, %d gave no verdict, %d were not exercised", c.Failed, c.Valid(), c.Missing, c.Unreached)
	switch {
	case c.Provisional:
		out.Skipped = &junitFate{Message: "the case is provisional and has no vote; " + counts}
	case c.Waived:
		out.Skipped = &junitFate{Message: "the case is waived and has no vote; " + counts}
	case c.Failed > 0:
		out.Failure = &junitFate{Message: counts}
		if len(c.Evidence) > 0 && !c.HeldOut {
			out.Failure = junitEvidence(c, c.Evidence[0], base)
			out.Failure.Message = counts + "; " + out.Failure.Message
		}
	case c.Missing > 0 || c.Valid()+c.Unreached == 0:
		out.Error = &junitFate{Message: counts}
	case c.Passed == 0:
		out.Skipped = &junitFate{Message: counts}
	}
	return out
}

// junitEvidence is what one failing trial shows.
func junitEvidence(c *gate.CaseResult, e gate.Evidence, base string) *junitFate {
	first := divergence(e)
	fate := &junitFate{Type: within(e.Primary, maxName), Message: within(first, maxNote)}
	if first == "" {
		fate.Message = class(within(e.Primary, maxName))
	}
	parts := [][2]string{{"promise", c.Promise}, {"category", c.Category}, {"faults", encountered(c, e.Index)}, {"interface", drifted(c, e.Index)}}
	if e.Call != "" {
		parts = append(parts, [2]string{fmt.Sprintf("call %d", e.Seq), e.Call})
	}
	parts = append(parts, [2]string{class(e.Primary), first})
	for _, f := range told(e) {
		parts = append(parts, [2]string{class(f.Class), f.Message})
	}
	for _, row := range state(e) {
		place := strings.Join(row[:3], " ")
		parts = append(parts, [2]string{place, fmt.Sprintf("wanted %s, found %s", orNothing(row[3]), orNothing(row[4]))})
	}
	parts = append(parts, [2]string{"said", e.Said}, [2]string{"filed", filed(e)}, [2]string{"replay", replay(base, c, e.Index)})
	fate.Text = lines(parts)
	return fate
}

// orNothing names the absence of a value.
func orNothing(s string) string {
	if plain(s) == "" {
		return "nothing"
	}
	return s
}

// maxLine bounds a line of a JUnit report, in bytes.
const maxLine = 2_000

// lines writes what has a value, a line each.
func lines(parts [][2]string) string {
	var b strings.Builder
	for _, p := range parts {
		if value := within(p[1], maxLine); value != "" {
			b.WriteString("\n" + within(p[0], maxName) + ": " + value)
		}
	}
	return b.String() + "\n"
}
