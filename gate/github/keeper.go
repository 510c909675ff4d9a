package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Outcome says what became of a comment or an issue.
type Outcome string

// The outcomes of PutComment, PutIssue and CloseIssue.
const (
	Created   Outcome = "created"
	Updated   Outcome = "updated"
	Closed    Outcome = "closed"    // of an issue
	Skipped   Outcome = "skipped"   // there is nothing to write, or another run's is the one to show
	Forbidden Outcome = "forbidden" // the token may not write: the job summary has to do
)

// Posted is the fate of a comment or an issue.
type Posted struct {
	Outcome Outcome
	Reason  string // why it was skipped or forbidden
	URL     string // of the gate's own; "" where there is none or it was not looked for
}

const (
	perPage     = 100
	maxPages    = 100 // GitHub closes a conversation at 2,500 comments
	maxCreate   = 3
	createPause = 2 * time.Second // before looking whether it exists after all
)

// own is a comment or an issue of this gate by our author.
type own struct {
	id   int64 // of an issue its number
	mark marker
	url  string
}

// shelf is where a gate keeps one text for people: the conversation of a pull request, the issues of a repository.
type shelf interface {
	// list returns the gate's own by an author, oldest first.
	list(ctx context.Context, login string) ([]own, error)
	// add writes a new one, and says whom the token has written as.
	add(ctx context.Context) (made own, login string, err error)
	// edit brings one to the new text and returns its address.
	edit(ctx context.Context, id int64) (string, error)
	// remove takes a duplicate away; one that is gone already is as good.
	remove(ctx context.Context, id int64) error
}

// keeper keeps a shelf at one text for each gate, whatever other runs do meanwhile.
type keeper struct {
	client *Client
	shelf  shelf
	mark   marker
	login  string // whose texts are ours
}

// put edits the text that is there, or adds it. Nothing is written where another one outranks it, or where ready, which
// sees what is there, says why not.
func (k *keeper) put(ctx context.Context, ready func(context.Context, []own) (why string, err error)) (Posted, error) {
	var err error
	if k.login, err = k.client.login(ctx); err != nil {
		return Posted{}, err
	}
	have, err := k.shelf.list(ctx, k.login)
	if err != nil {
		return Posted{}, err
	}
	if other := k.outranked(have); other != nil {
		return k.skipped(other), nil
	}
	why, err := ready(ctx, have)
	if err != nil {
		return Posted{}, err
	}
	if why != "" {
		return Posted{Outcome: Skipped, Reason: why}, nil
	}
	if len(have) > 0 {
		return k.update(ctx, have)
	}
	return k.create(ctx)
}

// update edits the oldest, where people have seen it before, and removes the others.
func (k *keeper) update(ctx context.Context, have []own) (Posted, error) {
	url, err := k.shelf.edit(ctx, have[0].id)
	if err != nil {
		return Posted{}, err
	}
	return Posted{Outcome: Updated, URL: url}, k.remove(ctx, have[1:])
}

// create adds the text, then lists again: another run may have written meanwhile, and what an app has written is known
// for ours only now.
func (k *keeper) create(ctx context.Context) (Posted, error) {
	made, err := k.add(ctx)
	if err != nil {
		return Posted{}, err
	}
	have, err := k.shelf.list(ctx, k.login)
	if err != nil {
		return Posted{Outcome: Created, URL: made.url}, fmt.Errorf("look for duplicates: %w", err)
	}
	if other := k.outranked(have); other != nil {
		return k.skipped(other), k.remove(ctx, []own{made})
	}
	if !slices.ContainsFunc(have, func(o own) bool { return o.id == made.id }) { // a list may lag behind
		have = append(have, made)
	}
	if have[0].id != made.id {
		return k.update(ctx, have)
	}
	return Posted{Outcome: Created, URL: made.url}, k.remove(ctx, have[1:])
}

// add writes the text anew. Where the answer leaves open whether it is there now, it looks before it tries again.
func (k *keeper) add(ctx context.Context) (own, error) {
	for attempt := 1; ; attempt++ {
		made, login, err := k.shelf.add(ctx)
		if err == nil {
			k.login = login
			return made, nil
		}
		if !ambiguous(ctx, err) {
			return own{}, err
		}
		if err := k.client.sleep(ctx, createPause<<(attempt-1)); err != nil {
			return own{}, err
		}
		have, listErr := k.shelf.list(ctx, k.login)
		if listErr != nil {
			return own{}, errors.Join(err, listErr)
		}
		if i := slices.IndexFunc(have, func(o own) bool { return o.mark == k.mark }); i >= 0 {
			return have[i], nil
		}
		if attempt == maxCreate {
			return own{}, err
		}
	}
}

// outranked returns a text that ours must not take the place of, or nil.
func (k *keeper) outranked(have []own) *own {
	for i := range have {
		if have[i].mark.outranks(k.mark) {
			return &have[i]
		}
	}
	return nil
}

func (k *keeper) skipped(other *own) Posted {
	why := fmt.Sprintf("run %d, attempt %d, is newer and has written", other.mark.run, other.mark.attempt)
	if k.mark.unverified && !other.mark.unverified && other.mark.head == k.mark.head {
		why = fmt.Sprintf("run %d, attempt %d, has written about %s itself, and what is unverified does not take its place",
			other.mark.run, other.mark.attempt, k.mark.head)
	}
	return Posted{Outcome: Skipped, URL: other.url, Reason: why}
}

func (k *keeper) remove(ctx context.Context, list []own) error {
	for _, o := range list {
		if err := k.shelf.remove(ctx, o.id); err != nil {
			return err
		}
	}
	return nil
}

// fate tells a refusal, after which the run goes on, from an error. An outcome beside an error stands: only duplicates
// are left. Statuses that hide what a token may not see count as refusals, as does 410 for issues that are switched off.
func fate(what, permission string, posted Posted, err error) (Posted, error) {
	switch status, message := refusal(err); {
	case err != nil && posted.Outcome != "":
		return posted, fmt.Errorf("tidy after %s: %w", what, err)
	case status == http.StatusForbidden, status == http.StatusNotFound, status == http.StatusGone:
		return Posted{Outcome: Forbidden, Reason: fmt.Sprintf("GitHub says %q; the job needs the permission %s", message, permission)}, nil
	case err != nil:
		return Posted{}, fmt.Errorf("put %s: %w", what, err)
	}
	return posted, nil
}
