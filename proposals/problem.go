package proposals

import (
	"errors"
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

func problem(code model.Code, hint, format string, args ...any) *model.Problem {
	return &model.Problem{Code: code, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// notFound says that there is no proposal of that name.
func notFound(id string, known []string) error {
	p := problem(model.NotFound, "List the proposals; one that is only on a remote has to be fetched first", "there is no proposal %q", id)
	p.Details = map[string]any{"got": id}
	if near := startingAlike(id, known); len(near) > 0 {
		p.Message += ", but " + strings.Join(near, ", ")
		p.Details["candidates"] = near
	}
	return p
}

// startingAlike answers the ids that a text is the start of, or that start as it does.
func startingAlike(id string, known []string) []string {
	const alike = 4
	start := id[:min(len(id), alike)]
	var near []string
	for _, k := range known {
		if start != "" && strings.HasPrefix(k, start) && len(near) < 5 {
			near = append(near, k)
		}
	}
	return near
}

// notOpen says that a proposal has ended, and how it may go on.
func notOpen(p *Proposal, doing string) error {
	what := fmt.Sprintf("proposal %s cannot be %s: it is %s", p.ID, doing, p.State)
	if !p.Into.IsZero() {
		what += " by commit " + short(p.Into)
	}
	if p.ClosedBy.Name != "" {
		what += " (" + p.ClosedBy.Name + ")"
	}
	if p.Reason != "" {
		what += ": " + p.Reason
	}
	hint := "Reopen it first, or make a new proposal"
	if p.State == Accepted || p.State == MadeReal {
		hint = "The model holds it already. To bring it back after a revert, reopen it; for more, make a new proposal"
	}
	q := problem(model.Conflict, hint, "%s", what)
	q.Details = map[string]any{"proposal": p.ID, "state": string(p.State)}
	return q
}

// unresolved says that a merge leaves something to decide.
func unresolved(id string, conflicts []model.MergeConflict) error {
	names := make([]string, 0, 3)
	for _, c := range conflicts[:min(3, len(conflicts))] {
		names = append(names, conflictName(c))
	}
	if more := len(conflicts) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	p := problem(model.Conflict, "Decide each by a resolution {record, member, take: ours (the model) | theirs (the proposal) | value}, or change the proposal",
		"proposal %s and the model changed the same: %s", id, strings.Join(names, ", "))
	p.Details = map[string]any{"conflicts": conflicts}
	return p
}

func conflictName(c model.MergeConflict) string {
	if c.Member == "" {
		return c.Record
	}
	return c.Record + " " + c.Member
}

// breaking says that the model would have new errors.
func breaking(id string, findings []model.Finding) error {
	first := findings[0]
	p := problem(model.CheckFailed, "Mend the proposal, leave that part out, or waive the findings: accept with waive, which names each (f-…) and the reason why it may stand",
		"with proposal %s the model would have %d new %s; the first: %s (%s, %s)",
		id, len(findings), plural(len(findings), "error"), first.Message, first.Rule, first.File)
	p.Details = map[string]any{"findings": findings}
	return p
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// movedOn says that a proposal has another head than the one that was looked at.
func movedOn(p *Proposal, seen repo.Hash) error {
	q := problem(model.PreconditionFailed, "Look at it again, and then send its head as it is now",
		"proposal %s was changed after it was looked at: its head is %s, not %s", p.ID, short(p.Head), short(seen))
	q.Details = map[string]any{"got": seen.String(), "want": p.Head.String()}
	return q
}

// overtaken turns the error of a ref that another writer has moved into a problem.
func overtaken(id string, err error) error {
	var moved *repo.RefMovedError
	if !errors.As(err, &moved) {
		return err
	}
	return problem(model.Conflict, "Look at it again: what was asked may be done already, or stand on something else now",
		"proposal %s was changed by someone else at the same time", id)
}

func short(h repo.Hash) string { return h.String()[:12] }
