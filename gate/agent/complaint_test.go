package agent

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/keptgate/keptgate/gate/trace"
)

// TestComplaints reads refusals as providers write them.
func TestComplaints(t *testing.T) {
	for name, tc := range map[string]struct {
		status int
		body   string
		want   string // in the reason
		lasts  bool
	}{
		"an object":            {400, `{"error":{"message":"no field x","type":"invalid_request_error","code":null}}`, "(400): no field x", true},
		"a list":               {400, `[{"error":{"code":400,"message":"no field x","status":"INVALID_ARGUMENT"}}]`, "(400): no field x", true},
		"a text":               {400, `{"code":"Some requested entity was not found","error":"no field x"}`, "(400): no field x", true},
		"at the top":           {422, `{"object":"error","message":"no field x","type":"invalid"}`, "(422): no field x", true},
		"a detail":             {422, `{"detail":"no field x"}`, "(422): no field x", true},
		"nothing readable":     {400, `no field x`, "the provider refused the request (400)", true},
		"an empty list":        {400, `[]`, "the provider refused the request (400)", true},
		"a key refused by 400": {400, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}]`, "check the key in OPENAI_API_KEY", true},
		"spent":                {400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API."}}`, "no quota left (400)", true},
		"spent this month": {
			429, `{"type":"error","error":{"type":"rate_limit_error","message":"x","details":{"error_code":"enforced_spend_limit_reached"}}}`,
			"no quota left (429)", true,
		},
		"spent, by an outage": {500, `{"error":{"type":"billing_error"}}`, "no quota left (500)", true},
	} {
		srv := serve(t, reply(tc.status, tc.body))
		got := failure(t, start(t, srv.URL+"/v1", File{}))
		if !strings.Contains(got.Reason, tc.want) || got.Permanent != tc.lasts || len(srv.asked()) != 1 {
			t.Errorf("%s: got %+v after %d requests, want %q", name, *got, len(srv.asked()), tc.want)
		}
	}
}

// A call that a model wrote so badly that its provider could not read it is the
// model's own.
func TestCallThatTheProviderCouldNotRead(t *testing.T) {
	body := `{"error":{"message":"Failed to call a function.","code":"tool_use_failed","failed_generation":"<function=find{"}}`
	got, _ := next(t, start(t, serve(t, reply(400, body)).URL+"/v1", File{}), hello)
	if diff := cmp.Diff(trace.Message{Role: trace.RoleCandidate, Text: "<function=find{"}, got); diff != "" {
		t.Errorf("message (-want +got):\n%s", diff)
	}
}

// Addresses stay out of what is said, whatever failed on the way.
func TestReasonsHoldNoAddress(t *testing.T) {
	none := 0
	for name, cause := range map[string]error{
		"no such host": &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "secret.test"}},
		"refused":      &net.OpError{Op: "dial", Addr: &net.TCPAddr{IP: net.IPv4(10, 9, 8, 7)}, Err: net.UnknownNetworkError("refused")},
	} {
		s := talk(t, File{Retries: &none}, func(*http.Request) (*http.Response, error) { return nil, cause })
		got := failure(t, s)
		if !strings.Contains(got.Reason, name) || strings.Contains(got.Reason, "secret") || strings.Contains(got.Reason, "10.9") || !got.Permanent {
			t.Errorf("%s: got %+v", name, *got)
		}
	}
}

func TestKeysAreTakenOut(t *testing.T) {
	for _, key := range []string{"sk-ant-api03-x_Y-z", "sk-proj-12*****89", "gsk_aB3dE", "xai-aB3dE", "AIzaSyB-1_x", "tgp_v1_aB3", "fw_3ZaB"} {
		if got := safe("bad key " + key + ", sorry"); got != "bad key [key], sorry" {
			t.Errorf("%s: got %q", key, got)
		}
	}
}

// A redirect is no answer, and nothing follows it.
func TestRedirectsAreNotFollowed(t *testing.T) {
	inEvery(t, func(t *testing.T, in tongue) {
		elsewhere := serveAt(t, in.path, ok(in.text("Hi.")))
		s, _ := in.meet(t, File{}, reply(308, ``, "Location", elsewhere.URL+in.path))
		if got := failure(t, s); got.Status != 308 || !strings.Contains(got.Reason, "redirect") || strings.Contains(got.Reason, elsewhere.URL) {
			t.Errorf("got %+v", *got)
		}
		if n := len(elsewhere.asked()); n != 0 {
			t.Errorf("%d requests went elsewhere", n)
		}
	})
}

func TestPlacesGivenUpInTheLastMoment(t *testing.T) {
	p := newPlaces(1)
	if err := p.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.abandon(make(chan struct{})) // its turn came while it was called off
	if p.taken != 0 {
		t.Errorf("%d places are taken, want none", p.taken)
	}
}
