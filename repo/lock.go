package repo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// locked is the host's lock: one on the model's folder and one on the git
// directory, which models in one work tree share. It is held for one write.
type locked struct {
	model *Model
	ref   string // that it is on; empty = the branch and its files
	locks []*flock.Flock
}

// lockRetry is how long is waited between two tries.
const lockRetry = 10 * time.Millisecond

// lock takes the host's lock, waiting until the deadline. Then the error is a
// LockedError that says who holds it.
func (m *Model) lock(ctx context.Context, purpose string, deadline time.Time) (*locked, error) {
	if m.opt.Incoming != nil {
		return nil, errReadOnly
	}
	start := time.Now()
	timeout, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	select {
	case m.writing <- struct{}{}:
	default:
		select {
		case m.writing <- struct{}{}:
		case <-timeout.Done():
			return nil, m.waitedInVain(ctx, filepath.Join(m.eik(), "lock"), start)
		}
	}
	l := &locked{model: m}
	if err := m.checkOwnFolder(); err != nil {
		return nil, join(err, l.release())
	}
	for _, dir := range m.lockDirs() {
		if err := l.take(timeout, dir, purpose); err != nil {
			if errors.Is(err, context.DeadlineExceeded) {
				err = m.waitedInVain(ctx, filepath.Join(dir, "lock"), start)
			}
			return nil, join(explain(err), l.release())
		}
	}
	return l, nil
}

// lockDirs answers the folders whose locks a write takes, in order.
func (m *Model) lockDirs() []string {
	if m.Bare() {
		return []string{m.gitEik()}
	}
	return []string{m.eik(), m.gitEik()}
}

func (l *locked) take(ctx context.Context, dir, purpose string) error {
	if err := l.model.makeFolder(dir); err != nil {
		return err
	}
	return l.takeFile(ctx, filepath.Join(dir, "lock"), purpose)
}

// takeFile takes one lock, waiting until the context ends.
func (l *locked) takeFile(ctx context.Context, file, purpose string) error {
	tick := time.NewTicker(lockRetry)
	defer tick.Stop()
	for {
		ok, err := l.try(file)
		if err != nil {
			return err
		}
		if ok {
			err := announce(file, purpose, l.ref)
			if unwritable(explain(err)) {
				return err
			}
			return nil // some systems let nobody write what is locked
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// checkOwnFolder tells whether the host's folder in the work tree is its own. A
// repository that tracks symbolic links there would have the host write wherever
// they lead.
func (m *Model) checkOwnFolder() error {
	if m.Bare() {
		return nil
	}
	refuse := func(name string) error {
		return &UnsupportedError{What: name + " is a symbolic link or no folder; the host keeps its own files there and follows none", Hint: "take it away, and out of git where it is tracked (git rm -r --cached .eik)"}
	}
	for _, dir := range []string{m.eik(), filepath.Join(m.eik(), "cache"), filepath.Join(m.eik(), "tmp")} {
		info, err := os.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || !info.IsDir() {
			return join(err, refuse(dir))
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if entry.Type()&fs.ModeSymlink != 0 {
				return refuse(filepath.Join(dir, entry.Name()))
			}
		}
	}
	return nil
}

// makeFolder makes a folder of the host's own. The one in the work tree hides itself
// from git, whatever the model's .gitignore says.
func (m *Model) makeFolder(dir string) error {
	if err := steps.MkdirAll(m.fs, dir, 0o777); err != nil || dir == m.gitEik() {
		return err
	}
	hide := filepath.Join(dir, ".gitignore")
	if content, err := os.ReadFile(hide); err == nil && string(content) == hideAll {
		return nil
	}
	if err := steps.RemoveAny(m.fs, hide); err != nil {
		return err
	}
	err := steps.WriteFile(m.fs, hide, []byte(hideAll), 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process makes it
	}
	if err != nil {
		return err
	}
	return m.fs.SyncDir(dir)
}

// hideAll are the patterns that hide a folder from git.
const hideAll = "*\n"

// try takes a lock if it is free. A file that was removed meanwhile, as git clean
// does, locks nothing: the lock is the file that the path names.
func (l *locked) try(path string) (bool, error) {
	file := flock.New(path, flock.SetPermissions(0o666))
	ok, err := file.TryLock()
	if err != nil || !ok {
		return false, join(err, file.Close())
	}
	held, err := file.Stat()
	if err != nil {
		return false, join(err, file.Close())
	}
	if now, err := os.Stat(path); err != nil || !os.SameFile(held, now) {
		return false, file.Close()
	}
	l.locks = append(l.locks, file)
	return true, nil
}

// announce writes into a lock who holds it.
func announce(path, purpose, ref string) error {
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	raw, err := json.Marshal(Holder{PID: os.Getpid(), Host: host, Since: time.Now().Truncate(time.Second), Purpose: purpose, Ref: ref})
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(raw, '\n'), 0o666)
}

// waitedInVain answers the error of a wait that ended: the caller's, or a
// LockedError.
func (m *Model) waitedInVain(ctx context.Context, path string, start time.Time) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wait for %s: %w", path, err)
	}
	e := &LockedError{Path: path, Waited: time.Since(start)}
	if raw, err := os.ReadFile(path); err == nil {
		_ = json.Unmarshal(raw, &e.Holder) // a lock just being taken names nobody yet
	}
	return e
}

func (l *locked) release() error {
	var errs []error
	for _, file := range l.locks {
		errs = append(errs, file.Close())
	}
	<-l.model.writing
	return errors.Join(errs...)
}

// remove takes locks' files away and then gives the locks back: whoever waits for one
// makes its file anew.
func (l *locked) remove() error {
	var errs []error
	for _, file := range l.locks {
		errs = append(errs, steps.RemoveAny(l.model.fs, file.Path()), file.Close())
	}
	return errors.Join(errs...)
}
