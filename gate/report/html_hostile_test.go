package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/net/html"

	"github.com/keptgate/keptgate/gate"
	"github.com/keptgate/keptgate/gate/grade"
	"github.com/keptgate/keptgate/gate/trace"
)

// ours are the elements that a page is made of, and the attributes of all of them.
var (
	ours = strings.Fields(`html head meta title style body a script main header nav section article figure figcaption details summary form
		h1 h2 h3 h4 p ul li dl dt dd div span b i q small time code kbd del ins table thead tbody tr th td
		label input select option button output svg desc line polygon polyline circle rect text`)
	theirs  = strings.Fields("colspan onerror onload onclick style src srcset srcdoc action formaction target ping download background poster xlink:href")
	classes = regexp.MustCompile(`^[a-z0-9 -]*$`)
	places  = regexp.MustCompile(`^[A-Za-z0-9.-]+$`)
)

// lookHTML says what is in a page that must not be.
func lookHTML(t *testing.T, page string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var bad []string
	scripts := 0
	for n := range root.Descendants() {
		switch n.Type {
		case html.CommentNode:
			bad = append(bad, "comment "+n.Data)
		case html.TextNode:
			if strings.ContainsFunc(n.Data, func(r rune) bool { return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
				bad = append(bad, fmt.Sprintf("invisible character in %q", n.Data))
			}
		case html.ElementNode:
			if !slices.Contains(ours, n.Data) {
				bad = append(bad, "element "+n.Data)
			}
			if n.Data == "script" || n.Data == "style" {
				scripts++
				if n.FirstChild == nil || n.FirstChild.Data != map[string]string{"script": scriptText, "style": styleText}[n.Data] {
					bad = append(bad, "another "+n.Data)
				}
			}
			for _, a := range n.Attr {
				switch {
				case slices.Contains(theirs, a.Key), strings.HasPrefix(a.Key, "on"):
					bad = append(bad, "attribute "+a.Key)
				case a.Key == "href" && a.Val != "https://example.com/run/1" && !places.MatchString(strings.TrimPrefix(a.Val, "#")):
					bad = append(bad, "link "+a.Val)
				case a.Key == "class" && !classes.MatchString(a.Val), strings.HasPrefix(a.Key, "data-") && !classes.MatchString(a.Val):
					bad = append(bad, a.Key+" "+a.Val)
				case a.Key == "id" && !places.MatchString(a.Val):
					bad = append(bad, "id "+a.Val)
				}
			}
		}
	}
	if scripts != 2 {
		bad = append(bad, fmt.Sprintf("%d scripts and styles", scripts))
	}
	return bad
}

// hostileLine is a trial of the hostile result with one text in every place.
func hostileLine(text string, c *gate.CaseResult) *gate.Line {
	row := trace.Row{text: text}
	calls := []trace.Call{{ID: text, Tool: text, Arguments: text}}
	r := &trace.Record{
		End: trace.End(text), Faults: []trace.Fault{{Kind: text, Tool: text}},
		Messages: []trace.Message{
			{Role: trace.RoleCaller, Text: text},
			{Role: trace.RoleCandidate, Text: text, Calls: calls},
			{Role: trace.RoleTools, Ledger: 1, Replies: []trace.Reply{{CallID: text, Status: 200, Body: text}, {CallID: "another", Body: map[string]any{text: text}}}},
			{Role: trace.Role(text), Ledger: 9, Text: text},
			{Role: trace.RoleHarness, Ledger: -1, Text: text},
		},
		Ledger: trace.Ledger{
			{
				Seq: 1, Tool: text, Call: calls[0], Outcome: trace.Outcome(text), Problems: []string{text}, Committed: true, Marks: []trace.Mark{{Fired: true}, {Fault: -1}},
				Changes: []trace.Change{{Table: text, Op: trace.Op(text), ID: text, Before: row, After: trace.Row{text: text + "!"}}},
			},
			{Seq: 2, Call: calls[0], Actor: trace.Actor(text)},
		},
	}
	v := grade.Verdict{Primary: text, Classes: []string{text}, Divergence: &grade.Divergence{Call: 1, Class: text, Message: text}, Findings: hostile(text).Cases[0].Evidence[0].Findings}
	return &gate.Line{Key: gate.Key{Case: c.ID(), Condition: c.Condition, Index: 3}, Record: r, Verdict: v}
}

func hostileLog(text string, r *gate.Result) TrialLog {
	return func(keep func(*gate.Line)) (gate.Header, error) {
		keep(hostileLine(text, &r.Cases[0]))
		return gate.Header{Candidate: r.Candidate, Seed: r.Seed, Grader: r.Grader}, nil
	}
}

func FuzzHTML(f *testing.F) {
	for _, s := range []string{
		"<script>alert(1)</script>", "</script><script>alert(1)</script>", "</style><img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "' onclick='alert(1)", "javascript:alert(1)",
		"</details></article></main><h1>Passed", "<!--", "-->", "]]>", "</title><script>", "</desc></svg><iframe src=//example.com>", "{{.Title}}", "&lt;b&gt;", "&#x3c;b>", "<b", "\u202egnp.exe", "\x00\x1b[31m", "\xff\xfe<b>",
		"@octocat #12 http://example.com", "a\nb\r\nc\u2028d", "`x`", "=cmd|x", "<plaintext>", "<noscript>", "<template>", "<math><mi><style>", "\u200b\u2066x", "顧客", "a b", "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := hostile(text)
		r.Curve = []gate.CurvePoint{{K: 1, Value: 1}, {K: 2, Value: .5}}
		r.HeldOut = &gate.Sides{
			Public:  gate.Side{Metrics: []gate.Metric{{Name: text, Value: ptr(.5)}}},
			HeldOut: gate.Side{Metrics: []gate.Metric{{Name: text, Value: ptr(.5)}}, Classes: map[string]int{text: 1}},
			Gap:     gate.Gap{P: ptr(.5)},
		}
		r.Spectrum = &gate.SpectrumInfo{Tiers: []gate.TierInfo{{Name: text}}, Untouched: []string{text}, Unlisted: []string{text}}
		pages := map[string]string{"result": htmlOf(t, r, hostileLog(text, r)), "without log": htmlOf(t, r, nil)}
		l := hostileLineup(t, text, 4)
		logs := make([]TrialLog, 4)
		for i, r := range l.Results {
			logs[i] = hostileLog(text, r)
		}
		pages["lineup"] = lineupOf(t, l, logs)
		pages["history"] = historyOf(t, []HistoryPoint{
			{Commit: text, Candidate: text, Verdict: gate.Verdict(text), Score: ptr(.5), Stage: text, Categories: map[string]HistoryRate{text: {1, 2}}},
			{Time: time.Unix(0, 0), Categories: map[string]HistoryRate{text: {2, 2}}},
		})
		for name, page := range pages {
			if bad := lookHTML(t, page); len(bad) > 0 {
				t.Errorf("%s: text %q reaches the reader as %q", name, text, bad)
			}
		}
	})
}

