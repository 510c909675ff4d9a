// Package githubtest is a fake GitHub for tests: the few API calls that Keptgate makes, with state, scripted failures
// and a record of every request.
//
// It promises that no exchange passes unchecked: each request and each answer is held against GitHub's own description
// of its API (see README.md), and whatever breaks it is a violation. Tests of any package may import it; the program
// may not.
package githubtest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"
)

// User is whom a token speaks for.
type User struct {
	Login    string
	App      bool // an app's token: it may not ask who it is, and its login ends in [bot]
	ReadOnly bool // its writes are refused with 403
	// Deny are beginnings of operations, such as checks/, that are refused with 403 as well.
	Deny []string
}

// Comment is a comment as the server keeps it.
type Comment struct {
	ID    int64
	Login string
	Body  string
}

// Request is a request as it arrived.
type Request struct {
	Method string
	Path   string
	Query  url.Values
	Body   string
}

// Server is a fake GitHub on a loopback port, which a container with the host's network reaches as well. It may be used
// by several goroutines.
type Server struct {
	// URL is the API's address, as in GITHUB_API_URL.
	URL  string
	http *httptest.Server
	api  *description

	mu         sync.Mutex
	watch      func(Request)
	users      map[string]User   // by token
	heads      map[thread]string // open pull requests
	sources    map[thread]string // OWNER:BRANCH of pull requests
	closed     map[thread]bool
	issues     map[string][]Issue // by OWNER/NAME
	comments   map[thread][]Comment
	checks     []Check
	statuses   []Status
	git        gitObjects
	truncate   bool
	lastID     int64
	failures   []Failure
	requests   []Request
	violations []string

	deployments []Deployment
}

// thread is one pull request's conversation.
type thread struct {
	repo   string // OWNER/NAME
	number int
}

// New starts a server without users and pull requests. Close stops it.
func New() (*Server, error) {
	s := &Server{
		users: map[string]User{}, heads: map[thread]string{}, comments: map[thread][]Comment{},
		git:     gitObjects{commits: map[string]commit{}, trees: map[string][]object{}, blobs: map[string]string{}, heads: map[string]string{}},
		sources: map[thread]string{}, closed: map[thread]bool{}, issues: map[string][]Issue{},
	}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.URL = "http://" + s.http.Listener.Addr().String()
	api, err := loadDescription(s.URL)
	if err != nil {
		s.http.Listener.Close()
		return nil, err
	}
	s.api = api
	s.http.Start()
	return s, nil
}

// Start is New for a test: the server stops with it, and every violation fails it.
func Start(tb testing.TB) *Server {
	tb.Helper()
	s, err := New()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		s.Close()
		for _, violation := range s.Violations() {
			tb.Errorf("GitHub's API description is violated: %s", violation)
		}
	})
	return s
}

// Close stops the server and waits for requests in progress.
func (s *Server) Close() { s.http.Close() }

// Watch has a function called with each request from now on, before it is handled; it may use the server. Nil ends that.
func (s *Server) Watch(f func(Request)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watch = f
}

// AddToken lets requests with the token in as the user.
func (s *Server) AddToken(token string, user User) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[token] = user
}

// SetPull opens a pull request in OWNER/NAME, or moves its head.
func (s *Server) SetPull(repo string, number int, head string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heads[thread{repo, number}] = head
}

// AddComment adds a comment by anyone and returns its id.
func (s *Server) AddComment(repo string, number int, login, body string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(thread{repo, number}, login, body).ID
}

// add needs the lock.
func (s *Server) add(t thread, login, body string) Comment {
	s.lastID++
	comment := Comment{ID: s.lastID, Login: login, Body: body}
	s.comments[t] = append(s.comments[t], comment)
	return comment
}

// Comments returns a conversation, oldest first.
func (s *Server) Comments(repo string, number int) []Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.comments[thread{repo, number}])
}

// Requests returns every request until now.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Violations returns where requests or answers until now differ from GitHub's description.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// maxRequest is more than any request that GitHub accepts here, in bytes.
const maxRequest = 1 << 20

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		http.Error(w, "request too large", http.StatusRequestEntityTooLarge)
		return
	}
	seen := Request{Method: r.Method, Path: r.URL.Path, Query: r.URL.Query(), Body: string(body)}
	s.mu.Lock()
	watch := s.watch
	s.mu.Unlock()
	if watch != nil {
		watch(seen)
	}
	answer := s.handle(r, seen)
	if answer.drop {
		panic(http.ErrAbortHandler) // the one way to break a connection off
	}
	answer.write(w)
}

func (s *Server) handle(r *http.Request, seen Request) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, seen)
	call, broken := s.api.request(r, seen.Body)
	s.violations = append(s.violations, broken...)
	if call == nil {
		return refuse(http.StatusNotFound, "Not Found")
	}
	failure := s.nextFailure(seen)
	if failure == nil || failure.Commit {
		answer := s.answer(call)
		s.violations = append(s.violations, s.api.response(call, answer)...)
		if failure == nil {
			return answer
		}
	}
	answer := failure.reply()
	if !answer.drop {
		s.violations = append(s.violations, s.api.response(call, answer)...)
	}
	return answer
}
