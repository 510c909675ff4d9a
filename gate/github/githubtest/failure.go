package githubtest

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
)

// Failure is what the server answers instead of what it should.
type Failure struct {
	Method  string            // of the requests it meets; "" for any
	Path    string            // start of their path; "" for any
	Skip    int               // how many of them it lets pass first
	Times   int               // how many of them; 0 means 1
	Commit  bool              // carry the request out first: only the answer is lost
	Drop    bool              // break the connection off without an answer
	Status  int               // of the answer, 400 or above
	Message string            // of the answer
	Header  map[string]string // of the answer
}

// Fail scripts failures. A request meets the first one left that fits it.
func (s *Server) Fail(failures ...Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, failure := range failures {
		failure.Times = cmp.Or(failure.Times, 1)
		s.failures = append(s.failures, failure)
	}
}

// nextFailure uses up one time of the failure that the request meets; it needs the lock.
func (s *Server) nextFailure(r Request) *Failure {
	for i := range s.failures {
		failure := s.failures[i]
		if failure.Method != "" && failure.Method != r.Method || !strings.HasPrefix(r.Path, failure.Path) {
			continue
		}
		if failure.Skip > 0 {
			s.failures[i].Skip--
			return nil
		}
		if s.failures[i].Times--; s.failures[i].Times == 0 {
			s.failures = slices.Delete(s.failures, i, i+1)
		}
		return &failure
	}
	return nil
}

func (f *Failure) reply() reply {
	if f.Drop {
		return reply{drop: true}
	}
	answer := refuse(f.Status, cmp.Or(f.Message, http.StatusText(f.Status)))
	for name, value := range f.Header {
		answer.header.Set(name, value)
	}
	return answer
}
