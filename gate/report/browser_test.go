//go:build browser

package report

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/keptgate/keptgate/gate"
)

// What make browser passes: where to leave pictures of the pages, and pages of
// real runs to look at beside those of the fixtures.
var (
	pictures = flag.String("pictures", "", "folder for pictures of the pages")
	extra    = flag.String("extra", "", "pages to take pictures of as well, with commas between them")
)

// tab is a page in a headless browser. Whatever the page logs, throws or asks the
// network for is an error of the test.
type tab struct {
	*testing.T
	ctx context.Context
}

func browse(t *testing.T) tab {
	t.Helper()
	b, err := open(t)
	for range 4 { // a browser that breaks down at its start says nothing of the pages
		if err == nil {
			break
		}
		t.Logf("start the browser again: %v", err)
		b, err = open(t)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(b.ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	call(b, log.Enable, cdp.Empty{})
	call(b, network.Enable, network.EnableParams{})
	return b
}

// open starts a browser with an empty page.
func open(t *testing.T) (tab, error) {
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.ExecPath("chromium"))...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	return tab{t, ctx}, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
}

// hear takes every event of the page.
func (b tab) hear(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.Errorf("the page threw: %s %v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
	case *log.EventEntryAdded:
		b.Errorf("the page logged: %s", e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "file://") {
			b.Errorf("the page asked for %s", e.Request.URL)
		}
	}
}

func call[P, R any](b tab, command cdp.Command[P, R], params P) {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, command, params); err != nil {
		b.Fatal(err)
	}
}

func (b tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// script runs a statement in the page.
func (b tab) script(statement string) {
	b.Helper()
	b.holds(statement, "(() => { "+statement+"; return true; })()")
}

// holds fails the test where an expression in the page is not true.
func (b tab) holds(what, expression string) {
	b.Helper()
	ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression))
	if err != nil {
		b.Fatal(err)
	}
	if !ok {
		b.Errorf("%s: %s is false", what, expression)
	}
}

// becomes waits until an expression in the page is true.
func (b tab) becomes(expression string) {
	b.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression)); err != nil {
		b.Fatal(err)
	}
}

// search goes to the search by its key and types a text. The driver types the
// character of a key also where the page keeps the key from doing so.
func (b tab) search(text string) {
	b.Helper()
	b.do(chromedp.KeyEvent("/"))
	b.holds("/ goes to the search", `document.activeElement.id === "words"`)
	b.script(`document.activeElement.value = ""`)
	b.do(chromedp.KeyEvent(text))
}

// choose picks the option of a filter whose text begins so.
func (b tab) choose(id, text string) {
	b.Helper()
	b.script(fmt.Sprintf(`const field = document.getElementById(%q);
		field.value = [...field.options].find((o) => o.textContent.startsWith(%q)).value;
		field.dispatchEvent(new Event("input", {bubbles: true}))`, id, text))
}

