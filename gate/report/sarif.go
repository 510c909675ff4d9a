package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/keptgate/keptgate/schemas"
)

// home is where the program is from.
const home = "https://github.com/keptgate/keptgate"

// maxProblem bounds the message of a problem, in bytes.
const maxProblem = 4_000

// SARIF writes problems of files as a SARIF 2.1.0 log, in the order of their
// places: each with its rule, level, message, file and region. Relative files are
// relative to the root of the sources. Version is that of the program, "" if it is
// not known.
func SARIF(w io.Writer, problems []schemas.Problem, version string) error {
	run := sarif.NewRunWithInformationURI("keptgate", home)
	run.WithColumnKind("unicodeCodePoints")
	if version != "" {
		run.Tool.Driver.WithVersion(version)
	}
	for _, p := range sorted(problems) {
		rule := cmp.Or(plain(p.Rule), "problem")
		run.AddRule(rule).WithDescription(strings.ReplaceAll(rule, "-", " "))
		text := p.Message
		if p.Fix != "" {
			text += " (" + p.Fix + ")"
		}
		r := run.CreateResultForRule(rule).WithLevel(severity(p.Severity)).WithMessage(sarif.NewTextMessage(unlinked(within(text, maxProblem))))
		if p.File != "" {
			r.AddLocation(sarif.NewLocation().WithPhysicalLocation(place(p)))
		}
	}
	var b bytes.Buffer
	if err := sarif.NewReport().AddRun(run).PrettyWrite(&b); err != nil {
		return fmt.Errorf("encode SARIF: %w", err)
	}
	_, err := w.Write(append(visibleJSON(b.Bytes()), '\n'))
	return err
}

// sorted orders problems by place and leaves out what is said twice: a problem
// that several cases run into is one finding for a reader of code.
func sorted(problems []schemas.Problem) []schemas.Problem {
	list := slices.Clone(problems)
	slices.SortStableFunc(list, func(a, b schemas.Problem) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message),
		)
	})
	return slices.Compact(list)
}

// severity names one in the words of SARIF. What has none is an error.
func severity(s schemas.Severity) string {
	switch s {
	case schemas.Warning:
		return sarif.LevelWarning
	case schemas.Note:
		return sarif.LevelNote
	default:
		return sarif.LevelError
	}
}

// place is where a problem is.
func place(p schemas.Problem) *sarif.PhysicalLocation {
	file := filepath.ToSlash(p.File)
	at := sarif.NewArtifactLocation()
	if filepath.IsAbs(p.File) {
		at.WithURI((&url.URL{Scheme: "file", Path: file}).String())
	} else {
		// The way over a URL keeps a colon in the first part from being read as a scheme.
		at.WithURI((&url.URL{Path: strings.TrimPrefix(file, "./")}).String()).WithURIBaseID("%SRCROOT%")
	}
	out := sarif.NewPhysicalLocation().WithArtifactLocation(at)
	if p.Line > 0 {
		region := sarif.NewRegion().WithStartLine(p.Line)
		if p.Column > 0 {
			region.WithStartColumn(p.Column)
		}
		out.WithRegion(region)
	}
	return out
}

// joint is where a character begins a mention, a reference, a link, a tag or a
// placeholder by what follows it.
var joint = regexp.MustCompile(`[@#]|\]\(|\]\[|<[A-Za-z/!?]|\{[0-9]`)

// entity is where a character reference begins.
var entity = regexp.MustCompile(`&[A-Za-z#]`)

// unlinked writes outside text as the message of a finding. Viewers read links and
// placeholders in it, and some show it as Markdown; it shows just the text. There
// is no way to quote that all of them know, so that a breaker parts what would be
// read as more.
func unlinked(s string) string {
	s = lookalike.ReplaceAllStringFunc(plain(s), apart)
	for _, re := range []*regexp.Regexp{entity, joint} {
		s = re.ReplaceAllStringFunc(s, func(m string) string { return m[:1] + breaker + m[1:] })
	}
	return s
}
