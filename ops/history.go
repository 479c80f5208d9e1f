package ops

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/repo"
)

type historyIn struct {
	ID     string `json:"id" required:"true" also:"ids,record" doc:"The record: id, or a name, mark or number that one has. The id of a record that is gone works too."`
	Member string `json:"member" doc:"Who last set this member; * for every member."`
	At
	Page
	Whole
}

// memberBlame says who gave a member the value that it has.
type memberBlame struct {
	Member   string `json:"member"`
	Value    any    `json:"value"`
	Commit   string `json:"commit"`
	Sequence *int   `json:"sequence"`
	Person   string `json:"person"`
	Agent    string `json:"agent,omitempty"`
	When     string `json:"when"`
	Subject  string `json:"subject"`
}

func history() *Operation {
	return define(Operation{
		Name:       "history",
		Title:      "History of a record",
		Summary:    "The commits that changed one record, newest first, with members old and new; with member, who last set each value.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "history", "id": "door-entrance", "member": "*"}`,
		Help: `Follows the record by its id, whatever folder its file lay in. Without member, commits holds every commit that changed it.
With member, commits holds those that changed that member, and blame says who gave it the value that it has now: commit, person, agent, when
and why.`,
	}, runHistory)
}

func runHistory(ctx context.Context, c *call, in historyIn) (*changesOut, error) {
	stretch, err := c.spanOf(ctx, "", in.At.At)
	if err != nil {
		return nil, err
	}
	if stretch.empty() {
		return nil, noHistory(in.ID)
	}
	out := &changesOut{ID: in.ID, Commits: []commitTold{}}
	hashes, err := c.historyOf(ctx, stretch, out)
	if err != nil {
		return nil, err
	}
	if in.Member != "" {
		if out.Blame, err = c.blame(ctx, stretch.until.Hash, out.ID, in.Member); err != nil {
			return nil, err
		}
	}
	if in.Member != "" && in.Member != "*" {
		if hashes, err = c.changedMember(ctx, hashes, out.ID, in.Member); err != nil {
			return nil, err
		}
	}
	from, to := in.Page.window(len(hashes))
	for _, h := range hashes[from:to] {
		told, err := c.tellOne(ctx, h, out.ID)
		if err != nil {
			return nil, err
		}
		out.Commits = append(out.Commits, told)
	}
	out.Commits = out.Commits[:within(out.Commits, in.MaxBytes)]
	out.Listed = c.listed("history", in.Page, len(hashes), len(out.Commits))
	return out, nil
}

func noHistory(id string) error {
	return &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("no commit has changed %q", id), Hint: "changes lists the commits that there are"}
}

// historyOf answers the commits that changed a record, newest first, and fills in
// its id where the text is a name.
func (c *call) historyOf(ctx context.Context, stretch span, out *changesOut) ([]repo.Hash, error) {
	hashes, err := c.host.repo.History(ctx, stretch.until.Hash, out.ID)
	if err != nil || len(hashes) > 0 {
		return hashes, err
	}
	s, err := c.host.repo.At(ctx, stretch.until.Hash)
	if err != nil {
		return nil, err
	}
	id, assumed, err := find.One(s, out.ID, find.Want{})
	if err != nil {
		return nil, err
	}
	if assumed != "" {
		out.Assumed = []string{assumed}
	}
	out.ID = id
	hashes, err = c.host.repo.History(ctx, stretch.until.Hash, id)
	if err == nil && len(hashes) == 0 {
		err = noHistory(id)
	}
	return hashes, err
}

// tellOne describes a commit by what it did to one record.
func (c *call) tellOne(ctx context.Context, h repo.Hash, id string) (commitTold, error) {
	commit, err := c.host.repo.CommitAt(ctx, h)
	if err != nil {
		return commitTold{}, err
	}
	told := header(commit)
	change, ok, err := c.changeOfRecord(ctx, h, id)
	if err != nil || !ok {
		return told, err
	}
	told.Counts.ByCategory = map[string]int{}
	told.count(change)
	told.Records, err = c.recordChanges(ctx, []repo.RecordChange{change})
	return told, err
}

func (c *call) changeOfRecord(ctx context.Context, h repo.Hash, id string) (repo.RecordChange, bool, error) {
	changes, err := c.host.repo.ChangesIn(ctx, h)
	if err != nil {
		return repo.RecordChange{}, false, err
	}
	i := slices.IndexFunc(changes, func(change repo.RecordChange) bool { return change.ID == id })
	if i < 0 {
		return repo.RecordChange{}, false, nil
	}
	return changes[i], true, nil
}

// changedMember keeps the commits that changed one member of a record.
func (c *call) changedMember(ctx context.Context, hashes []repo.Hash, id, member string) ([]repo.Hash, error) {
	var kept []repo.Hash
	for _, h := range hashes {
		change, ok, err := c.changeOfRecord(ctx, h, id)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		files, err := c.host.repo.FileChanges(ctx, []repo.RecordChange{change})
		if err != nil {
			return nil, err
		}
		if !model.Equal(memberOf(files[0].Before, member), memberOf(files[0].After, member)) {
			kept = append(kept, h)
		}
	}
	return kept, nil
}

func memberOf(f *model.File, member string) any {
	if f == nil || f.Record() == nil {
		return nil
	}
	return f.Record().Get(member)
}

// blame answers who gave members of a record the values that they have at a commit.
func (c *call) blame(ctx context.Context, at repo.Hash, id, member string) ([]memberBlame, error) {
	setBy, err := c.host.repo.Blame(ctx, at, id)
	if err != nil {
		return nil, err
	}
	s, err := c.host.repo.At(ctx, at)
	if err != nil {
		return nil, err
	}
	var blames []memberBlame
	var names []string
	for _, b := range setBy {
		names = append(names, b.Member)
		if member != "*" && member != b.Member {
			continue
		}
		commit, err := c.host.repo.CommitAt(ctx, b.Commit)
		if err != nil {
			return nil, err
		}
		blames = append(blames, memberBlame{Member: b.Member, Value: memberOf(s.Get(id), b.Member), Commit: commit.Hash.String(), Sequence: sequence(commit.Sequence),
			Person: personText(commit.Author), Agent: commit.Trailer("Eik-Agent"), When: commit.Authored.Format(time.RFC3339), Subject: commit.Subject()})
	}
	if len(blames) == 0 && len(names) > 0 {
		return nil, &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("%s has no member %q", id, member), Hint: "It has " + list(names, 20),
			Details: map[string]any{"got": member, "known": names}}
	}
	return blames, nil
}

// lastChange answers who changed a record last, nil where no commit did.
func (c *call) lastChange(ctx context.Context, id string) any {
	if c.head.Unborn {
		return nil
	}
	hashes, err := c.host.repo.History(ctx, c.head.Commit, id)
	if err != nil || len(hashes) == 0 {
		return nil
	}
	commit, err := c.host.repo.CommitAt(ctx, hashes[0])
	if err != nil {
		return nil
	}
	return changeLine(commit)
}
