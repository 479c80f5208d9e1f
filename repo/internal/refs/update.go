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
		if err := s.makeWay(filepath.Dir(s.path(u.Name))); err != nil {
			return fmt.Errorf("ref %s: %w", u.Name, err)
		}
		if err := take(s.LockPath(u.Name)); err != nil {
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

// putAll puts refs where they go and only then takes away those that go: what the
// latter lead to is not lost by a stop in between.
func (s *Store) putAll(updates []Update, take func(string) error) error {
	for _, u := range updates {
		if u.New.IsZero() {
			continue
		}
		if err := s.put(u); err != nil {
			return err
		}
	}
	if err := s.unpack(updates, take); err != nil {
		return err
	}
	for _, u := range updates {
		if !u.New.IsZero() {
			continue
		}
		if err := s.put(u); err != nil {
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

// put writes a loose ref, or removes it.
func (s *Store) put(u Update) error {
	path := s.path(u.Name)
	if u.New.IsZero() {
		if err := steps.RemoveAny(s.fs, path); err != nil {
			return err
		}
		return s.fs.SyncDir(filepath.Dir(path))
	}
	if err := s.clearEmpty(path); err != nil {
		return err
	}
	return s.replace(u.Name, []byte(u.New.String()+"\n"))
}

// replace puts a ref's new content, or that of packed-refs, in the place of the old,
// durably. Writers of other refs do the same beside it, so each has a file of its own.
func (s *Store) replace(name string, content []byte) error {
	sum := sha256.Sum256([]byte(name))
	return steps.Replace(s.fs, s.path(name), filepath.Join(s.gitDir, "eik", fmt.Sprintf("ref-%x.new", sum[:8])), content)
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

// unpack takes deleted refs out of packed-refs, before their loose files go, so
// that no old value comes back in between.
func (s *Store) unpack(updates []Update, take func(string) error) error {
	packed, err := s.readPacked()
	if err != nil {
		return err
	}
	gone := map[string]bool{}
	for _, u := range updates {
		if _, ok := packed.get(u.Name); ok && u.New.IsZero() {
			gone[u.Name] = true
		}
	}
	if len(gone) == 0 {
		return nil
	}
	path := s.path("packed-refs")
	if err := take(path + ".lock"); err != nil {
		return err
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return s.replace("packed-refs", without(raw, gone))
}

// AnyPacked tells whether a move takes refs out of packed-refs, whose writers exclude
// one another.
func (s *Store) AnyPacked(updates []Update) (bool, error) {
	packed, err := s.readPacked()
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(updates, func(u Update) bool {
		_, ok := packed.get(u.Name)
		return ok && u.New.IsZero()
	}), nil
}
