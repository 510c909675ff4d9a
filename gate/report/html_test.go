package report

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
)

func htmlOf(t *testing.T, r *gate.Result, log TrialLog) string {
	t.Helper()
	var out bytes.Buffer
	if err := HTML(&out, r, log, HTMLOptions{Budget: HTMLBudget, Link: "https://example.com/run/1", Replay: replayBase}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func lineupOf(t *testing.T, l *gate.Lineup, logs []TrialLog) string {
	t.Helper()
	var out bytes.Buffer
	if err := LineupHTML(&out, l, logs, HTMLOptions{Budget: HTMLBudget}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func historyOf(t *testing.T, list []HistoryPoint) string {
	t.Helper()
	var out bytes.Buffer
	if err := HistoryHTML(&out, list); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// htmlPages are the pages that the golden files show: with a log and without one,
// of several candidates, over time.
func htmlPages(t *testing.T) map[string]string {
	first := func(keep func(*gate.Line)) (gate.Header, error) {
		return logOf(logged(), nil)(func(line *gate.Line) {
			if line.Key.Case == "crm/r-a0" && line.Key.Index < 2 {
				keep(line)
			}
		})
	}
	out := map[string]string{"logged": htmlOf(t, logged(), first), "history": historyOf(t, past())}
	for _, name := range []string{"pass", "block-regression", "not-evaluated", "quick-blocked", "unreached"} {
		out[name] = htmlOf(t, results()[name], nil)
	}
	for name, l := range lineups(t) {
		out[name] = lineupOf(t, l, make([]TrialLog, len(l.Results)))
	}
	return out
}

// TestHTMLGolden compares pages with their files under testdata, without the style
// and the script that all of them have, and their digests.
func TestHTMLGolden(t *testing.T) {
	for name, page := range htmlPages(t) {
		short := strings.NewReplacer(styleText, "", scriptText, "").Replace(page)
		golden(t, name+".html", regexp.MustCompile(`sha256-[^&]*`).ReplaceAllString(short, "sha256-"))
	}
}

// TestHTMLIsWellFormed: every element is closed where it was opened, and no two
// have the same id.
func TestHTMLIsWellFormed(t *testing.T) {
	void := []string{"meta", "input"}
	for name, page := range htmlPages(t) {
		var open []string
		ids := map[string]bool{}
		tokens := html.NewTokenizer(strings.NewReader(page))
		for kind := tokens.Next(); kind != html.ErrorToken; kind = tokens.Next() {
			token := tokens.Token()
			switch kind {
			case html.StartTagToken:
				if !slices.Contains(void, token.Data) {
					open = append(open, token.Data)
				}
			case html.EndTagToken:
				if len(open) == 0 || open[len(open)-1] != token.Data {
					t.Fatalf("%s: </%s> closes %v", name, token.Data, open)
				}
				open = open[:len(open)-1]
			}
			for _, a := range token.Attr {
				if a.Key == "id" && ids[a.Val] {
					t.Errorf("%s: two elements have the id %q", name, a.Val)
				} else if a.Key == "id" {
					ids[a.Val] = true
				}
			}
		}
		if len(open) > 0 {
			t.Errorf("%s: %v are left open", name, open)
		}
	}
}

// TestHTMLLinksLead: every link within a page has a place to lead to.
func TestHTMLLinksLead(t *testing.T) {
	for name, page := range htmlPages(t) {
		for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if !strings.Contains(page, fmt.Sprintf(`id="%s"`, m[1])) {
				t.Errorf("%s: there is no place %q", name, m[1])
			}
		}
	}
	if page := htmlOf(t, logged(), nil); !strings.Contains(page, `id="`+TrialAnchor("crm/r-a0", "steady", 3)+`"`) || !strings.Contains(page, `<a href="#case-crm.r-b0.faults">`) {
		t.Error("a failing trial has no address, or the case that flipped no link")
	}
}

// TestHTMLShowsTrials: what a log has of a failing trial is on the page, and what
// it has of others is not.
func TestHTMLShowsTrials(t *testing.T) {
	page := htmlOf(t, logged(), logOf(logged(), func(line *gate.Line) {
		switch {
		case line.Key.Case == "crm/r-a0" && line.Verdict.Pass:
			line.Record.Messages[0].Text = "passed-trial"
		case line.Key.Case == "crm/r-a0" && line.Key.Index == 3:
			line.Record.Void, line.Record.Messages[0].Text = &trace.Void{Class: "provider_error"}, "void-trial"
		case line.Key.Case == "crm/r-a1":
			line.Key.Digest, line.Record.Messages[0].Text = "another", "changed-case"
		case line.Key.Case == "crm/r-a2" && line.Key.Index == 1:
			line.Record.Messages[0].Text = "one<b>\u202e\x1b two " + strings.Repeat("long ", 1000)
		case line.Key.Case == "crm/r-a2" && line.Key.Index == 3:
			line.Record.Messages = slices.Repeat(line.Record.Messages[:1], maxRounds+5)
		}
	}))
	for _, want := range []string{
		"one&lt;b&gt;\uFFFD\uFFFD two long", "2015 more bytes in trials.jsonl", "5 more messages are in trials.jsonl", "the caller rings again, later call 1", "another user",
		"late effect of call 4", "planned and did not fire: a fault", "fault: lost response", "no reply was handed over", "<del>Analyst</del> → <ins>Director of Operations</ins>", "the caller had all they wanted",
		"<dd><span>id</span> <del>c300</del></dd>", "1:00:36",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, bad := range []string{"passed-trial", "void-trial", "changed-case", "\u202e", "\x1b", "<b>\uFFFD"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for end, want := range map[trace.End]string{trace.EndHandover: "given to a person", trace.EndSilence: "two empty messages in a row", trace.EndCutOff: "output cut at the length limit", trace.EndSteps: "stopped: steps"} {
		if got := endWords(end); got != want {
			t.Errorf("end %s: %q, want %q", end, got, want)
		}
	}
	for actor, want := range map[trace.Actor]string{trace.Damage: "before the trial", trace.Others: "the rest of the business"} {
		if got := actorWords(&trace.Entry{Actor: actor}); got != want {
			t.Errorf("actor %s: %q, want %q", actor, got, want)
		}
	}
}

// TestHTMLTakesTheFirstVerdict: of two draws of one trial the one that gave a
// verdict counts.
func TestHTMLTakesTheFirstVerdict(t *testing.T) {
	r := logged()
	once := logOf(r, nil)
	page := htmlOf(t, r, func(keep func(*gate.Line)) (gate.Header, error) {
		header, err := once(keep)
		_, _ = logOf(r, func(line *gate.Line) { line.Record.Messages[0].Text = "a second verdict" })(keep)
		return header, err
	})
	if strings.Contains(page, "a second verdict") {
		t.Error("a trial is shown by its second verdict")
	}
}

func TestHTMLRefusesLogs(t *testing.T) {
	r := logged()
	other := logged()
	other.Seed++
	var out bytes.Buffer
	if err := HTML(&out, r, logOf(other, nil), HTMLOptions{Budget: HTMLBudget}); err == nil || !strings.Contains(err.Error(), "of another run (candidate openai:small temperature=0.2, seed 8, grader 2)") {
		t.Errorf("log of another run: %v", err)
	}
	broken := func(func(*gate.Line)) (gate.Header, error) { return gate.Header{}, fmt.Errorf("line 3 is broken") }
	if err := HTML(&out, r, broken, HTMLOptions{Budget: HTMLBudget}); err == nil || !strings.Contains(err.Error(), "line 3 is broken") {
		t.Errorf("broken log: %v", err)
	}
	if out.Len() > 0 {
		t.Error("a page was written all the same")
	}
}

// TestHTMLHoldsBack: of a held-out case nothing is shown but its part in counts,
// whatever a log says.
func TestHTMLHoldsBack(t *testing.T) {
	const canary = "canary-4711"
	r := logged()
	for i := range 2 {
		c := &r.Cases[i]
		c.HeldOut, c.Case, c.Promise, c.Suite = true, "7f3a9c21aa0"+strconv.Itoa(i), canary, "held-out"
		r.Comparison.Categories[1].Flipped = append(r.Comparison.Categories[1].Flipped, gate.Flip{Case: c.ID(), Condition: c.Condition, Baseline: 1})
	}
	page := htmlOf(t, r, logOf(r, func(line *gate.Line) {
		if strings.HasPrefix(line.Key.Case, "held-out/") {
			line.Record.Messages[0].Text = canary
			line.Verdict.Findings = append(line.Verdict.Findings, grade.Finding{Severity: grade.Fail, Message: canary})
		}
	}))
	for _, bad := range []string{canary, "7f3a9c21aa"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	if !strings.Contains(page, "crm/r-b0 under faults</a> · crm/r-b0, 2 more") {
		t.Error("held-out cases that flipped are not counted")
	}
}

// TestHTMLFits: 5,000 failing trials take no more than 10 MB, all of them are
// listed, and the first of every case is shown whole.
func TestHTMLFits(t *testing.T) {
	r := crowd(500)
	page := htmlOf(t, r, logOf(r, func(line *gate.Line) { line.Record.Messages[0].Text = strings.Repeat("word ", 500) }))
	if len(page) > HTMLBudget || len(page) < HTMLBudget*9/10 {
		t.Errorf("the page has %d bytes", len(page))
	}
	whole, folded := strings.Count(page, `<details class="trial"`), strings.Count(page, `<p class="trial"`)
	if whole < 500 || whole+folded != 5000 {
		t.Errorf("%d trials are shown whole, %d are listed", whole, folded)
	}
	if want := fmt.Sprintf("%d of them are listed without what they hold, which is in trials.jsonl: this page has a bound", folded); !strings.Contains(page, want) {
		t.Errorf("the page lacks %q", want)
	}
	opens := map[string]bool{}
	for _, m := range regexp.MustCompile(`<details class="trial" id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		opens[m[1]] = true
	}
	for i := range 500 {
		if !opens[TrialAnchor(fmt.Sprintf("crm/r-%04d", i), r.Cases[i].Condition, 0)] {
			t.Fatalf("the first trial of case %d is not shown whole", i)
		}
	}
}

// TestHTMLCutsItsList: where the list alone is too long, it is cut and counted;
// a page that does not fit even without it is an error.
func TestHTMLCutsItsList(t *testing.T) {
	r := crowd(300)
	var out bytes.Buffer
	if err := HTML(&out, r, nil, HTMLOptions{Budget: 200_000}); err != nil {
		t.Fatal(err)
	}
	listed := strings.Count(out.String(), `<p class="trial"`)
	if want := fmt.Sprintf("%d more are counted and not listed", 3000-listed); out.Len() > 200_000 || listed == 0 || !strings.Contains(out.String(), want) {
		t.Errorf("%d bytes, %d trials, want %q", out.Len(), listed, want)
	}
	if err := HTML(&out, r, nil, HTMLOptions{Budget: 10_000}); err == nil || !strings.Contains(err.Error(), "more than its budget of 10000") {
		t.Errorf("a budget that is too small: %v", err)
	}
}

// TestHTMLContrast holds each colour of text against what it may stand on, in
// light and dark: at least 4.5 to 1.
func TestHTMLContrast(t *testing.T) {
	blocks := strings.SplitN(styleText, ":root {", 3)
	if len(blocks) != 3 {
		t.Fatal("the style has no two sets of colours")
	}
	for i, scheme := range []string{"light", "dark"} {
		colours := map[string]float64{}
		block, _, _ := strings.Cut(blocks[i+1], "}")
		for _, m := range regexp.MustCompile(`--([a-z-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(block, -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		for _, front := range []string{"ink", "muted", "accent", "bad", "good", "warn", "held"} {
			for _, back := range []string{"bg", "surface", "quiet", "bad-bg", "warn-bg"} {
				a, b := colours[front], colours[back]
				if ratio := (max(a, b) + .05) / (min(a, b) + .05); a == 0 || b == 0 || ratio < 4.5 {
					t.Errorf("%s: %s on %s: %.2f", scheme, front, back, ratio)
				}
			}
		}
	}
}

// luminance is the relative luminance of a colour, as WCAG 2 defines it.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	sum := 0.0
	for i, part := range []float64{.2126, .7152, .0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(n) / 255
		if v <= .04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+.055)/1.055, 2.4)
		}
		sum += part * v
	}
	return sum
}

// TestAnchors: two cases never share an anchor, whatever their names.
func TestAnchors(t *testing.T) {
	seen := map[string]string{}
	for _, id := range []string{"crm/r-1", "crm/r.1", "crm.r/1", "crm/r-1.steady", "crm/顧客", "crm/r 1", "", "crm/" + strings.Repeat("r", 41)} {
		for _, condition := range []string{"steady", "faults", "a.b"} {
			got := anchor(id, condition)
			if before, taken := seen[got]; taken || !regexp.MustCompile(`^[A-Za-z0-9.-]+$`).MatchString(got) {
				t.Errorf("%s under %s has the anchor %q; that of %q is the same or it is unfit", id, condition, got, before)
			}
			seen[got] = id
		}
	}
}

func TestHistoryIsBounded(t *testing.T) {
	list := past()
	list[5].Categories = map[string]HistoryRate{"empty": {}}
	for i := range maxSparks + 5 {
		list[5].Categories[fmt.Sprintf("c-%d", i)] = HistoryRate{1, 2}
	}
	page := historyOf(t, append(slices.Repeat(list[:1], maxPoints), list...))
	for _, want := range []string{"The last 300 runs; 6 earlier ones are left out", "9 more categories are left out"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if empty := historyOf(t, []HistoryPoint{{}}); strings.Contains(empty, "<svg") {
		t.Error("a run without figures has a plot")
	}
	p := NewHistoryPoint(logged(), "production")
	if p.Stage != "production" || p.Score == nil || *p.Score != .81 || p.Categories["limits"].Trials == 0 || p.Verdict != gate.Block {
		t.Errorf("point of a result: %+v", p)
	}
}
