package ops

import (
	"context"
	"errors"
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/repo"
)

// ErrorOf turns any error into what an answer says of it.
func ErrorOf(err error) *Error {
	p := problem(err)
	return &Error{Code: p.Code, Message: cut(Plain(p.Message), longestMessage), Hint: cut(Plain(p.Hint), longestMessage), Details: shownDetails(bounded(p.Details))}
}

// How long a text in the details is, in characters, and anything else in them, in
// bytes: what a request held may be of any size.
const (
	longestDetail = 500
	largestDetail = 16 << 10
)

// bounded cuts texts in details that are long, and leaves out what else is large.
func bounded(details map[string]any) map[string]any {
	data, err := encode(details)
	if err == nil && len(data) <= longestDetail {
		return details
	}
	out := make(map[string]any, len(details))
	for name, value := range details {
		if text, ok := value.(string); ok {
			out[name] = cut(text, longestDetail)
		} else if data, err := encode(value); err == nil && len(data) <= largestDetail {
			out[name] = value
		}
	}
	return out
}

// longestMessage is how long a message and a hint are, in characters: what they quote
// may be of any length.
const longestMessage = 2000

// problem is the one place where errors become codes. What is not known is a fault
// of ours.
func problem(err error) *model.Problem {
	var p *model.Problem
	if errors.As(err, &p) {
		return p
	}
	var revision *repo.RevisionError
	if errors.As(err, &revision) {
		return noRevision(revision)
	}
	code, hint := model.Internal, ""
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		code, hint = model.Busy, "The request was cancelled before it wrote anything; send it again"
	case is[*repo.NotModelError](err), is[*repo.NotRepositoryError](err):
		code = model.NotFound
	case is[*repo.LockedError](err):
		code = model.Locked
	case is[*repo.DetachedError](err), is[*repo.InProgressError](err), is[*repo.ElsewhereError](err):
		code = model.Busy
	case is[*repo.ConflictError](err), is[*repo.InTheWayError](err):
		code = model.Conflict
	case is[*repo.UnsupportedError](err), is[*repo.ReadOnlyError](err), is[*repo.NoSpaceError](err), is[*repo.SigningError](err):
		code = model.Unsupported
	case is[*repo.NotFileError](err):
		code = model.CheckFailed
	case repo.IsDamaged(err):
		code, hint = model.Unsupported, "The repository is damaged, not the request: nothing was written. Mend it with git, or clone it anew"
	case is[*repo.IdentityError](err):
		code = model.InvalidArgument
	case errors.Is(err, repo.ErrNoChange):
		code, hint = model.InvalidArgument, "Nothing was written: everything stands as it was asked already"
	}
	return &model.Problem{Code: code, Message: err.Error(), Hint: hint}
}

func noRevision(e *repo.RevisionError) *model.Problem {
	p := &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("%q names no commit here: %s", e.At, e.Why),
		Hint: "Send a commit, a sequence number, a tag, a branch or HEAD~1; changes lists commits", Details: map[string]any{"got": e.At}}
	candidates := e.Candidates
	if near := args.Nearest(e.At, e.Known); near != "" {
		candidates = []string{near}
		p.Message += fmt.Sprintf("; the nearest is %q", near)
	}
	if len(candidates) > 0 {
		p.Details["candidates"] = candidates
	}
	return p
}

func is[T error](err error) bool {
	var target T
	return errors.As(err, &target)
}

// ExitCode answers the exit code of a command-line program that met an error: 2 for
// a request that means nothing, 3 for one that was refused, 4 for what is not there
// and 70 for a fault of ours.
func ExitCode(code model.Code) int {
	switch code {
	case model.InvalidArgument, model.OverBudget:
		return 2
	case model.NotFound:
		return 4
	case model.Internal:
		return 70
	}
	return 3
}
