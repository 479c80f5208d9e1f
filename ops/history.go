package ops

import (
	"cmp"
	"context"
	"fmt"
	"slices"

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
	Why      string `json:"why,omitempty"`
	Proposal string `json:"proposal,omitempty" jsonschema:"the proposal that it came through"`
	Through  string `json:"through,omitempty" jsonschema:"the merge that brought it to the branch, where it is not on its line"`
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
	if hashes, err = c.changing(ctx, hashes, out.ID, in.Member); err != nil {
		return nil, err
	}
	taken, err := c.takenBackIn(ctx, hashes)
	if err != nil {
		return nil, err
	}
	from, to := in.Page.window(len(hashes))
	for _, h := range hashes[from:to] {
		told, err := c.tellOne(ctx, h, out.ID)
		if err != nil {
			return nil, err
		}
		told.RevertedBy = cmp.Or(taken[told.Commit], taken[told.Through])
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
	told, err := c.headerOf(ctx, h)
	if err != nil {
		return told, err
	}
	change, ok, err := c.changeOfRecord(ctx, h, id)
	if err != nil || !ok {
		return told, err
	}
	told.Counts.ByCategory = map[string]int{}
	told.count(change)
	told.Records, err = c.recordChanges(ctx, []repo.RecordChange{change})
	return told, err
}

// headerOf is what a commit says itself, and by which commit it came to the branch: the
// sequence counts along the branch, and one beside its line has none.
func (c *call) headerOf(ctx context.Context, h repo.Hash) (commitTold, error) {
	commit, err := c.host.repo.CommitAt(ctx, h)
	if err != nil {
		return commitTold{}, err
	}
	told := header(commit)
	with, err := c.cameWith(ctx, commit)
	if err != nil || with != nil && with.Hash == h {
		return told, err
	}
	if told.Sequence = nil; with == nil {
		return told, nil
	}
	told.Through = with.Hash.String()
	told.Proposal = cmp.Or(told.Proposal, with.Trailer("Eik-Proposal"))
	return told, nil
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

// changing keeps the commits that changed a record themselves, in one member where one
// is named: not the merges in which every member is as one of their sides has it.
func (c *call) changing(ctx context.Context, hashes []repo.Hash, id, member string) ([]repo.Hash, error) {
	whole := member == "" || member == "*"
	var kept []repo.Hash
	for _, h := range hashes {
		commit, err := c.host.repo.CommitAt(ctx, h)
		if err != nil {
			return nil, err
		}
		if whole && len(commit.Parents) < 2 {
			kept = append(kept, h)
			continue
		}
		own, err := c.ownMembers(ctx, commit, id)
		if err != nil {
			return nil, err
		}
		if whole && len(own) > 0 || slices.Contains(own, member) {
			kept = append(kept, h)
		}
	}
	return kept, nil
}

// ownMembers answers the members of a record that a commit changed against every one
// of its parents.
func (c *call) ownMembers(ctx context.Context, commit *repo.Commit, id string) ([]string, error) {
	change, ok, err := c.changeOfRecord(ctx, commit.Hash, id)
	if err != nil || !ok {
		return nil, err
	}
	files, err := c.host.repo.FileChanges(ctx, []repo.RecordChange{change})
	if err != nil {
		return nil, err
	}
	diffs := model.DiffRecords(recordOf(files[0].Before), recordOf(files[0].After))
	for _, parent := range commit.Parents[min(1, len(commit.Parents)):] {
		side, err := c.host.repo.At(ctx, parent)
		if err != nil {
			return nil, err
		}
		diffs = slices.DeleteFunc(diffs, func(d model.MemberDiff) bool { return model.Equal(memberOf(side.Get(id), d.Name), d.New) })
	}
	names := make([]string, len(diffs))
	for i, d := range diffs {
		names[i] = d.Name
	}
	return names, nil
}

func recordOf(f *model.File) *model.Record {
	if f == nil {
		return nil
	}
	return f.Record()
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
	tellings := map[repo.Hash]commitTold{}
	for _, b := range setBy {
		names = append(names, b.Member)
		if member != "*" && member != b.Member {
			continue
		}
		told, known := tellings[b.Commit]
		if !known {
			if told, err = c.headerOf(ctx, b.Commit); err != nil {
				return nil, err
			}
			tellings[b.Commit] = told
		}
		blames = append(blames, memberBlame{Member: b.Member, Value: memberOf(s.Get(id), b.Member), Commit: told.Commit, Sequence: told.Sequence,
			Person: told.Person, Agent: told.Agent, When: told.When, Subject: told.Subject, Why: told.Why, Proposal: told.Proposal, Through: told.Through})
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
