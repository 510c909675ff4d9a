package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// lendingService is a live HTTP service that does what the suite of fidelity.txtar
// simulates, in the way of one scenario.
type lendingService struct {
	url      string
	mu       sync.Mutex
	scenario string
	lent     map[string]bool
	log      []string // requests, as METHOD path?query body
}

// serviceKey is where a script keeps its service.
type serviceKey struct{}

// startLending is the script command
//
//	service SCENARIO
//
// which starts the service, sets SERVICE to its address, or, where it has been
// started, lets it go on in another way from its start.
func startLending(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: service SCENARIO")
	}
	s := ts.Value(serviceKey{}).(*lendingService)
	if s.url == "" {
		server := httptest.NewServer(s)
		ts.Defer(server.Close)
		s.url = server.URL
		ts.Setenv("SERVICE", server.URL)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scenario, s.lent, s.log = args[0], map[string]bool{"t3": true}, nil
}

// checkServed is the script command
//
//	served REGEXP
//
// which looks into the requests that the service was sent since its start.
func checkServed(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: served REGEXP")
	}
	s := ts.Value(serviceKey{}).(*lendingService)
	s.mu.Lock()
	defer s.mu.Unlock()
	log := strings.Join(s.log, "\n")
	found, err := regexp.MatchString("(?m)"+args[0], log)
	ts.Check(err)
	if found == neg {
		ts.Fatalf("requests match %q: %v\n%s", args[0], found, log)
	}
}

// ServeHTTP implements http.Handler.
func (s *lendingService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.log = append(s.log, fmt.Sprintf("%s %s %s", r.Method, r.URL, body))
	scenario := s.scenario
	s.mu.Unlock()
	if s.spoilt(w, r, scenario) {
		return
	}
	status, answer := s.answer(r, body, scenario)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

// spoilt answers as no service should.
func (s *lendingService) spoilt(w http.ResponseWriter, r *http.Request, scenario string) bool {
	switch scenario {
	case "hang":
		<-r.Context().Done()
	case "trickle": // the head comes and the rest does not
		w.WriteHeader(200)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	case "reset":
		panic(http.ErrAbortHandler)
	case "redirect":
		http.Redirect(w, r, "/stolen", http.StatusTemporaryRedirect)
	case "unavailable":
		w.WriteHeader(http.StatusServiceUnavailable)
	case "huge":
		for range 3 << 10 {
			if _, err := w.Write([]byte(strings.Repeat("[", 1<<10))); err != nil {
				break
			}
		}
	case "deep":
		_, _ = io.WriteString(w, strings.Repeat("[", 100)+strings.Repeat("]", 100))
	case "page":
		_, _ = io.WriteString(w, "<html>\n::error::down</html>")
	case "wide":
		fields := map[string]int{}
		for i := range 2_000 {
			fields[fmt.Sprintf("f%04d", i)] = i
		}
		_ = json.NewEncoder(w).Encode(fields)
	default:
		if r.Header.Get("Authorization") == "Bearer k3y&<word>" {
			return false
		}
		w.WriteHeader(http.StatusUnauthorized)
	}
	return true
}

// answer does what is asked for.
func (s *lendingService) answer(r *http.Request, body []byte, scenario string) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	switch {
	case r.URL.Path == "/v1/tools" && r.Method == "GET":
		return s.tools(r, scenario)
	case len(path) == 3 && r.Method == "POST":
		var asked struct{ Due string }
		_ = json.Unmarshal(body, &asked)
		return s.lend(path[1], asked.Due, scenario)
	case len(path) == 3 && r.Method == "DELETE":
		if scenario == "kept" {
			return refusal(403, "forbidden")
		}
		if scenario == "closing" {
			return 503, nil
		}
		delete(s.lent, path[1])
		return 200, map[string]any{"id": path[1], "lent": false}
	default:
		return refusal(404, "not_found")
	}
}

func (s *lendingService) tools(r *http.Request, scenario string) (int, any) {
	drill := map[string]any{"id": "t2", "name": "Drill", "shelf": 2, "note": "the big one"}
	answer := map[string]any{"items": []any{drill}, "count": 1}
	switch scenario {
	case "empty":
		answer["items"], answer["count"] = []any{}, 0
	case "renamed":
		drill["title"] = drill["name"]
		delete(drill, "name")
	case "typed":
		drill["shelf"] = "2"
	case "fraction":
		drill["shelf"] = 2.5
	case "null":
		drill["note"] = nil
	case "other":
		drill["name"] = "Hammer"
	case "list":
		return 200, []any{drill}
	case "refusing":
		return refusal(403, "forbidden")
	case "echo":
		drill[r.Header.Get("Authorization")] = 1
		drill["name"] = strings.Repeat("x", 290) + r.Header.Get("Authorization")
	case "hostile":
		drill["::set-output name=x::##[error] | `a` <img src=x> @octocat\n::error::y"] = 1
	case "traversal":
		drill["id"] = ".."
	}
	return 200, answer
}

func (s *lendingService) lend(id, due, scenario string) (int, any) {
	switch {
	case s.lent[id] && scenario == "status":
		return refusal(422, "lent")
	case s.lent[id] && scenario == "code":
		return refusal(409, "taken")
	case s.lent[id] && scenario == "error-body":
		return 409, map[string]any{"error": "lent"}
	case s.lent[id] && scenario != "answering":
		return refusal(409, "lent")
	case scenario == "lost":
		s.lent[id] = true
		return 502, nil
	}
	s.lent[id] = true
	return 201, map[string]any{"id": 2, "tool": id, "who": "Ana", "due": due}
}

func refusal(status int, code string) (int, any) {
	return status, map[string]any{"error": map[string]any{"code": code, "status": status, "message": "No."}}
}
