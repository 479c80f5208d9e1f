package refs

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"syscall"
	"time"

	"github.com/openeik/ekgit/repo/internal/lockfile"
	"github.com/openeik/ekgit/repo/internal/steps"
)

// Update moves a ref from one object to another. A zero Old means that the ref
// must not be there yet, a zero New that it is deleted.
type Update struct {
	Name     string
	Old, New Hash
}

// MovedError says that a ref is not where an update expected it.
type MovedError struct {
	Name       string
	Want, Have Hash
}

// Error implements error.
func (e *MovedError) Error() string {
	if e.Name == "HEAD" {
		return "HEAD no longer names the branch: another program checked something else out"
	}
	return fmt.Sprintf("%s is at %s, not at %s: another writer moved it", e.Name, shown(e.Have), shown(e.Want))
}

func shown(h Hash) string {
	if h.IsZero() {
		return "no commit"
	}
	return h.String()[:12]
}

// Move is a set of updates of which all are done or none, but for a stop between
// two of them: refs that go are taken away last.
type Move struct {
	Updates []Update
	// Head is the ref that HEAD must name while the updates are done; empty where
	// it does not matter.
	Head string
	// Who and Message go into the logs of the refs, and of HEAD where it names one.
	// Who is a git identity with its time: "Ada <ada@example.com> 1700000000 +0100".
	Who, Message string
	// Wait is how long locks that git holds are waited for, all together. Git holds one
	// for moments only, so that a second will do where it is zero.
	Wait time.Duration
}

// Apply does a move. Where a ref is not where the move expects it, nothing is done
// and the error is a MovedError.
func (s *Store) Apply(ctx context.Context, mark *lockfile.Mark, move Move) (err error) {
	updates := append([]Update(nil), move.Updates...)
	sort.Slice(updates, func(i, j int) bool { return updates[i].Name < updates[j].Name })
	var held []*lockfile.Lock
	defer func() {
		for _, lock := range held {
			err = errors.Join(err, lock.Release())
		}
	}()
	wait := move.Wait
	if wait == 0 {
		wait = s.lockWait
	}
	until := time.Now().Add(wait)
	take := func(path string) error {
		lock, err := mark.Take(ctx, path, max(0, time.Until(until)))
		if err == nil {
			held = append(held, lock)
		}
		return err
	}
	head, err := s.lockHead(move, take)
	if err != nil {
		return err
	}
	for _, u := range updates {
		if err := s.check(u); err != nil {
			return err
		}
		if err := s.lockRef(u.Name, take); err != nil {
			return err
		}
		if err := s.compare(u); err != nil {
			return err
		}
	}
	if err := s.putAll(updates, take); err != nil {
		return err
	}
	return s.logAll(updates, head, move)
}

