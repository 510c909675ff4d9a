package caller

import (
	"strings"
	"unicode/utf8"
)

// maxText bounds what a caller listens to. Of a longer message they hear the
// beginning and the end, where requests stand.
const maxText = 16 << 10

// marks brings typography, Markdown emphasis and line ends to plain text.
var marks = strings.NewReplacer(
	"\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "<br>", "\n", "<br/>", "\n", "<br />", "\n",
	"\u00a0", " ", "\u202f", " ", "\u2009", " ", "\t", " ",
	"\u200b", "", "\u200c", "", "\u200d", "", "\ufeff", "", "\u00ad", "",
	"**", "", "`", "", "\x00", "",
	"’", "'", "‘", "'", "ʼ", "'", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`,
	"…", "...", "—", " - ", "–", "-", "？", "? ", "！", "! ", "。", ". ", "：", ": ", "，", ", ", "‑", "-",
)

// plain bounds a message and strips what only decorates it.
func plain(text string) string {
	if len(text) > maxText {
		text = text[:maxText/2] + "\n" + text[len(text)-maxText/2:]
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, " ")
	}
	return marks.Replace(text)
}

// fold lowers ASCII letters.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + ('a' - 'A')
		}
		return r
	}, s)
}

// forms writes short forms out and turns British spelling into American.
var forms = strings.NewReplacer(
	"can't", "cannot", "won't", "will not", "shan't", "shall not", "n't", " not", "i'm", "i am", "let's", "let us",
	"what's", "what is", "that's", "that is", "there's", "there is", "it's", "it is", "who's", "who is",
	"where's", "where is", "when's", "when is", "how's", "how is", "here's", "here is", "everything's", "everything is",
	"'re", " are", "'ll", " will", "'d", " would", "'ve", " have",
	"e-mail", "email", "cancelled", "canceled", "cancelling", "canceling", "travell", "travel", "labell", "label",
	"organis", "organiz", "authoris", "authoriz", "recognis", "recogniz", "finalis", "finaliz", "apologis", "apologiz",
	"summaris", "summariz", "prioritis", "prioritiz", "customis", "customiz", "personalis", "personaliz",
	"specialise", "specialize", "specialising", "specializing", "specialisation", "specialization",
	"initialis", "initializ", "minimis", "minimiz", "utilis", "utiliz", "categoris", "categoriz",
	"colour", "color", "favour", "favor", "honour", "honor", "behaviour", "behavior", "neighbour", "neighbor",
	"centre", "center", "cheque", "check", "programme", "program", "licence", "license", "judgement", "judgment",
	"grey", "gray", "whilst", "while", "enquir", "inquir", "practise", "practice",
)

// normal is text in small letters and American spelling, without short forms. All
// patterns read it.
func normal(s string) string { return forms.Replace(fold(s)) }
