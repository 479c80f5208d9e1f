package ops

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/openeik/ekgit/diffview"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/proposals"
)

type proposalsIn struct {
	ID     string `json:"id" also:"proposal" doc:"One (p-…) in full: changes, conflicts, comments."`
	Format string `json:"format" enum:"data,text,markdown,html" default:"data" doc:"Of one: data, or as a person reads it."`
	Pictures
	State string `json:"state" also:"status,states" enum:"open,accepted,made-real,rejected,withdrawn,put-away,all" default:"open" doc:"Which are listed."`
	Page
	Whole
}

type proposalsOut struct {
	Proposals []proposalRow    `json:"proposals,omitempty" jsonschema:"the one touched last first, open ones before others"`
	Unchecked int              `json:"unchecked,omitempty" jsonschema:"how many of those listed were not merged and checked; ask for one by id"`
	Review    *diffview.Review `json:"review,omitempty" jsonschema:"of one: what it changes in a building's words and in data, conflicts, comments"`
	Settled   []resolution     `json:"settled,omitempty" jsonschema:"of one: how conflicts are to be settled when it is accepted"`
	Rest      int              `json:"rest,omitempty" jsonschema:"of one: how many more records it changes than are listed"`
	Text      string           `json:"text,omitempty" jsonschema:"of one: the review in the format that was asked for"`
	MakeReal  model.Object     `json:"makeReal,omitempty" jsonschema:"of an own dry run: the request that makes it real"`
	Listed
}

// proposalRow is a proposal in a list.
type proposalRow struct {
	ID            string   `json:"id"`
	Title         string   `json:"title"`
	State         string   `json:"state"`
	DryRun        bool     `json:"dryRun,omitempty" jsonschema:"it has no title of its own and waits for nobody"`
	Reason        string   `json:"reason,omitempty"`
	Person        string   `json:"person"`
	Agent         string   `json:"agent,omitempty"`
	Created       string   `json:"created"`
	Touched       string   `json:"touched"`
	Commits       int      `json:"commits"`
	Into          string   `json:"into,omitempty" jsonschema:"the commit that accepted it or made it real"`
	Comments      int      `json:"comments,omitempty"`
	Stale         bool     `json:"stale,omitempty" jsonschema:"the model branch moved since it was made"`
	StillMerges   *bool    `json:"stillMerges,omitempty" jsonschema:"absent where it was not looked at"`
	StillChecks   *bool    `json:"stillChecks,omitempty"`
	ConflictsWith []string `json:"conflictsWith,omitempty" jsonschema:"open proposals that want something else of the same member"`
}

func proposalsOperation() *Operation {
	return define(Operation{
		Name:       "proposals",
		Title:      "Look at proposals",
		Summary:    "Proposals that wait and what became of others; with id, one of them: its changes, findings, conflicts, comments.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "proposals"}`,
		Help: `Lists open proposals, dry runs among them; state picks others. stale says that the model branch moved since; stillMerges
and stillChecks are worked out for the first 20 of a page (unchecked counts the rest), conflictsWith among the first 100 that are open.

With id, review tells what it changes in a building's words (sentence, strip, reach, totals), its records with members old and new, the
requests beside their results, findings new, gone and waived, and conflicts with base, ours (the model) and theirs (the proposal). Every
read takes the id as at; diff {"from", "to"} takes it too.`,
	}, runProposals)
}

func runProposals(ctx context.Context, c *call, in proposalsIn) (*proposalsOut, error) {
	if in.ID != "" {
		return c.review(ctx, in)
	}
	store, err := c.host.store()
	if err != nil {
		return nil, err
	}
	all, broken, err := store.List(ctx, statesOf(in.State))
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b *proposals.Proposal) int { return closedness(a) - closedness(b) })
	from, to := in.Page.window(len(all))
	page := all[from:to]
	clashes, unread := c.clashes(ctx, all)
	broken = append(broken, unread...)
	out := &proposalsOut{Proposals: make([]proposalRow, 0, len(page))}
	for _, p := range page {
		row := rowOfProposal(p)
		row.ConflictsWith = clashes[p.ID]
		if err := c.examine(ctx, store, p, &row, out); err != nil {
			broken = append(broken, proposals.Broken{ID: p.ID, Err: err})
		}
		out.Proposals = append(out.Proposals, row)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.warnOfBroken(broken)
	out.Proposals = out.Proposals[:within(out.Proposals, in.MaxBytes)]
	out.Listed = c.listed("proposals", in.Page, len(all), len(out.Proposals))
	out.repin()
	return out, nil
}

// closedness puts open proposals before others.
func closedness(p *proposals.Proposal) int {
	if p.State == proposals.Open {
		return 0
	}
	return 1
}

func statesOf(state string) proposals.Filter {
	if state == "all" {
		return proposals.Filter{All: true}
	}
	return proposals.Filter{States: []proposals.State{proposals.State(state)}}
}

