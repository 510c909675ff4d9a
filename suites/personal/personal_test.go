package personal

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/suites/recorded"
)

// one is a conversation with one call, with arguments and a reply in JSON, and a
// message.
func one(t *testing.T, args, reply, said string) recorded.Conversation {
	t.Helper()
	data := fmt.Sprintf(`{"id": "of Zoltan", "messages": [{"role": "system", "content": "Policy."},
		{"role": "assistant", "tool_calls": [{"id": "x", "name": "get", "arguments": %s}]},
		{"role": "tool", "id": "x", "content": %q}, {"role": "user", "content": %q}]}`, args, reply, said)
	list, err := recorded.Read([]byte(data))
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return list[0]
}

func replaced(t *testing.T, seed uint64, list ...recorded.Conversation) ([]recorded.Conversation, []Count) {
	t.Helper()
	out, counts, err := Replace(list, seed)
	if err != nil {
		t.Fatal(err)
	}
	return out, counts
}

func TestTooManyDetailsAreRefused(t *testing.T) {
	var said strings.Builder
	for i := range maxDetails + 2 {
		fmt.Fprintf(&said, "a.%d@b.test ", i)
	}
	if _, _, err := Replace([]recorded.Conversation{{System: said.String()}}, 1); err == nil || !strings.Contains(err.Error(), "more than 100000") {
		t.Error(err)
	}
}

func TestFieldsAndShapesAreReplacedInTheirForm(t *testing.T) {
	for _, test := range []struct{ args, reply, said, want string }{
		{`{}`, `{"first_name": "Zoltan", "last_name": "O'Hara-Quist"}`, "I am ZOLTAN quist.", `\{\} \{"first_name":"[A-Z][a-z]{5}","last_name":"O'[A-Z][a-z]{3}-[A-Z][a-z]{4}"\} I am [A-Z]{6} [a-z]{5}\.`},
		{`{}`, `{"user": {"name": "Zoltan"}, "item": {"name": "Lamp"}}`, "Lamp for Zoltan", `\{\} \{"item":\{"name":"Lamp"\},"user":\{"name":"[A-Z][a-z]{5}"\}\} Lamp for [A-Z][a-z]{5}`},
		{`{}`, `{"name": "Zoltan Quist", "email": "zq@acme.test"}`, "", `\{\} \{"email":"[a-z]{2}@example\.com","name":"[A-Z][a-z]{5} [A-Z][a-z]{4}"\} `},
		{`{"user_id": "zoltan_quist_3668"}`, `"ok"`, "I'm Zoltan, zoltan_quist_3668", `\{"user_id":"([a-z]{6})_[a-z]{5}_\d{4}"\} "ok" I'm [A-Z][a-z]{5}, [a-z]{6}_[a-z]{5}_\d{4}`},
		{`{"user_id": "user_17", "customerId": 4711}`, `""`, "", `\{"customerId":[1-9]\d{3},"user_id":"user_\d\d"\} "" `},
		{`{"login": "zq@acme.test", "customer": "gold"}`, `""`, "", `\{"customer":"[a-z]{4}","login":"[a-z]{2}@example.com"\} "" `},
		{`{"user": "anonymous", "customer": "best", "phone": "none"}`, `""`, "the best", `\{"customer":"best","phone":"none","user":"anonymous"\} "" the best`},
		{`{"phone": "+44 20 7946 0958"}`, `""`, "call 020 555-0199-77 or (020) 7946 0958 or 212-555-0188", `\{"phone":"\+[1-9]\d \d\d \d{4} \d{4}"\} "" call \d{3} \d{3}-\d{4}-77 or \(\d{3}\) \d{4} \d{4} or [1-9]\d\d-\d{3}-\d{4}`},
		{`{"address1": "975 Sunset Drive", "zip": "78750"}`, `{"address": {"street": "Suite 2"}}`, "zip 78750 costs $78750, 78750.50", `\{"address1":"[1-9]\d\d [A-Z][a-z]{5} Drive","zip":"[1-9]\d{4}"\} \{"address":\{"street":"Suite [1-9]"\}\} zip [1-9]\d{4} costs \$78750, 78750\.50`},
		{`{"dob": "1990-04-05"}`, `{"birthDate": "5.4.90"}`, "", `\{"dob":"19[89]\d-\d\d-\d\d"\} \{"birthDate":"[1-9]\.\d\.\d\d"\} `},
		{`{"passport": "AB12345x"}`, `""`, "ssn 078-05-1120", `\{"passport":"[A-Z]{2}[1-9]\d{4}[a-z]"\} "" ssn \d{3}-\d\d-\d{4}`},
		{`{"payment_id": "gift_card_1001"}`, `{"payment_methods": {"credit_card_44": {"id": "credit_card_44", "last_four": "7447"}}}`, "the 7447 card; 10:7447 7447%", `\{"payment_id":"gift_card_\d{4}"\} \{"payment_methods":\{"credit_card_\d\d":\{"id":"credit_card_\d\d","last_four":"\d{4}"\}\}\} the \d{4} card; 10:7447 7447%`},
		{`{"payment_id": "certificate_7504069"}`, `""`, "Certificate 7504069: $250, of 7504069 km", `\{"payment_id":"certificate_(\d{7})"\} "" Certificate \d{7}: \$250, of \d{7} km`},
		{`{"payments": ["visa_31", "cash"]}`, `{"cards": [{"id": "c-9"}]}`, "c-9, c-95", `\{"payments":\["visa_31","cash"\]\} \{"cards":\[\{"id":"c-\d"\}\]\} c-\d, c-95`},
		{`{"phones": [5550188777], "phone": [5550188777]}`, `""`, "", `\{"phone":\[[1-9]\d{9}\],"phones":\[5550188777\]\} "" `},
		{`{"recipient": "Will May"}`, `""`, "I will be there in may, Will May", `\{"recipient":"([A-Z][a-z]{3}) ([A-Z][a-z]{2})"\} "" I will be there in may, [A-Z][a-z]{3} [A-Z][a-z]{2}`},
		{`{"customer_id": 9223372036854775807}`, `{"user": {"id": "u77"}, "` + strings.Repeat("n", 65) + `": "x"}`, "", `\{"customer_id":\d{19}\} \{"n*":"x","user":\{"id":"u\d\d"\}\} `},
		{`{"first_name": "Mia", "legs": {"MIA": {"Mia": 1}}}`, `{"MIA": {"may": "Mia"}}`, "", `\{"first_name":"[A-Z][a-z]{2}","legs":\{"MIA":\{"Mia":1\}\}\} \{"[A-Z]{3}":\{"may":"[A-Z][a-z]{2}"\}\} `},
		{`{"first_name": "Zoltan"}`, `Error: no Zoltan here`, "", `\{"first_name":"([A-Z][a-z]{5})"\} "Error: no [A-Z][a-z]{5} here" `},
		{`"no json of mail@acme.test"`, `"Zoë"`, "", `no json of [a-z]{4}@example\.com "Zoë" `},
	} {
		in := one(t, test.args, test.reply, test.said+"!")
		out, _ := replaced(t, 3, in)
		got := told(t, out[0])
		if !regexp.MustCompile(`^` + test.want + `!$`).MatchString(got) {
			t.Errorf("%s %s %s\n became %s", test.args, test.reply, test.said, got)
		}
		again, _ := replaced(t, 3, in)
		other, counts := replaced(t, 4, in)
		if diff := cmp.Diff(out, again); diff != "" {
			t.Errorf("the same seed gives something else: %s", diff)
		}
		if changed := told(t, in) != got; changed != (len(counts) > 0) || changed && told(t, other[0]) == got {
			t.Errorf("%s: another seed gives the same, or the counts %v are wrong", got, counts)
		}
	}
}