// TestLookHTMLFinds shows that the check above can fail.
func TestLookHTMLFinds(t *testing.T) {
	page := htmlOf(t, logged(), nil)
	if bad := lookHTML(t, page); len(bad) > 0 {
		t.Fatalf("a harmless page: %q", bad)
	}
	for _, raw := range []string{
		"<img>", "<p onclick=x>", "<p style='color:red'>", "<!-- x -->", "<script>x</script>", "<style>x</style>", `<a href="javascript:x">x</a>`, `<a href="//example.com">x</a>`,
		"<p class='a_b'>", "<p id='a b'>", "<p data-category='a\"b'>", "x\u202ey", "x\x07y",
	} {
		if len(lookHTML(t, strings.Replace(page, "</main>", raw+"</main>", 1))) == 0 {
			t.Errorf("lookHTML finds nothing in %q", raw)
		}
	}
}

// TestPolicyNamesWhatThePageHas: the content security policy allows this style
// and this script alone. A browser would run nothing if a digest were wrong.
func TestPolicyNamesWhatThePageHas(t *testing.T) {
	root, err := html.Parse(strings.NewReader(htmlOf(t, logged(), nil)))
	if err != nil {
		t.Fatal(err)
	}
	policy, content := "", map[string]string{}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (n.Data == "style" || n.Data == "script") {
			content[n.Data] = n.FirstChild.Data
		}
		if n.Type == html.ElementNode && n.Data == "meta" && n.Attr[0].Val == "Content-Security-Policy" {
			policy = n.Attr[1].Val
		}
	}
	want := "default-src 'none'; style-src '" + digest(content["style"]) + "'; script-src '" + digest(content["script"]) + "'; base-uri 'none'; form-action 'none'"
	if policy != want {
		t.Errorf("policy %q, want %q", policy, want)
	}
}
