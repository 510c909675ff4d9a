package github

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	gogithub "github.com/google/go-github/v60/github"
)

// The bounds of what a check run shows. GitHub takes so many annotations in one request; how many requests, and how
// long titles and messages are, is for us to bound.
const (
	maxCheckSummary = 65_535 // GitHub counts characters; bytes never exceed that
	maxCheckTitle   = 255
	maxBatch        = 50
	maxBatches      = 10
)

// checkLevels are GitHub's names for the weight of a check run's annotation.
var checkLevels = map[Level]string{Error: "failure", Warning: "warning", Notice: "notice"}

// batches parts the annotations that have a file into requests, the worst first. There is always one, for the
// conclusion.
func batches(all []Annotation) [][]Annotation {
	var placed []Annotation
	for _, a := range all {
		if a.File != "" && len(placed) < maxBatch*maxBatches {
			placed = append(placed, a)
		}
	}
	if len(placed) == 0 {
		return [][]Annotation{nil}
	}
	return slices.Collect(slices.Chunk(placed, maxBatch))
}

// output is what one request says: title and summary, and its part of the annotations.
func (r CheckReport) output(part []Annotation, link string) *gogithub.CheckRunOutput {
	title := cut(oneLine(r.Title), maxCheckTitle)
	summary := fit(cmp.Or(r.Summary, title), maxCheckSummary, link)
	out := &gogithub.CheckRunOutput{Title: &title, Summary: &summary}
	for _, a := range part {
		line := max(a.Line, 1)
		out.Annotations = append(out.Annotations, &gogithub.CheckRunAnnotation{
			Path: gogithub.String(cut(oneLine(a.File), maxProperty)), StartLine: &line, EndLine: &line,
			AnnotationLevel: gogithub.String(checkLevels[a.Level]),
			Title:           gogithub.String(cut(oneLine(a.Title), maxCheckTitle)),
			Message:         gogithub.String(cut(legible(a.Message), maxMessage)),
		})
	}
	return out
}

// legible makes outside text fit for a place that shows plain text: controls, bidirectional and other invisible
// characters become the replacement character. Line breaks and tabs stay.
func legible(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}

// oneLine is legible text without line breaks.
func oneLine(text string) string { return legible(strings.Join(strings.Fields(text), " ")) }

// gateName is a gate's name as check runs and commit statuses are called by it; a configuration may hold any text.
func gateName(gate string) string { return shorten(oneLine(gate), maxGateName) }
