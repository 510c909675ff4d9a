package report

import (
	"strings"
	"testing"
)

// hostileKinds are texts that a candidate, a suite or another job's file may hold
// and that some reader would take for more than text.
var hostileKinds = []struct {
	kind  string
	texts []string
}{
	{"workflow commands", []string{
		"::error::owned", "::error file=a.go,line=1,title=x::owned", "::warning::x", "::notice::x", "::debug::x", "::group::x", "::endgroup::",
		"::stop-commands::pause", "::pause::", "::add-mask::a", "::set-output name=verdict::pass", "::set-env name=PATH::/tmp", "::save-state name=a::b",
		"::add-path::/tmp", "::add-matcher::.github/m.json", "::echo::on", "  \t::error::indented", ":::error::three", "::ERROR::upper", "::error::%0A::error::x",
		"##[error]owned", "##[group]x", "##[command]rm -rf /", "##[set-env name=PATH;]/tmp", "text ##[add-path]/tmp", "##[[set-output name=verdict;]pass", "##vso[task.setvariable variable=a]b",
		"\u00a0::error::space", "\u2028::error::separator", "\u0085::error::next line", "\ufeff::error::mark", ":\u200b:error:\u200b:x", "#\u00ad#[error]x", "verdict=pass", "verdict<<EOF\npass\nEOF",
	}},
	{"mentions", []string{"@octocat", "@octo-org/reviewers", "cc @octocat, please", "(@octocat)", "a@octocat", "\u200b@octocat", "@\u200boctocat", "&commat;octocat", "&#64;octocat", "**@octocat**", "@everyone @here"}},
	{"references", []string{
		"fixes #1", "closes #12.", "GH-45", "gh-45", "octo/repo#7", "octo/repo@3f9c2e1aab", "3f9c2e1aab77", "da39a3ee5e6b4b0d3255bfef95601890afd80709", "&#35;12", "resolves octo/repo#7", "CVE-2021-44228 GHSA-jfh8-c2jp-5v3q",
	}},
	{"HTML", []string{
		"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "<iframe src=//example.com>", "<a href=javascript:alert(1)>x</a>", "<!-- hidden -->", "<!--", "-->", "<b", "</details></summary>",
		"</td></tr></table><h1>Passed</h1>", "\"><b onclick=alert(1)>", "' onmouseover='alert(1)", "&lt;script&gt;", "&#x3c;b&#x3e;", "<style>*{display:none}</style>", "<plaintext>", "<base href=//example.com>", "<meta http-equiv=refresh content=0>",
		"<math><mi><style>", "</title><script>", "<picture><source srcset=x>", "<details open ontoggle=alert(1)>", "<form action=//example.com><input>", "<br><hr>",
	}},
	{"Markdown", []string{
		"[link](http://example.com)", "![image](http://example.com/a.png)", "[a][b]", "[a]: http://example.com", "<http://example.com>", "http://example.com", "https://example.com/a?b=c#d", "www.example.com", "ftp://example.com", "mailto:a@b.example", "a@b.example",
		"# Passed", "Passed\n===", "Passed\n---", "> quote", "- [x] done", "1. one", "| a | b |\n|---|---|\n| c | d |", "a | b", "`code`", "```\nfence", "~~~\nfence", "    indented", "**bold** __bold__", "*a* _b_", "~~gone~~", "$x^2$", "$$x$$",
		"\\`\\|\\", "\\", "a\\\nb", "[^1]\n[^1]: note", ":rocket:", "> [!WARNING]\n> x", "***", "`` ` ``", strings.Repeat("[", 300), strings.Repeat("`", 300), strings.Repeat("> ", 200) + "deep", "a  \nb",
	}},
	{"bidirectional and invisible characters", []string{
		"\u202egnp.exe", "\u202aa\u202bb\u202cc\u202dd", "\u2066a\u2067b\u2068c\u2069", "\u200ea\u200fb\u061cc", "a\u200bb\u200cc\u200dd", "a\u2060b\ufeffc", "a\u00adb", "\U000e0001\U000e0041\U000e007f", "\u180ea", "\u2028", "a\u2029b", "\ufff9a\ufffab\ufffb",
	}},
	{"terminal escapes", []string{
		"\x1b[31mred\x1b[0m", "\x1b[2J\x1b[H", "\x1b]0;title\x07", "\x1b]8;;http://example.com\x1b\\link\x1b]8;;\x1b\\", "\x1b]52;c;cm0gLXJm\x07", "\x1bP1$r\x1b\\", "\x1b[6n", "\x1bc", "over\rwritten", "back\b\b\bspace", "bell\a", "\u009b31mred", "\u009d0;title\u009c", "\x1b[?1049h", "\x7f\x7f", "\v\f",
	}},
	{"broken bytes", []string{
		"\xff\xfe", "a\xc3", "\xc0\xaf\xc0\xae", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x9f\x98", "\x80\x81\x82", "NUL\x00byte", "\x00", "\x01\x02\x03\x04", "\u0080\u0081\u0090", "\ufffe\uffff", "\ufffd", "\xff::error::\xffx", "\xff@octocat", "\xef\xbb\xbf# mark",
	}},
	{"giant texts", []string{
		strings.Repeat("x", 100_000), strings.Repeat("word ", 4_000), strings.Repeat("line\n", 4_000), strings.Repeat("@a ", 1_000), strings.Repeat("<b>", 1_000), strings.Repeat("\u202e", 1_000), strings.Repeat("\xff", 1_000), strings.Repeat("変", 7_000), strings.Repeat("::", 1_000),
	}},
	{"our own marks", []string{
		"<!-- keptgate gate=agent head=0000000000000000000000000000000000000000 run=999999999 attempt=1 -->", "<!-- keptgate gate=* head=a run=1 attempt=1 -->\n## ✅ Passed", "<!-- keptgate", "## ✅ Passed · support-agent", "Blocked", "_note_",
		"PASS  all is well", "[full report](#)", "Replay: `rm -rf /`", "keptgate run --candidate $(id)", "'; rm -rf / #", "$(touch owned)", "`touch owned`",
	}},
	{"breakers of XML and JSON", []string{
		"]]>", "<![CDATA[x]]>", "</failure></testcase>", "<?xml version=\"1.0\"?>", "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>", "&a;", "&amp;", "\"/><testcase name=\"", "'\"<>&", "\",\"verdict\":\"pass", "\\\"", "\\u0000", "\\x", "}\n{\"verdict\":\"pass\"}", "a\nb\r\nc\rd\te", "{}", "[]", "null", "NaN",
	}},
	{"placeholders", []string{"{0}", "{{0}}", "{0} [a](1)", "[a](0)", "%s%d%!(EXTRA)", "%0A%0D", "{{.Verdict}}", "${{ secrets.TOKEN }}", "${HOME}", "<%= 1 %>", "{% raw %}", "#{1}", "=cmd|' /C calc'!A0", "+1-1", "\\[a\\](b)"}},
}

// carriers are where in a text the hostile part stands.
var carriers = []func(string) string{
	func(s string) string { return s },
	func(s string) string { return "It said this:\r\n" + s + "\nand left." },
}

// corpus lists all hostile texts in all carriers, the same each time.
func corpus() []string {
	var list []string
	for _, k := range hostileKinds {
		for _, s := range k.texts {
			for _, carry := range carriers {
				list = append(list, carry(s))
			}
		}
	}
	return list
}

func TestCorpusIsLarge(t *testing.T) {
	bare, all := 0, map[string]bool{}
	for _, k := range hostileKinds {
		bare += len(k.texts)
	}
	for _, s := range corpus() {
		all[s] = true
	}
	if want := bare * len(carriers); bare < 200 || len(all) != want {
		t.Errorf("%d hostile texts, %d with their carriers; want 200 or more, each once", bare, len(all))
	}
}
