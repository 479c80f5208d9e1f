package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"github.com/openeik/ekgit/repo/internal/config"
	"github.com/openeik/ekgit/repo/internal/gitdir"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/lockfile"
	"github.com/openeik/ekgit/repo/internal/objects"
	"github.com/openeik/ekgit/repo/internal/refs"
)

// UnsupportedError says that a repository uses something that is not understood
// here, and what to do about it.
type UnsupportedError = gitdir.UnsupportedError

// ErrNoChange says that a commit would change nothing.
var ErrNoChange = errors.New("the commit would change no file")

// NotModelError says that no model is at a folder.
type NotModelError struct{ Dir string }

// Error implements error.
func (e *NotModelError) Error() string {
	return fmt.Sprintf("no model at %s: a model's folder holds eik.json; ek init makes one", e.Dir)
}

// NotRepositoryError says that a folder is in no git repository.
type NotRepositoryError struct{ Dir string }

// Error implements error.
func (e *NotRepositoryError) Error() string {
	return fmt.Sprintf("%s is in no git repository; run git init there, or ek init for a new model", e.Dir)
}

// Holder is who holds a lock, as far as is known.
type Holder struct {
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Since   time.Time `json:"since"`
	Purpose string    `json:"purpose"`
	Ref     string    `json:"ref,omitempty"` // that the lock is on; empty = the branch and its files
}

// LockedError says that another writer held a lock for as long as was waited.
type LockedError struct {
	Path   string
	Holder Holder // zero where a git program holds it
	Waited time.Duration
}

// Error implements error.
func (e *LockedError) Error() string {
	who := "another process holds " + e.Path
	if strings.HasSuffix(e.Path, "index.lock") {
		who = "another git program holds " + e.Path
	} else if h := e.Holder; h.PID != 0 {
		who = fmt.Sprintf("process %d on %s holds %s since %s (%s)", h.PID, h.Host, e.Path, h.Since.Format(time.RFC3339), h.Purpose)
	}
	return fmt.Sprintf("the model is locked: %s; waited %v. Nothing was changed: try again once it is done, or see whether it hangs", who, e.Waited.Round(time.Millisecond))
}

// DetachedError says that HEAD names no branch, so that a commit would be on none.
type DetachedError struct{ Commit Hash }

// Error implements error.
func (e *DetachedError) Error() string {
	return fmt.Sprintf("HEAD is detached at %s: a commit would be on no branch. Run git switch <branch>, or git switch -c <new branch>", e.Commit.String()[:12])
}

// InProgressError says that git waits for a person in the middle of an operation.
type InProgressError struct{ Operation string }

// Error implements error.
func (e *InProgressError) Error() string {
	end := fmt.Sprintf("git %[1]s --continue or git %[1]s --abort", e.Operation)
	if e.Operation == "bisect" {
		end = "git bisect reset"
	}
	return fmt.Sprintf("the repository is in the middle of a %s: finish it first with %s", e.Operation, end)
}

// ElsewhereError says that the branch is checked out in another work tree, which
// would no longer agree with it.
type ElsewhereError struct{ Branch, Worktree string }

// Error implements error.
func (e *ElsewhereError) Error() string {
	return fmt.Sprintf("branch %s is checked out in %s too: write there, or switch to another branch here", e.Branch, e.Worktree)
}

// ConflictError says that files hold hand edits where a commit would write or
// which it read.
type ConflictError struct{ Files []string }

// Error implements error.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("%s: edited by hand and not committed. Commit the edits with commit_edits, or take them back with git restore --staged --worktree, then try again", strings.Join(e.Files, ", "))
}

// InTheWayError says that something that is not the model's stands where a commit
// would put a file, or where it needs a folder.
type InTheWayError struct {
	Stands string // from the model's root
	Puts   string // the file that is to be put
}

// Error implements error.
func (e *InTheWayError) Error() string {
	return fmt.Sprintf("%s stands in the way of %s, and is not the model's: move it away, then try again", e.Stands, e.Puts)
}

// NotFileError says that what stands at a path in the work tree cannot be committed
// as a file of the model.
type NotFileError struct{ Path, Why string }

// Error implements error.
func (e *NotFileError) Error() string {
	return fmt.Sprintf("%s cannot be committed: %s", e.Path, e.Why)
}

// ReadOnlyError says that a file cannot be written.
type ReadOnlyError struct{ Err error }

// Error implements error.
func (e *ReadOnlyError) Error() string {
	return fmt.Sprintf("the model cannot be written: %v. Nothing was changed: mount the file system writable, or mend the permissions", e.Err)
}

// Unwrap answers the system's error.
func (e *ReadOnlyError) Unwrap() error { return e.Err }

// NoSpaceError says that the disk is full.
type NoSpaceError struct{ Err error }

// Error implements error.
func (e *NoSpaceError) Error() string {
	return fmt.Sprintf("the disk is full: %v. Nothing is lost: free some space and try again", e.Err)
}

// Unwrap answers the system's error.
func (e *NoSpaceError) Unwrap() error { return e.Err }

// IdentityError says that nobody is named as the author of a commit.
type IdentityError struct{ Missing string }

// Error implements error.
func (e *IdentityError) Error() string {
	return fmt.Sprintf("git knows no %[1]s: run git config --global %[1]s <yours>", e.Missing)
}

// SigningError says that a commit that must be signed cannot be.
type SigningError struct {
	Err  error
	Hint string
}

// Error implements error.
func (e *SigningError) Error() string {
	return fmt.Sprintf("commit.gpgsign asks for signed commits: %v; %s", e.Err, e.Hint)
}

// Unwrap answers the cause.
func (e *SigningError) Unwrap() error { return e.Err }

// IsDamaged tells whether an error is that of a repository whose own data is missing
// or cannot be read, and not one of the request or of the host.
func IsDamaged(err error) bool {
	for _, damage := range []error{objects.ErrNotFound, objects.ErrCorrupt, index.ErrCorrupt, refs.ErrCorrupt, config.ErrSyntax, gitdir.ErrBroken, journal.ErrCorrupt} {
		if errors.Is(err, damage) {
			return true
		}
	}
	return false
}

// explain gives an error of the system the kind that callers tell apart.
func explain(err error) error {
	var full *NoSpaceError
	var readOnly *ReadOnlyError
	var held *lockfile.HeldError
	switch {
	case err == nil || errors.As(err, &full) || errors.As(err, &readOnly):
		return err
	case errors.As(err, &held):
		return &LockedError{Path: held.Path, Waited: held.Waited}
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		return &NoSpaceError{err}
	case errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission):
		return &ReadOnlyError{err}
	}
	return err
}

// join answers one error for two, itself where there is only one.
func join(err, other error) error {
	switch {
	case other == nil:
		return err
	case err == nil:
		return other
	}
	return errors.Join(err, other)
}
