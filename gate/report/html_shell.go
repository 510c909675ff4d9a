package report

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
)

// The style and the script of every page, and the templates. What a page shows of
// outside text goes through html/template, which escapes it for its place.
var (
	//go:embed html/page.css
	styleText string
	//go:embed html/page.js
	scriptText string
	//go:embed html/*.tmpl
	templateFiles embed.FS

	pages = template.Must(template.ParseFS(templateFiles, "html/*.tmpl"))
)

// shell is what every page has around its content.
type shell struct {
	Title  string
	Policy string // what a browser may load and run: this style and this script, nothing else
	Style  template.CSS
	Script template.JS
}

func newShell(title string) shell {
	return shell{
		Title: title, Style: template.CSS(styleText), Script: template.JS(scriptText),
		Policy: "default-src 'none'; style-src '" + digest(styleText) + "'; script-src '" + digest(scriptText) + "'; base-uri 'none'; form-action 'none'",
	}
}

// digest names a text as a content security policy does.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
