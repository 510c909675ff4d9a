package schemas

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type kindOfTarget struct {
	Table string `json:"table"`
}

type decoded struct {
	kindOfTarget
	Name    string            `json:"name"`
	Times   int               `json:"times"`
	Price   *float64          `json:"price"`
	Strict  *bool             `json:"strict,omitempty"`
	Seed    uint8             `json:"seed"`
	Where   map[string]any    `json:"where"`
	Save    map[string]string `json:"save"`
	Items   []kindOfTarget    `json:"items"`
	Said    any               `json:"said"`
	Own     upper             `json:"own"`
	Plain   string
	Ignored string `json:"-"`
}

// upper reads itself.
type upper string

func (u *upper) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return errors.New("want a text")
	}
	*u = upper("<" + s + ">")
	return nil
}

func parse(t *testing.T, text string) any {
	t.Helper()
	doc, problems := ParseYAML("f.yaml", []byte(text))
	if len(problems) > 0 {
		t.Fatal(Problems(problems))
	}
	return doc.Value
}

func TestDecode(t *testing.T) {
	text := `
table: contacts
name: x
times: 2.0
price: 5
strict: null
seed: 255
where: {id: 9007199254740993, rate: 1.0, tags: [a, 1]}
save: {who: items.0.id}
items: [{table: a}, {}]
said: 7
own: y
Plain: z
`
	var got decoded
	if err := Decode(parse(t, text), &got); err != nil {
		t.Fatal(err)
	}
	price := 5.0
	want := decoded{
		kindOfTarget: kindOfTarget{"contacts"}, Name: "x", Times: 2, Price: &price, Seed: 255,
		Where: map[string]any{"id": int64(9007199254740993), "rate": 1.0, "tags": []any{"a", int64(1)}},
		Save:  map[string]string{"who": "items.0.id"}, Items: []kindOfTarget{{"a"}, {}}, Said: int64(7), Own: "<y>", Plain: "z",
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(decoded{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestDecodeErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"nmae: x", "decode value: unknown key 'nmae'"},
		{"Name: x", "decode value: unknown key 'Name'"},
		{"Ignored: x", "decode value: unknown key 'Ignored'"},
		{"kindOfTarget: {}", "decode value: unknown key 'kindOfTarget'"},
		{"items: [{}, {tabel: x}]", "decode /items/1: unknown key 'tabel'"},
		{"items: [{table: 1}]", "decode /items/0/table: want a string, got number"},
		{"times: 1.5", "decode /times: want a whole number, got number"},
		{"times: 1e300", "decode /times: want a whole number, got number"},
		{"times: $n", "decode /times: want a whole number, got string"},
		{"seed: 256", "decode /seed: want a whole number, 0 or more, got number"},
		{"seed: -1", "decode /seed: want a whole number, 0 or more, got number"},
		{"strict: maybe", "decode /strict: want a boolean, got string"},
		{"where: [x]", "decode /where: want an object, got array"},
		{"save: {a: {b: c}}", "decode /save/a: want a string, got object"},
		{"items: {}", "decode /items: want an array, got object"},
		{"own: [x]", "decode /own: want a text"},
		{"[x]", "decode value: want an object, got array"},
	}
	for _, test := range tests {
		var into decoded
		err := Decode(parse(t, test.text), &into)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: want %q, got %v", test.text, test.want, err)
		}
	}
	if err := Decode(nil, decoded{}); err == nil {
		t.Error("want an error for a target that is no pointer")
	}
}