// lockRef takes git's lock on a ref. Git may remove the folder that the lock goes to
// just when its last ref was taken away: then it is made once more.
func (s *Store) lockRef(name string, take func(string) error) (err error) {
	for range 3 {
		if err := s.makeWay(filepath.Dir(s.path(name))); err != nil {
			return fmt.Errorf("ref %s: %w", name, err)
		}
		if err = take(s.LockPath(name)); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return err
}

// putAll moves refs whose locks are held. Everything that needs space is written
// before the first ref moves, so that a full disk leaves all as they were. Refs that
// go are taken away last: what they lead to is not lost by a stop in between.
func (s *Store) putAll(updates []Update, take func(string) error) (err error) {
	var ready []string
	defer func() {
		for _, name := range ready {
			err = errors.Join(err, steps.RemoveAny(s.fs, s.next(name)))
		}
	}()
	prepare := func(name string, content []byte) error {
		ready = append(ready, name)
		if err := steps.RemoveAny(s.fs, s.next(name)); err != nil {
			return err
		}
		return steps.WriteFile(s.fs, s.next(name), content, 0o666)
	}
	var gone []Update
	for _, u := range updates {
		if u.New.IsZero() {
			gone = append(gone, u)
			continue
		}
		if err := s.clearEmpty(s.path(u.Name)); err != nil {
			return err
		}
		if err := prepare(u.Name, []byte(u.New.String()+"\n")); err != nil {
			return err
		}
	}
	if err := s.unpack(gone, take, prepare); err != nil {
		return err
	}
	for len(ready) > 0 {
		if err := s.place(ready[0]); err != nil {
			return err
		}
		ready = ready[1:]
	}
	for _, u := range gone {
		if err := s.remove(u.Name); err != nil {
			return err
		}
	}
	return nil
}

// lockHead answers HEAD, locked where the move touches what it names.
func (s *Store) lockHead(move Move, take func(string) error) (Ref, error) {
	head, err := s.Read("HEAD")
	if err != nil {
		return Ref{}, err
	}
	named := func(u Update) bool { return u.Name == head.Target }
	if move.Head == "" && !slices.ContainsFunc(move.Updates, named) {
		return head, nil
	}
	if err := take(s.LockPath("HEAD")); err != nil {
		return Ref{}, err
	}
	if head, err = s.Read("HEAD"); err == nil && move.Head != "" && head.Target != move.Head {
		err = &MovedError{Name: "HEAD"}
	}
	return head, err
}

// check tells whether a name is legal and stands in no other ref's way.
func (s *Store) check(u Update) error {
	if err := CheckName(u.Name); err != nil {
		return err
	}
	if u.New.IsZero() {
		return nil
	}
	packed, err := s.readPacked()
	if err != nil {
		return err
	}
	if below := packed.under(u.Name + "/"); len(below) > 0 {
		return fmt.Errorf("ref %s cannot be made while %s exists", u.Name, below[0].Name)
	}
	for dir := parent(u.Name); strings.Count(dir, "/") >= 2; dir = parent(dir) {
		if _, ok := packed.get(dir); ok {
			return fmt.Errorf("ref %s cannot be made while %s exists", u.Name, dir)
		}
	}
	return nil
}

func parent(name string) string { return name[:strings.LastIndexByte(name, '/')] }

// makeWay makes the folder of a ref.
func (s *Store) makeWay(dir string) error {
	err := steps.MkdirAll(s.fs, dir, 0o777)
	if errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("a ref stands where a folder of refs is needed: %w", err)
	}
	return err
}

func (s *Store) compare(u Update) error {
	now, err := s.Read(u.Name)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if now.Target != "" {
		return fmt.Errorf("%s is a symbolic ref to %s; move that one", u.Name, now.Target)
	}
	if now.Hash != u.Old {
		return &MovedError{u.Name, u.Old, now.Hash}
	}
	return nil
}

// remove takes a loose ref away, durably.
func (s *Store) remove(name string) error {
	if err := steps.RemoveAny(s.fs, s.path(name)); err != nil {
		return err
	}
	err := s.fs.SyncDir(filepath.Dir(s.path(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // a packed ref, and no folder of loose ones
	}
	return err
}

// next answers where the new content of a ref, or of packed-refs, is written before
// it is put in place. Writers of other refs do the same beside it, so each has a file
// of its own.
func (s *Store) next(name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(s.gitDir, "eik", fmt.Sprintf("ref-%x.new", sum[:8]))
}

// place puts what is written in the place of the old, durably.
func (s *Store) place(name string) error {
	if err := s.fs.Rename(s.next(name), s.path(name)); err != nil {
		return err
	}
	return s.fs.SyncDir(filepath.Dir(s.path(name)))
}

// clearEmpty removes empty folders that deleted refs have left where a ref goes.
func (s *Store) clearEmpty(path string) error {
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() {
			return fmt.Errorf("%s holds refs, so no ref can have its name", path)
		}
		if err := s.clearEmpty(filepath.Join(path, e.Name())); err != nil {
			return err
		}
	}
	return s.fs.Remove(path)
}

// unpack prepares packed-refs without the refs that go, whose loose files go after
// it, so that no old value comes back in between. Its lock is taken also where none of
// them is packed: whoever packs refs at the same time would bring back what goes.
func (s *Store) unpack(updates []Update, take func(string) error, prepare func(string, []byte) error) error {
	if len(updates) == 0 {
		return nil
	}
	if err := take(s.LockPath("packed-refs")); err != nil {
		return err
	}
	packed, err := s.readPacked()
	if err != nil {
		return err
	}
	gone := map[string]bool{}
	for _, u := range updates {
		if _, ok := packed.get(u.Name); ok {
			gone[u.Name] = true
		}
	}
	if len(gone) == 0 {
		return nil
	}
	raw, err := os.ReadFile(s.path("packed-refs"))
	if err != nil {
		return err
	}
	return prepare("packed-refs", without(raw, gone))
}