func rowOfProposal(p *proposals.Proposal) proposalRow {
	row := proposalRow{ID: p.ID, Title: cut(p.Title, 2*summaryText), State: string(p.State), DryRun: !p.Titled, Reason: cut(p.Reason, longestDetail), Person: cut(personText(p.Person), 2*summaryText), Agent: cut(p.Agent, summaryText),
		Created: p.Created.UTC().Format(time.RFC3339), Touched: p.Touched.UTC().Format(time.RFC3339), Commits: p.Commits, Stale: p.Stale}
	if !p.Into.IsZero() {
		row.Into = p.Into.String()
	}
	return row
}

// mostExamined is how many proposals of a list are merged and checked, and mostCompared
// how many open ones are held against each other.
const (
	mostExamined = 20
	mostCompared = 100
)

// examine says whether a listed proposal still merges and checks, where it is open and
// one of the first.
func (c *call) examine(ctx context.Context, store *proposals.Store, p *proposals.Proposal, row *proposalRow, out *proposalsOut) error {
	comments, err := store.Comments(ctx, p.ID)
	if err != nil {
		return err
	}
	row.Comments = len(spoken(comments))
	switch {
	case p.State != proposals.Open:
		return nil
	case len(out.Proposals) >= mostExamined:
		out.Unchecked++
		return nil
	}
	m, _, err := c.merged(ctx, store, p.ID, comments)
	if err != nil {
		return err
	}
	row.StillMerges, row.StillChecks = verdict(m)
	return nil
}

// verdict tells whether a proposal still merges and, where it does, still checks.
func verdict(m *proposals.Merged) (merges, checks *bool) {
	clean := m.Clean()
	if !clean {
		return &clean, nil
	}
	sound := len(m.Blocking()) == 0
	return &clean, &sound
}

// warnOfBroken warns of proposals that cannot be read, of each once.
func (c *call) warnOfBroken(broken []proposals.Broken) {
	warned := map[string]bool{}
	for _, b := range broken {
		if warned[b.ID] {
			continue
		}
		if warned[b.ID] = true; len(warned) <= warnedFiles {
			p := problem(b.Err)
			c.warn(fmt.Sprintf("The proposal %s cannot be read: %s. %s", b.ID, p.Message, p.Hint))
		}
	}
	if rest := len(warned) - warnedFiles; rest > 0 {
		c.warn(fmt.Sprintf("%d more proposals cannot be read", rest))
	}
}

// clashes answers, for each of the first open proposals, the others that want something
// else of the same member of a record. Those that cannot be read clash with none.
func (c *call) clashes(ctx context.Context, all []*proposals.Proposal) (map[string][]string, []proposals.Broken) {
	var broken []proposals.Broken
	wants := map[string]map[string][]string{} // record and member -> what it becomes -> proposals
	for _, p := range all[:min(len(all), mostCompared)] {
		if p.State != proposals.Open || p.Base.IsZero() {
			continue
		}
		o, err := c.sides(ctx, p)
		if err != nil {
			broken = append(broken, proposals.Broken{ID: p.ID, Err: err})
			continue
		}
		for place, value := range wanted(o) {
			if wants[place] == nil {
				wants[place] = map[string][]string{}
			}
			wants[place][value] = append(wants[place][value], p.ID)
		}
	}
	with := map[string]map[string]bool{}
	for _, values := range wants {
		for value, ids := range values {
			for other, others := range values {
				if value != other {
					note(with, ids, others)
				}
			}
		}
	}
	sorted := make(map[string][]string, len(with))
	for id, others := range with {
		sorted[id] = sortedKeys(others)
	}
	return sorted, broken
}

func note(with map[string]map[string]bool, ids, others []string) {
	for _, id := range ids {
		if with[id] == nil {
			with[id] = map[string]bool{}
		}
		for _, other := range others {
			with[id][other] = true
		}
	}
}

// wanted answers what a proposal makes of each member that it changes.
func wanted(o *outcome) map[string]string {
	places := map[string]string{}
	for _, change := range o.changes {
		var before *model.Record
		if change.Before != nil {
			before = change.Before.Record()
		}
		if before == nil || change.After == nil {
			places[change.ID] = string(model.AppendCompact(nil, membersOf(change.After)))
			continue
		}
		for _, d := range model.DiffRecords(before, change.After) {
			places[change.ID+"/"+d.Name] = string(model.AppendCompact(nil, d.New))
		}
	}
	return places
}

func membersOf(r *model.Record) any {
	if r == nil {
		return nil
	}
	return r.Members()
}

// narrow implements narrower.
func (out *proposalsOut) narrow(arguments model.Object) (map[string]any, []model.Object) {
	if out.Text != "" { // it is not told in pages; the data is
		const page = 20
		return map[string]any{"text": len(out.Text)}, []model.Object{limited(arguments.With("format", "data"), page)}
	}
	if out.Review == nil || out.Review.Diff == nil {
		return map[string]any{"proposals": len(out.Proposals)}, []model.Object{limited(arguments, fitting(out.Proposals))}
	}
	d := out.Review.Diff
	holds := map[string]any{"sentence": d.Sentence, "counts": d.Counts}
	id := out.Review.Proposal.ID
	return holds, []model.Object{limited(arguments, fitting(d.Records)), asRequest("diff", model.Object{{Name: "from", Value: out.Review.Proposal.Base}, {Name: "to", Value: id}, {Name: "limit", Value: 20.0}})}
}