// address writes a page and returns its address.
func address(t *testing.T, page []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, page, 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// needle is a word that one trial alone has.
func needle(line *gate.Line) {
	if line.Key.Case == "crm/r-a2" && line.Key.Index == 9 {
		line.Record.Messages[0].Text = "Find the needle."
	}
}

func loggedPage(t *testing.T) []byte {
	t.Helper()
	r := logged()
	var page bytes.Buffer
	if err := HTML(&page, r, logOf(r, needle), HTMLOptions{Budget: HTMLBudget, Link: "https://example.com/run/1", Replay: replayBase}); err != nil {
		t.Fatal(err)
	}
	return page.Bytes()
}

// TestBrowserUse drives the page as a reader does: filter, search, keys, links.
func TestBrowserUse(t *testing.T) {
	b := browse(t)
	b.do(chromedp.Navigate(address(t, loggedPage(t))))
	const visible = `[...document.querySelectorAll(".trial")].filter((t) => t.checkVisibility()).length`
	b.holds("all are shown", visible+` === 24 && document.getElementById("count").textContent === "24 shown"`)

	b.choose("by-class", "wrong identity")
	b.holds("a class is chosen", visible+` === 15 && document.getElementById("count").textContent === "15 of 24 shown"`)
	b.do(chromedp.Click(chromedp.CSS("#clear")))
	b.holds("filters are cleared", visible+" === 24")
	b.choose("by-condition", "faults")
	b.holds("a condition is chosen", visible+" === 9")
	b.do(chromedp.Click(chromedp.CSS("#clear")))
	b.script("document.activeElement.blur()")

	b.search("the needle")
	b.holds("a text is sought in what trials hold", visible+" === 1")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.holds("Escape clears the search", visible+` === 24 && document.activeElement === document.body`)

	b.do(chromedp.KeyEvent("j"), chromedp.KeyEvent("j"), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent("k"))
	b.holds("j and k move", `document.activeElement.parentElement.id === document.querySelectorAll(".trial")[1].id`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.holds("Enter opens a transcript", `document.querySelectorAll(".trial")[1].open && document.querySelectorAll(".trial")[1].querySelector(".talk").checkVisibility()`)
	b.holds("the ledger stands beside the conversation", `(() => {
		const open = document.querySelectorAll(".trial")[1];
		const say = open.querySelector(".say").getBoundingClientRect(), books = open.querySelector(".books").getBoundingClientRect();
		return books.left >= say.right && Math.abs(books.top - say.top) < 1;
	})()`)

	b.search("nothing has this")
	b.holds("nothing is found", visible+" === 0")
	b.do(chromedp.Click(chromedp.CSS(`#changed + .scroll a`)))
	// What an address leads to is shown by an event of its own, after the click.
	b.becomes(`(() => {
		const target = document.querySelector(":target"), box = target.getBoundingClientRect();
		return target.matches(".case") && target.checkVisibility() && box.top > -1 && box.top < innerHeight;
	})()`)
	b.script(fmt.Sprintf("location.hash = %q", "#"+TrialAnchor("crm/r-a0", "steady", 3)))
	b.becomes(`document.querySelector(":target").open && document.activeElement === document.querySelector(":target > summary")`)
}

// TestBrowserWithoutScripts: all is there without the script, and what filters is
// not.
func TestBrowserWithoutScripts(t *testing.T) {
	before, rest, _ := strings.Cut(string(loggedPage(t)), "<script>")
	_, after, found := strings.Cut(rest, "</script>")
	if !found || strings.Contains(after, "<script") {
		t.Fatal("the page has not just one script")
	}
	b := browse(t)
	b.do(chromedp.Navigate(address(t, []byte(before+after))))
	b.script(`document.querySelector("details.trial > summary").focus()`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.holds("no filters", `!document.getElementById("filters").checkVisibility()`)
	b.holds("Enter opens a trial", `document.querySelector("details.trial[open] .talk").innerText.includes("Please update Alex's role")`)
}

// TestBrowserFits: no page scrolls sideways at any width, in light and dark, with
// a trial open; -pictures keeps what it looks like.
func TestBrowserFits(t *testing.T) {
	pages := map[string]string{"report": address(t, loggedPage(t))}
	for _, name := range []string{"long", "wide", "not-evaluated", "quick-blocked"} {
		r := results()[name]
		var page bytes.Buffer
		if err := HTML(&page, r, nil, HTMLOptions{Budget: HTMLBudget, Replay: replayBase}); err != nil {
			t.Fatal(err)
		}
		pages[name] = address(t, page.Bytes())
	}
	for name, l := range lineups(t) {
		var page bytes.Buffer
		if err := LineupHTML(&page, l, make([]TrialLog, len(l.Results)), HTMLOptions{Budget: HTMLBudget}); err != nil {
			t.Fatal(err)
		}
		pages[name] = address(t, page.Bytes())
	}
	var page bytes.Buffer
	if err := HistoryHTML(&page, past()); err != nil {
		t.Fatal(err)
	}
	pages["history"] = address(t, page.Bytes())
	for _, path := range strings.FieldsFunc(*extra, func(r rune) bool { return r == ',' }) {
		pages["extra-"+strings.ReplaceAll(strings.Trim(path, "/"), "/", "-")] = "file://" + path
	}
	b := browse(t)
	for name, address := range pages {
		for _, width := range []int64{360, 1280} {
			for _, scheme := range []string{"light", "dark"} {
				label := fmt.Sprintf("%s-%d-%s", name, width, scheme)
				call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
				b.do(chromedp.EmulateViewport(width, 900), chromedp.Navigate(address))
				b.script(`for (const d of [...document.querySelectorAll("figure details, section > details"), document.querySelector("details.trial")]) if (d) d.open = true`)
				b.holds(label, fmt.Sprintf("document.documentElement.scrollWidth <= %d", width))
				b.holds(label, fmt.Sprintf("(getComputedStyle(document.body).backgroundColor === 'rgb(247, 247, 245)') === %t", scheme == "light"))
				if *pictures != "" {
					b.script(`for (const d of document.querySelectorAll("figure details, section > details")) d.open = false`)
					png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
					if err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(filepath.Join(*pictures, label+".png"), png, 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// TestBrowserManyTrials: a page at its bound answers a filter at once.
func TestBrowserManyTrials(t *testing.T) {
	r := crowd(500)
	var page bytes.Buffer
	if err := HTML(&page, r, logOf(r, nil), HTMLOptions{Budget: HTMLBudget, Replay: replayBase}); err != nil {
		t.Fatal(err)
	}
	b := browse(t)
	b.do(chromedp.Navigate(address(t, page.Bytes())))
	b.holds("all are listed", `document.querySelectorAll(".trial").length === 5000`)
	b.search("r-0499")
	b.holds("one case is found", `document.getElementById("count").textContent === "10 of 5000 shown"`)
	b.do(chromedp.KeyEvent(kb.Escape))
	b.script(`location.hash = "#trial-crm.r-0250.steady-0"`)
	b.becomes(`document.querySelector(":target").open`)
	b.becomes(`(() => { const top = document.querySelector(":target").getBoundingClientRect().top; return top > -1 && top < innerHeight; })()`)
}
