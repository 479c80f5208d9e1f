package hooks

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/repo"
)

// Push is a push as git tells its pre-receive hook of it.
type Push struct {
	Dir     string              // the hook's folder: the bare repository
	Getenv  func(string) string // the hook's environment
	Updates io.Reader           // the hook's standard input: old, new and name of each ref
	Now     func() time.Time
}

// Receive judges a push, and answers why it is to be refused: nothing where it may be
// let in. The model branch only grows along its first parents, by commits that bring no new error and are
// attributed and signed as the server's configuration asks; what lies below refs/eik is
// only added to; proposals are readable; everything else is nobody's business here.
// Nothing is written. An error says that the push cannot be judged: it is then to be
// refused too.
func Receive(ctx context.Context, push Push) (refusals []Refusal, err error) {
	updates, err := readUpdates(push.Updates)
	if err != nil {
		return nil, err
	}
	m, err := openIncoming(ctx, push)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	head, err := m.Head(ctx)
	if err != nil {
		return nil, err
	}
	if head.Ref == "" {
		return nil, errors.New("HEAD of the server names no branch, so that none is the model's: set eik.branch there")
	}
	p, err := readPolicy(m, head.Ref, push.Getenv)
	if err != nil {
		return nil, err
	}
	r := &receiver{m: m, policy: p, now: push.Now(), head: head.Commit}
	if head.Unborn {
		r.elsewhere(updates)
	}
	for _, u := range updates {
		if err := r.update(ctx, u); err != nil {
			return nil, fmt.Errorf("%s: %w", u.ref, err)
		}
	}
	return r.refusals, nil
}

// openIncoming opens the repository with the objects of the push, at the folder in its
// commits that eik.path names.
func openIncoming(ctx context.Context, push Push) (*repo.Model, error) {
	opt := repo.Options{Schema: category.Schema(), Clock: push.Now, Incoming: &repo.Incoming{Objects: repo.IncomingObjects(push.Getenv)}}
	m, err := repo.Open(ctx, push.Dir, opt)
	if err != nil {
		return nil, err
	}
	path, ok := m.Setting("eik.path")
	if !ok {
		return m, nil
	}
	if err := m.Close(); err != nil {
		return nil, err
	}
	opt.Path = path
	return repo.Open(ctx, push.Dir, opt)
}

// update is one line of what git tells the hook.
type update struct {
	old, new repo.Hash // zero where there is none
	ref      string
}

// maxUpdates is how many refs one push may move.
const maxUpdates = 100_000

func readUpdates(in io.Reader) ([]update, error) {
	var updates []update
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		words := strings.SplitN(lines.Text(), " ", 3)
		if len(words) != 3 || len(updates) == maxUpdates {
			return nil, fmt.Errorf("git names at most %d updates as old, new, ref, and not %.80q; is this run as a pre-receive hook?", maxUpdates, lines.Text())
		}
		u := update{ref: words[2]}
		for i, h := range []*repo.Hash{&u.old, &u.new} {
			if raw, err := hex.DecodeString(words[i]); err != nil || copy(h[:], raw) != len(h) || len(raw) != len(h) {
				return nil, fmt.Errorf("%q is no object name of a repository with SHA-1 names", words[i])
			}
		}
		updates = append(updates, u)
	}
	return updates, lines.Err()
}

// receiver judges one push.
type receiver struct {
	m        *repo.Model
	policy   *policy
	now      time.Time
	head     repo.Hash // of the model branch, before the push
	measure  measure
	refusals []Refusal
}

// elsewhere refuses branches for a server whose model branch has no commit yet and gets
// none: most often its HEAD names another branch than people push, and nothing that they
// push would ever be judged.
func (r *receiver) elsewhere(updates []update) {
	branches := slices.DeleteFunc(slices.Clone(updates), func(u update) bool { return u.new.IsZero() || !strings.HasPrefix(u.ref, "refs/heads/") })
	if len(branches) == 0 || slices.ContainsFunc(branches, func(u update) bool { return u.ref == r.policy.branch }) {
		return
	}
	r.refuse(Refusal{Ref: branches[0].ref, Why: fmt.Sprintf("the model's branch is %s here, and has no commit yet", r.policy.branch),
		Hint: "push to it first, or name another on the server: git symbolic-ref HEAD refs/heads/<branch>"})
}

// update judges the move of one ref. A symbolic one is judged as the ref it leads to.
func (r *receiver) update(ctx context.Context, u update) error {
	target, err := r.m.RefTarget(u.ref)
	if err != nil {
		return err
	}
	switch {
	case target == r.policy.branch:
		return r.modelBranch(ctx, u)
	case strings.HasPrefix(target, workRefs):
		return nil
	case strings.HasPrefix(target, records):
		return r.recorded(ctx, u)
	case strings.HasPrefix(target, "refs/replace/"):
		r.refuse(Refusal{Ref: u.ref, Why: "replaced objects would show another history than the one that was checked", Hint: "do not push refs/replace"})
	case strings.HasPrefix(target, r.policy.proposals) && !u.new.IsZero():
		return r.proposal(ctx, u)
	}
	return nil
}

// proposal judges the branch of a proposal. It may hold errors, be rewritten and be
// taken away: but its files must be ones that a reviewer can read.
func (r *receiver) proposal(ctx context.Context, u update) error {
	commits, err := r.m.Between(ctx, []repo.Hash{u.old, r.head}, u.new)
	if err != nil {
		return err
	}
	for _, h := range commits {
		c, err := r.m.CommitAt(ctx, h)
		if err != nil {
			return err
		}
		r.authored(u.ref, c)
		if err := r.examine(ctx, u.ref, c, c.Parents, unreadable); err != nil || r.full() {
			return err
		}
	}
	return nil
}
