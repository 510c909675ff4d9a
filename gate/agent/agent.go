// Package agent holds the candidates that Keptgate judges, one file for each
// kind, and the tables of lapses and habits that the builtin ones can have.
//
// It promises that a candidate touches nothing but the messages and tools it is
// handed, that whatever a provider does wrong comes back as a *ProviderError and
// never as a bad answer, and that no key appears in an identity or in an error.
// It imports gate/trace and gate/process; gate/trial, gate and cmd may import it.
package agent

import (
	"context"
	"net/http"
	"time"

	"github.com/keptgate/keptgate/gate/trace"
)

// Candidate is what is judged. It is safe for use by many trials at once.
type Candidate interface {
	// Identity names the candidate in results and baselines. It is the same in
	// every run and holds no key. Its first word is the candidate without
	// parameters, such as "openai:MODEL": the name that prices are listed under.
	Identity() string
	// Start begins one call of a trial. Where the caller rings again, it is asked
	// once more, and the new session knows nothing of the one before.
	Start(context.Context, Briefing) (Session, error)
}

// Scripted is a candidate that plays a script: Briefing.Script must be set.
type Scripted interface {
	Candidate
	Scripted()
}

// Whole is a candidate that calls the tools itself, over MCP at Briefing.MCP. Its
// sessions are told what the caller or the harness says and answer with what is
// spoken; they get no catalogue, return no calls, and may return a *CrashError.
type Whole interface {
	Candidate
	Whole()
}

// Session is one candidate in one call of a trial. It is used by one goroutine.
type Session interface {
	// Next hands over what the caller said, what the tools replied or what the
	// harness offers, with the catalogue in force, and returns the candidate's
	// message. At, Ledger and Step of that message are left to the trial. The
	// error is a *ProviderError, or the context's.
	Next(context.Context, trace.Message, []trace.Tool) (trace.Message, trace.Usage, error)
	Close() error
}

// Patient is a session that can tell how long Next has waited, in all so far, for
// what is not the candidate's: places, rate limits, failures of its provider.
type Patient interface {
	Session
	Waited() time.Duration
}

// Briefing is what a candidate gets before the first message.
type Briefing struct {
	System string  // the policy and the harness's note; a candidate adds its own prompt
	Seed   uint64  // of the trial
	Script *Script // for candidates that are Scripted: of the whole trial
	Later  int     // which later call of the trial begins; 0 is the first call
	MCP    string  // for candidates that are Whole: where the tools are served during this call
}

// Options is what the outside world lends to candidates.
type Options struct {
	// LookupEnv finds keys and addresses of providers. Nil finds none.
	LookupEnv func(name string) (string, bool)
	// Traffic bounds and slows what all candidates of a run ask. Nil: each has its own.
	Traffic *Traffic
	// Transport carries requests. Nil means a pool of connections, through
	// the proxies that the environment names.
	Transport http.RoundTripper
	// ReadFile reads a prompt that a candidate file names, by a path relative to
	// that file. It decides which files a candidate may read.
	ReadFile func(path string) ([]byte, error)
	// NoPrograms says why no program can be started and what to do instead; "" where
	// one can.
	NoPrograms string
	// Dir is the folder in which the program of a whole agent is started, and below
	// which its code lies. "" is the working folder.
	Dir string
	// ToolFile reads another file of tools for a suite, by a name beside the suite's
	// own or by a path relative to the candidate file; nil where the suite is not run.
	ToolFile func(suite, name string) (*ToolFile, error)
	// Published are the digests of the cases that builtin:overfitted is fitted to.
	Published map[string]bool
}

func (o Options) lookup(name string) string {
	if o.LookupEnv == nil {
		return ""
	}
	value, _ := o.LookupEnv(name)
	return value
}
