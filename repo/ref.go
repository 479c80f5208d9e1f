package repo

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/openeik/ekgit/repo/internal/lockfile"
	"github.com/openeik/ekgit/repo/internal/refs"
	"github.com/openeik/ekgit/repo/internal/steps"
)

// Ref is a name such as refs/heads/main and the object that it stands for.
type Ref struct {
	Name string
	Hash Hash
	// Err says, in a list, why the ref cannot be read; Hash is zero then.
	Err error
}

// RefUpdate moves a ref. A zero Old means that it must not be there yet, a zero New
// that it is taken away.
type RefUpdate struct {
	Name     string
	Old, New Hash
	Message  string // for its log
}

// RefMovedError says that a ref is not where an update or a commit expected it.
type RefMovedError = refs.MovedError

// Refs answers the ref of a name, or, where the name ends in a slash, all refs below
// it, by name. It is empty where there is none.
func (m *Model) Refs(_ context.Context, name string) ([]Ref, error) {
	if !strings.HasSuffix(name, "/") {
		ref, err := m.refs.Resolve(name)
		if err != nil || ref.Hash.IsZero() {
			return nil, err
		}
		return []Ref{{Name: name, Hash: ref.Hash}}, nil
	}
	var list []Ref
	found, err := m.refs.List(name, func(broken string, err error) { list = append(list, Ref{Name: broken, Err: explain(err)}) })
	for _, ref := range found {
		list = append(list, Ref{Name: ref.Name, Hash: ref.Hash})
	}
	slices.SortFunc(list, func(a, b Ref) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// RefMoved answers when a ref was moved last, by this clone's own log of it, and the
// zero time where it has none.
func (m *Model) RefMoved(_ context.Context, name string) (time.Time, error) {
	return m.refs.Moved(name)
}

// UpdateRefs moves refs, all or none, durably: a RefMovedError says which one is not
// where it should be. A stop in the middle leaves some of them done; those that take a ref
// away are the last. The branch that HEAD names, and those that other work trees have
// checked out, are not moved here.
func (m *Model) UpdateRefs(ctx context.Context, updates []RefUpdate) error {
	if len(updates) == 0 {
		return nil
	}
	names := make([]string, len(updates))
	move := refs.Move{Message: updates[0].Message}
	for i, u := range updates {
		names[i] = u.Name
		move.Updates = append(move.Updates, refs.Update{Name: u.Name, Old: u.Old, New: u.New})
		if u.New.IsZero() {
			names = append(names, packedRefs) // a ref goes from there too
		}
	}
	held, err := m.lockRefs(ctx, "move refs", time.Now().Add(m.opt.LockWait), names...)
	if err != nil {
		return err
	}
	move.Who = m.who()
	return join(explain(held.apply(ctx, move)), held.release())
}

// PackRefs packs the refs below a name that ends in a slash, where there are many loose
// ones: listing loose refs costs a file each.
func (m *Model) PackRefs(ctx context.Context, name string) error {
	held, err := m.lockRefs(ctx, "pack refs", time.Now().Add(m.opt.LockWait), packedRefs)
	if err != nil {
		return err
	}
	alone := func(name string, do func() error) error {
		one, err := m.lockRefs(ctx, "pack refs", time.Now(), name)
		var busy *LockedError
		var elsewhere *ElsewhereError
		if errors.As(err, &busy) || errors.As(err, &elsewhere) {
			return nil
		}
		if err != nil {
			return err
		}
		return join(do(), one.release())
	}
	return join(explain(m.refs.Pack(ctx, held.mark, name, time.Until(held.until), alone)), held.release())
}

// packedRefs is the name that stands for the file of packed refs among locks.
const packedRefs = "packed-refs"

// who names the person for whom refs are moved in their logs, as git does without
// asking for one.
func (m *Model) who() string {
	now := m.opt.Clock()
	person, err := m.Identity()
	if err != nil {
		person = Person{"ekgit", "ekgit@localhost"}
	}
	return fmt.Sprintf("%s <%s> %d %s", person.Name, person.Email, now.Unix(), now.Format("-0700"))
}

// heldRefs are refs that this process alone moves for now. Others wait for those refs
// only, and for the holder of none else.
type heldRefs struct {
	m     *Model
	locks []*locked
	mark  *lockfile.Mark
	until time.Time
}

// lockRefs takes the host's locks on refs, in the order of their names.
func (m *Model) lockRefs(ctx context.Context, purpose string, until time.Time, names ...string) (*heldRefs, error) {
	if m.opt.Incoming != nil {
		return nil, errReadOnly
	}
	h := &heldRefs{m: m, until: until}
	for _, dir := range []string{m.gitEik(), m.refFolder()} {
		if err := steps.MkdirAll(m.fs, dir, 0o777); err != nil {
			return nil, explain(err)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if err := m.mayMove(name); err != nil {
			return nil, join(err, h.release())
		}
		if err := h.take(ctx, purpose, name); err != nil {
			return nil, join(err, h.release())
		}
	}
	if err := h.openMark(ctx); err != nil {
		return nil, join(explain(err), h.release())
	}
	return h, nil
}

// refFolder answers where the locks on refs lie, for all work trees.
func (m *Model) refFolder() string { return filepath.Join(m.layout.Common, "eik", "refs") }

// openMark opens the mark of git's locks on refs. Whoever needs it first makes it.
func (h *heldRefs) openMark(ctx context.Context) (err error) {
	path := filepath.Join(h.m.refFolder(), "mark")
	if !isFile(path) {
		l := &locked{model: h.m}
		timeout, cancel := context.WithDeadline(ctx, h.until)
		defer cancel()
		if err := l.takeFile(timeout, path+".lock", "begin"); err != nil {
			return err
		}
		defer func() { err = join(err, l.remove()) }()
	}
	h.mark, err = lockfile.OpenMark(h.m.fs, path, rand.Reader)
	return err
}

// mayMove tells whether a ref may be moved without regard to files and index.
func (m *Model) mayMove(name string) error {
	if name == packedRefs {
		return nil
	}
	if err := refs.CheckName(name); err != nil {
		return err
	}
	head, err := m.head()
	if err != nil {
		return err
	}
	if head.Ref == name {
		return &ElsewhereError{head.Branch, m.String()}
	}
	if other := m.layout.Elsewhere(name); other != "" {
		return &ElsewhereError{strings.TrimPrefix(name, "refs/heads/"), other}
	}
	return nil
}

// take takes the lock of one ref. Its file is removed before the lock is given back:
// thousands of proposals leave none.
func (h *heldRefs) take(ctx context.Context, purpose, name string) error {
	start := time.Now()
	timeout, cancel := context.WithDeadline(ctx, h.until)
	defer cancel()
	file := filepath.Join(h.m.refFolder(), refFile(name))
	l := &locked{model: h.m, ref: name}
	err := l.takeFile(timeout, file, purpose)
	if errors.Is(err, context.DeadlineExceeded) {
		err = h.m.waitedInVain(ctx, file, start)
	}
	if err != nil {
		return explain(err)
	}
	h.locks = append(h.locks, l)
	return nil
}

// refFile names the files that stand for a ref beside it: a name can hold what no file
// name may.
func refFile(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:12])
}

// apply does a move. It answers nil once all refs have moved, also where a log was not
// written.
func (h *heldRefs) apply(ctx context.Context, move refs.Move) error {
	move.Wait = waitUntil(h.until)
	err := h.m.refs.Apply(ctx, h.mark, move)
	var moved *refs.MovedError
	var held *lockfile.HeldError
	if err == nil || errors.As(err, &moved) || errors.As(err, &held) || !h.m.allMoved(move.Updates) {
		return explain(err)
	}
	return nil
}

// allMoved tells whether each ref is where an update puts it.
func (m *Model) allMoved(updates []refs.Update) bool {
	return !slices.ContainsFunc(updates, func(u refs.Update) bool {
		now, err := m.refs.Read(u.Name)
		return err != nil && !errors.Is(err, refs.ErrNotFound) || now.Hash != u.New
	})
}

// shortWait is how long a lock of git is waited for at least. Git holds one for moments
// only, and making a plan may have taken longer than locks are waited for.
const shortWait = 50 * time.Millisecond

func waitUntil(deadline time.Time) time.Duration { return max(shortWait, time.Until(deadline)) }

func (h *heldRefs) release() error {
	var errs []error
	for _, l := range slices.Backward(h.locks) {
		errs = append(errs, l.remove())
	}
	return errors.Join(errs...)
}
