package ops

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/edit"
	"github.com/openeik/ekgit/repo"
)

// How far back a request is recognised, in commits and, for requests of another id
// with the same commands, in time.
const (
	rememberedCommits = 1000
	repeatWithin      = 5 * time.Minute
)

// memory knows the requests behind the last commits of a branch. It is brought up to
// date from the history before each write, so that hand commits and other hosts are
// seen, at a cost of the commits since.
type memory struct {
	mu     sync.Mutex
	head   repo.Hash
	byID   map[string]remembered
	byHash map[string]remembered
}

type remembered struct {
	commit repo.Hash
	hash   string
	when   time.Time
}

// replayed is a request that was carried out before.
type replayed struct{ remembered }

// remember keeps what a commit of this host answered.
func (h *Host) remember(id, hash string, commit repo.Hash, when time.Time) {
	h.memory.mu.Lock()
	defer h.memory.mu.Unlock()
	h.memory.add(id, remembered{commit, hash, when})
	h.memory.head = commit
}

func (m *memory) add(id string, r remembered) {
	if m.byID == nil {
		m.byID, m.byHash = map[string]remembered{}, map[string]remembered{}
	}
	m.byID[id] = r
	if old, ok := m.byHash[r.hash]; !ok || r.when.After(old.when) {
		m.byHash[r.hash] = r
	}
}

// earlier tells whether the request was carried out before: by its id, which is
// answered again, or by its commands within the last minutes, which is refused.
func (c *call) earlier(ctx context.Context, w once, head repo.Head) (*replayed, error) {
	m := &c.host.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := c.host.recall(ctx, head); err != nil {
		return nil, err
	}
	hash := w.in.hash()
	if r, ok := m.byID[c.req.RequestID]; ok {
		if r.hash != hash {
			return nil, &model.Problem{Code: model.Conflict, Message: fmt.Sprintf("the request %s was carried out with other content, as commit %.12s", c.req.RequestID, r.commit),
				Hint: "Send a new requestId for a new request"}
		}
		return &replayed{r}, nil
	}
	r, ok := m.byHash[hash]
	ago := c.host.options.Clock().Sub(r.when).Abs() // whose clock is ahead does not matter
	if ok && !w.in.Again && !w.repeats && ago < repeatWithin && !c.undone(ctx, r.commit, head) {
		return nil, &model.Problem{Code: model.Conflict, Message: fmt.Sprintf("the same commands were carried out %s ago, as commit %.12s", ago.Round(time.Second), r.commit),
			Hint: "Nothing was written. Where they are meant a second time, send again: true", Details: map[string]any{"commit": r.commit.String()}}
	}
	return nil, nil
}

// recall reads the requests of the commits that came since it last looked. Where the
// branch was reset or another one checked out, what is on it now is all that counts.
func (h *Host) recall(ctx context.Context, head repo.Head) error {
	m := &h.memory
	if head.Commit == m.head {
		return nil
	}
	found, n, follows := memory{head: head.Commit}, 0, false
	if !head.Unborn {
		err := h.repo.Log(ctx, head.Commit, func(commit *repo.Commit) bool {
			if n++; commit.Hash == m.head || n > rememberedCommits {
				follows = commit.Hash == m.head
				return false
			}
			if id, hash, ok := strings.Cut(trailer(commit.Message, "Eik-Request"), " "); ok {
				found.add(id, remembered{commit.Hash, hash, commit.Committed})
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	if !follows {
		m.byID, m.byHash = nil, nil
	}
	m.head = found.head
	for id, r := range found.byID {
		m.add(id, r)
	}
	return nil
}

// trailer answers the value of a trailer in the last paragraph of a commit message.
func trailer(message, key string) string {
	message = strings.TrimRight(message, "\n")
	last := message[strings.LastIndex(message, "\n\n")+1:]
	for line := range strings.Lines(last) {
		if value, ok := strings.CutPrefix(line, key+": "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// replay answers what the first carrying out of a request answered, from its commit.
func (c *call) replay(ctx context.Context, in *writeIn, r *replayed) (*written, error) {
	commit, err := c.host.repo.CommitAt(ctx, r.commit)
	if err != nil {
		return nil, err
	}
	done, err := c.redo(ctx, in, commit)
	if err != nil {
		return nil, err
	}
	w := c.report(&repo.Committed{Commit: r.commit, Head: c.head, Snapshot: done.after}, done)
	w.Replayed = true
	return w, nil
}

// redo works out again what a request did in a commit.
func (c *call) redo(ctx context.Context, in *writeIn, commit *repo.Commit) (*outcome, error) {
	before, after, err := c.bothSides(ctx, commit)
	if err != nil {
		return nil, err
	}
	done, err := c.redone(ctx, in, before, after)
	if err != nil {
		return nil, err
	}
	if done.subject = commit.Subject(); len(commit.Parents) > 0 {
		done.base = commit.Parents[0]
	}
	return done, nil
}

// redone works out again what a request did between two models.
func (c *call) redone(ctx context.Context, in *writeIn, before, after *model.Snapshot) (*outcome, error) {
	_, edits, err := editsToCommit(in.Commands)
	if revert, failed := revertOf(in.Commands); edits || revert != nil || err != nil || failed != nil {
		o := &outcome{before: before, after: after, verbatim: true}
		o.ofFiles(model.Diff(before, after))
		o.counts = edit.Count(before, after, o.changes)
		o.delta, err = check.Changed(ctx, before, after, c.host.options.Clock())
		return o, err
	}
	started, commands, _, err := c.beginModel(ctx, before, in.Commands)
	if err != nil {
		return nil, err
	}
	return c.try(ctx, started, commands)
}
