package ops

import (
	"context"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/repo"
)

type changesIn struct {
	Since  string      `json:"since" doc:"After this commit, sequence number, tag, branch, proposal or date (2026-01-31). Absent: all."`
	Until  string      `json:"until" doc:"The last one. Absent: the branch's head."`
	Filter find.Filter `json:"filter" brief:"as read's filter" doc:"Keeps commits that changed a record which matched before or after; where things stand is looked up at since and until."`
	By     find.By     `json:"by" doc:"Keeps commits of this person or agent."`
	ID     string      `json:"id" doc:"One record: the same as history."`
	Expand bool        `json:"expand" doc:"Also what a merge brought, such as an accepted proposal."`
	Member string      `json:"member" doc:"With id: who last set this member; * for every member."`
	Page
	Whole
}

type changesOut struct {
	ID      string        `json:"id,omitempty"`
	Commits []commitTold  `json:"commits" jsonschema:"newest first"`
	Blame   []memberBlame `json:"blame,omitempty" jsonschema:"with member: who gave it the value it has"`
	Assumed []string      `json:"assumed,omitempty"`
	Listed
}

func changes() *Operation {
	return define(Operation{
		Name:       "changes",
		Title:      "See what changed",
		Summary:    "Commits from the git history, newest first: who, which agent, when, why, which records and members, old and new.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "changes", "limit": 5}`,
		Help: `Follows the branch's first parents from until back to since: an accepted proposal is one commit, and expand lists what it brought. Each commit has its person and agent, when, its subject and
why (the message), the command and request behind it, the proposal it came through, counts and levels, and up to 20 records with [old,
new] of each member; rest says how many more there are. revertedBy names a later commit that took it back. With id it tells the
history of one record, and with member who last set its value. Order is by ancestry, never by clock.`,
	}, runChanges)
}

func runChanges(ctx context.Context, c *call, in changesIn) (*changesOut, error) {
	if in.ID != "" {
		return runHistory(ctx, c, historyIn{ID: in.ID, Member: in.Member, At: At{in.Until}, Page: in.Page, Whole: in.Whole})
	}
	if in.Member != "" {
		return nil, invalid("/member", "member needs id: whose member it is", in.Member)
	}
	span, err := c.spanOf(ctx, in.Since, in.Until)
	if err != nil || span.empty() {
		return &changesOut{Commits: []commitTold{}, Listed: c.listed("changes", in.Page, 0, 0)}, err
	}
	out := &changesOut{Commits: []commitTold{}}
	walk := commitWalk{c: c, span: span, by: in.By, page: in.Page, expand: in.Expand}
	if !in.Filter.IsZero() {
		if walk.match, out.Assumed, err = c.matcherOver(ctx, &in.Filter, span); err != nil {
			return nil, err
		}
	}
	if err := walk.run(ctx); err != nil {
		return nil, err
	}
	out.Commits = append(out.Commits, walk.told[:within(walk.told, in.MaxBytes)]...)
	out.Listed = c.listed("changes", in.Page, walk.total, len(out.Commits))
	out.repin(model.Member{Name: "until", Value: span.until.Hash.String()})
	return out, nil
}

// span is a stretch of the history: from a commit back to another that is not in it.
type span struct {
	until *repo.Commit
	since *repo.Commit // nil: back to the first
	after string       // a date instead of since, empty where there is none
}

func (s span) empty() bool { return s.until == nil }

// spanOf resolves the two ends of a stretch.
func (c *call) spanOf(ctx context.Context, since, until string) (span, error) {
	if until == "" {
		if c.head.Unborn {
			return span{}, nil
		}
		until = "HEAD"
	}
	var s span
	var err error
	if s.until, err = c.resolve(ctx, until); err != nil {
		return s, err
	}
	c.meta.At = s.until.Hash.String()
	if since == "" {
		return s, nil
	}
	if _, isDate := parseDate(since); isDate {
		s.after = since
		return s, nil
	}
	s.since, err = c.resolve(ctx, since)
	return s, err
}

// each calls f for every commit of the stretch, newest first, until it is false. It
// is an error that since is no commit of the line.
func (s span) each(ctx context.Context, m *repo.Model, f func(*repo.Commit) bool) error {
	start, dated := parseDate(s.after)
	met, stopped := s.since == nil, false
	err := m.Log(ctx, s.until.Hash, func(commit *repo.Commit) bool {
		if s.since != nil && commit.Hash == s.since.Hash {
			met = true
			return false
		}
		if dated && commit.Committed.Before(start) {
			return false
		}
		stopped = !f(commit)
		return !stopped
	})
	if err == nil && !met && !stopped {
		return &model.Problem{Code: model.InvalidArgument, Message: "since is no earlier commit on the line of first parents that ends at until",
			Hint: "Send a commit that changes lists, or compare the two with diff", Details: map[string]any{"got": s.since.Hash.String()}}
	}
	return err
}

// matcherOver answers the function that tells whether a file of the stretch matches a
// filter. What the filter names has to be there at one of its ends.
func (c *call) matcherOver(ctx context.Context, filter *find.Filter, s span) (func(*model.File) bool, []string, error) {
	ends := []*repo.Commit{s.until}
	if s.since != nil {
		ends = append(ends, s.since)
	}
	var matchers []func(*model.File) bool
	var assumed []string
	var failed error
	for _, end := range ends {
		at, err := c.host.repo.At(ctx, end.Hash)
		if err != nil {
			return nil, nil, err
		}
		match, how, err := filter.Matcher(ctx, at, c.sources(at))
		if err != nil {
			failed = err
			continue
		}
		matchers, assumed = append(matchers, match), how
	}
	if len(matchers) == 0 {
		return nil, nil, failed
	}
	return func(f *model.File) bool {
		return slices.ContainsFunc(matchers, func(match func(*model.File) bool) bool { return match(f) })
	}, assumed, nil
}

// narrow implements narrower.
func (out *changesOut) narrow(arguments model.Object) (map[string]any, []model.Object) {
	holds := map[string]any{"commits": len(out.Commits)}
	if len(out.Commits) > 0 {
		holds["first"] = out.Commits[0]
	}
	return holds, []model.Object{limited(arguments, fitting(out.Commits))}
}
