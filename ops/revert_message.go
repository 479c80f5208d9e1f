package ops

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// longestQuoted is how much of a subject another one quotes, in characters.
const longestQuoted = 55

// subject says in a line what is taken back.
func (r *revertChoice) subject(a *revertArgs) string {
	if len(r.commits) == 1 {
		return fmt.Sprintf("Revert \"%s\"", cut(r.commits[0].Subject(), longestQuoted))
	}
	text := fmt.Sprintf("Revert %d commits", len(r.commits))
	if len(a.Commits) == 1 && proposalID.MatchString(a.Commits[0]) {
		return "Revert proposal " + a.Commits[0]
	}
	for _, part := range []struct{ word, value string }{{"by agent", a.By.Agent}, {"by", a.By.Person}, {"since", revisionText(a.Since)}, {"until", revisionText(a.Until)}} {
		if part.value != "" {
			text += " " + part.word + " " + part.value
		}
	}
	return text
}

var wholeHash = regexp.MustCompile(`^[0-9a-f]{40}$`)

func revisionText(revision string) string {
	if wholeHash.MatchString(revision) {
		return revision[:12]
	}
	return revision
}

// takesBack begins the paragraph of a message that lists the commits it takes back.
const takesBack = "Takes back:\n"

// listed is the paragraph of the message that says which commits are taken back: of
// one as git says it.
func (r *revertChoice) listed() string {
	if len(r.commits) == 1 {
		commit := r.commits[0]
		if len(commit.Parents) > 1 {
			return fmt.Sprintf("This reverts commit %s, reversing\nchanges made to %s.", commit.Hash, commit.Parents[0])
		}
		return fmt.Sprintf("This reverts commit %s.", commit.Hash)
	}
	lines := make([]string, len(r.commits))
	for i, commit := range r.commits {
		lines[i] = fmt.Sprintf("%.12s %s", commit.Hash, commit.Subject())
	}
	return takesBack + strings.Join(capped(lines, recordLines), "\n")
}

// mostTrailers is how many commits a message names in trailers.
const mostTrailers = 50

// revertTrailers answers the values of the trailers that name the commits taken back:
// each, or their count and hash where they are many.
func revertTrailers(hashes []repo.Hash) []string {
	values := make([]string, len(hashes))
	for i, h := range hashes {
		values[i] = h.String()
	}
	if len(values) <= mostTrailers {
		return values
	}
	return []string{fmt.Sprintf("%d commits, sha256 %s", len(values), hash([]byte(strings.Join(values, " "))))}
}

// pinned answers the commands of a request that takes commits back with the commits
// that were chosen: what HEAD, or the last ones of an agent, are may change.
func (o *outcome) pinned(commands []model.Object) []model.Object {
	if len(o.reverted) == 0 || len(o.reverted) > mostTrailers {
		return commands
	}
	command := commands[0].With("commits", model.StringsValue(revertTrailers(o.reverted)))
	for _, criterion := range []string{"since", "until", "filter", "by"} {
		command = command.Without(criterion)
	}
	return []model.Object{command}
}

// takenBack says which commits were taken back, and by which. Commits are noted newest
// first.
type takenBack map[string]string

// note notes what a commit takes back, unless it was taken back itself, as done by a
// commit of the line.
func (t takenBack) note(commit *repo.Commit, by repo.Hash) {
	if t[commit.Hash.String()] != "" {
		return
	}
	for _, reverted := range reverts(commit) {
		if t[reverted] == "" {
			t[reverted] = by.String()
		}
	}
}

// noteTaken notes what a commit and those that it brought take back.
func (c *call) noteTaken(ctx context.Context, t takenBack, commit *repo.Commit) error {
	t.note(commit, commit.Hash)
	if len(commit.Parents) < 2 || t[commit.Hash.String()] != "" {
		return nil
	}
	hashes, err := c.broughtBy(ctx, commit)
	if err != nil {
		return err
	}
	for _, h := range hashes {
		one, err := c.host.repo.CommitAt(ctx, h)
		if err != nil {
			return err
		}
		t.note(one, commit.Hash)
	}
	return nil
}