// TestNumbersOfIdentifiersAreReplacedOnTheirOwn: who speaks of certificate 7504069
// means certificate_7504069, and no other number.
func TestNumbersOfIdentifiersAreReplacedOnTheirOwn(t *testing.T) {
	in := one(t, `{"payment_id": "certificate_7504069"}`, `""`, "Certificate 7504069: $250, and 7504060 km")
	out, _ := replaced(t, 3, in)
	got := told(t, out[0])
	m := regexp.MustCompile(`certificate_(\d{7}).* Certificate (\d{7}): \$250, and 7504060 km`).FindStringSubmatch(got)
	if m == nil || m[1] != m[2] || strings.Contains(got, "7504069") {
		t.Errorf("became %s", got)
	}
}

// told is what a conversation of one call says: arguments, reply and message.
func told(t *testing.T, c recorded.Conversation) string {
	t.Helper()
	call := c.Items[0].Calls[0]
	args := call.Raw
	if call.Args != nil {
		args = marshal(t, call.Args)
	}
	return args + " " + marshal(t, call.Value()) + " " + c.Items[1].User
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestNoTwoBecomeOne replaces a thousand details of few forms.
func TestNoTwoBecomeOne(t *testing.T) {
	var list []recorded.Conversation
	for i := range 1000 {
		args := fmt.Sprintf(`{"user_id": "u%d", "payment_id": "p_%d", "cvv": "%03d", "dob": "%s", "email": "q@h%d.test", "street": "Road %d"}`, i%90+10, i%9+1, i, time.Unix(0, 0).AddDate(0, 0, i).Format("2006-01-02"), i, i)
		list = append(list, one(t, args, fmt.Sprintf(`{"ip": "10.0.%d.%d", "first_name": "A%c%c"}`, i/250, i%250, 'a'+i%26, 'a'+i/26%26), "x"))
	}
	out, counts := replaced(t, 1, list...)
	from, to := map[string]string{}, map[string]string{}
	for i := range list {
		for field, v := range list[i].Items[0].Calls[0].Args {
			after := fmt.Sprint(out[i].Items[0].Calls[0].Args[field])
			before := fmt.Sprint(v)
			if was, ok := from[before]; ok && was != after {
				t.Fatalf("%s became %s and %s", before, was, after)
			}
			if was, ok := to[after]; ok && was != before {
				t.Fatalf("%s and %s both became %s", was, before, after)
			}
			from[before], to[after] = after, before
		}
	}
	for after := range to {
		if _, ok := from[after]; ok {
			t.Errorf("something became %s, which was there before", after)
		}
	}
	want := []Count{{Email, 1000, 1000}, {User, 90, 1000}, {Payment, 9, 1000}, {Card, 1000, 1000}, {Birth, 1000, 1000}, {Host, 1000, 1000}, {Street, 1000, 1000}, {Name, 676, 1000}}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}

func TestCheckDigitsStayRight(t *testing.T) {
	for text, check := range map[string]func(string) bool{
		"4111 1111 1111 1111":         isCard,
		"378282246310005":             isCard,
		"DE89 3704 0044 0532 0130 00": isIBAN,
		"GB29NWBK60161331926819":      isIBAN,
		"192.168.7.41":                isHost,
		"fe80:0:0:1:2:3:4:5":          isHost,
	} {
		in := one(t, `{}`, `"ok"`, "It is "+text+", yes.")
		out, _ := replaced(t, 9, in)
		got := strings.TrimSuffix(strings.TrimPrefix(out[0].Items[1].User, "It is "), ", yes.")
		if got == text || !check(got) {
			t.Errorf("%s became %s", text, got)
		}
		if addr, err := netip.ParseAddr(got); err == nil && !netip.MustParsePrefix("198.18.0.0/15").Contains(addr) && !netip.MustParsePrefix("2001:db8::/32").Contains(addr) {
			t.Errorf("%s became %s, which somebody may have", text, got)
		}
	}
	in := one(t, `{}`, `"ok"`, "Order 4111111111111112, DE00 3704 0044 0532 0130 00, version 999.1.1.1, at 12:30:45.")
	out, counts := replaced(t, 9, in)
	if diff := cmp.Diff(in.Items[1], out[0].Items[1]); diff != "" || len(counts) > 0 {
		t.Errorf("what only looks so was replaced (-want +got):\n%s%v", diff, counts)
	}
}

func TestWhatATextSaysOfToolsIsReplaced(t *testing.T) {
	data := `{"id": "of Zoltan", "tools": [{"name": "zoltan", "description": "As Zoltan did.", "parameters":
		{"type": "object", "properties": {"zoltan": {"enum": ["Zoltan", 3], "pattern": "^Zoltan$"}}}}],
		"messages": [{"role": "system", "content": "Be kind to Zoltan."}, {"role": "assistant", "tool_calls": [{"name": "zoltan", "arguments": {"first_name": "Zoltan", "zoltan": 2.5}}]}]}`
	list, err := recorded.Read([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	out, _ := replaced(t, 1, list...)
	c := out[0]
	name := c.Items[0].Calls[0].Args["first_name"].(string)
	if name == "Zoltan" || c.ID != "of "+name || c.System != "Be kind to "+name+"." || c.Tools[0].Name != "zoltan" || c.Tools[0].Description != "As "+name+" did." {
		t.Errorf("%+v", c)
	}
	want := map[string]any{"type": "object", "properties": map[string]any{"zoltan": map[string]any{"enum": []any{name, int64(3)}, "pattern": "^Zoltan$"}}}
	if diff := cmp.Diff(want, c.Tools[0].Parameters); diff != "" {
		t.Errorf("parameters (-want +got):\n%s", diff)
	}
	if list[0].ID != "of Zoltan" || list[0].Tools[0].Parameters["properties"].(map[string]any)["zoltan"].(map[string]any)["enum"].([]any)[0] != "Zoltan" {
		t.Errorf("what was given has changed: %+v", list[0])
	}
}
