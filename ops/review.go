package ops

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/openeik/ekgit/diffview"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/proposals"
	"github.com/openeik/ekgit/repo"
)

// review answers one proposal: what it changes and what would become of it.
func (c *call) review(ctx context.Context, in proposalsIn) (*proposalsOut, error) {
	store, p, err := c.proposal(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	done, err := c.held(ctx, p)
	if err != nil {
		return nil, err
	}
	c.meta.At, c.meta.Model = p.Head.String(), done.after.Manifest().ID
	out := &proposalsOut{Review: &diffview.Review{Proposal: c.shownProposal(p), More: "ek proposals show " + p.ID}}
	if out.Review.Diff, err = c.diffOf(ctx, store, p, done); err != nil {
		return nil, err
	}
	if err := c.illustrate(ctx, out.Review.Diff, done.before, done.after, in.Format, in.Pictures); err != nil {
		return nil, err
	}
	out.page(c, in)
	comments, err := store.Comments(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	out.Review.Comments = shownComments(done, comments)
	if p.State == proposals.Open {
		if err := c.reviewOpen(ctx, store, p, comments, out); err != nil {
			return nil, err
		}
		own, err := c.owns(p)
		if err == nil && own && !p.Titled && !p.Stale && c.profile().Allows(Write) && len(done.delta.Blocking()) == 0 {
			out.MakeReal = applyRequest(p.ID, done)
		}
	}
	return out, out.tell(in.Format)
}

// tell writes a review for a person in the format that was asked for.
func (out *proposalsOut) tell(format string) error {
	if format == "" || format == "data" {
		return nil
	}
	var err error
	out.Text, err = rendered(out.Review, format)
	out.Review = nil
	return err
}

// rendered writes a review in a format for people.
func rendered(r *diffview.Review, format string) (string, error) {
	var b strings.Builder
	var err error
	switch format {
	case "markdown":
		b.WriteString(r.Markdown())
	case "html":
		err = r.HTML(&b)
	default:
		err = r.Text(&b, diffview.Style{})
	}
	return b.String(), err
}

// page leaves the records of one page in a review.
func (out *proposalsOut) page(c *call, in proposalsIn) {
	d := out.Review.Diff
	total := len(d.Records)
	if in.Format != "" && in.Format != "data" { // what is told has bounds of its own
		out.Listed = c.listed("proposals", in.Page, total, total)
		return
	}
	fewerSteps(d)
	from, to := in.Page.window(total)
	d.Records = d.Records[from:to]
	d.Records = d.Records[:within(d.Records, in.MaxBytes)]
	out.Rest = total - len(d.Records)
	out.Listed = c.listed("proposals", in.Page, total, len(d.Records))
	out.repin()
}

// mostSteps is how many steps of requests a review has in data, and mostRefs how many
// records they name together.
const (
	mostSteps = 50
	mostRefs  = 200
)

// fewerSteps leaves the first steps of what was asked for, and the first records of
// each, and counts the rest: a batch has thousands, and one command may change as many.
func fewerSteps(d *diffview.Diff) {
	left, refs := mostSteps, mostRefs
	for i := range d.Requests {
		r := &d.Requests[i]
		told := min(left, len(r.Steps))
		r.Rest, r.Steps = len(r.Steps)-told, r.Steps[:told]
		left -= told
		for j := range r.Steps {
			step := &r.Steps[j]
			changed := min(refs, shownRecords, len(step.Changed))
			step.Rest = len(step.Changed) - changed
			step.Changed, step.Also = step.Changed[:changed], step.Also[:min(changed, len(step.Also))]
			refs -= changed
		}
	}
}

// shownProposal is what stands above a review.
func (c *call) shownProposal(p *proposals.Proposal) *diffview.Proposal {
	shown := &diffview.Proposal{ID: p.ID, Title: p.Title, Description: p.Description, State: string(p.State), Reason: p.Reason,
		Person: personText(p.Person), Agent: p.Agent, Created: p.Created, Changed: p.Touched, Head: p.Head.String(), Branch: c.head.Branch, Stale: p.Stale}
	if !p.Base.IsZero() {
		shown.Base = p.Base.String()
	}
	if p.State == proposals.Open {
		shown.Reject = "ek proposals reject " + p.ID
	}
	return shown
}

// diffOf tells what a proposal changes, beside what was asked for.
func (c *call) diffOf(ctx context.Context, store *proposals.Store, p *proposals.Proposal, done *outcome) (*diffview.Diff, error) {
	requests, err := c.askedOf(ctx, store, p)
	if err != nil {
		return nil, err
	}
	o := diffview.Options{Delta: &done.delta, Now: c.host.options.Clock()}
	for _, r := range requests {
		shown := diffview.Request{Title: r.commit.Subject(), Message: why(r.commit.Body()), Person: personText(r.commit.Author), Agent: r.commit.Trailer("Eik-Agent"),
			When: r.commit.Authored, Commit: r.commit.Hash.String(), ID: r.id}
		if r.in != nil {
			shown.Commands = r.in.Commands
		}
		if len(r.commit.Parents) > 0 {
			if shown.On, err = c.host.repo.At(ctx, r.commit.Parents[0]); err != nil {
				return nil, err
			}
		}
		if r.in == nil || len(r.in.Commands) > 0 {
			o.Requests = append(o.Requests, shown)
		}
	}
	return diffview.Of(ctx, done.before, done.after, o)
}

// reviewOpen adds what would become of an open proposal: merge, checks, conflicts, and
// files outside of records.
func (c *call) reviewOpen(ctx context.Context, store *proposals.Store, p *proposals.Proposal, comments []proposals.Comment, out *proposalsOut) error {
	m, settled, err := c.merged(ctx, store, p.ID, comments)
	if err != nil {
		return err
	}
	r := out.Review
	r.Proposal.StillMerges, r.Proposal.StillChecks = verdict(m)
	r.Conflicts = diffview.Conflicts(m.Ours, m.Theirs, m.Conflicts)
	switch {
	case len(m.Conflicts) > 0:
		r.Proposal.Settle = settleCommand(p.ID, m.Conflicts[0])
		r.Proposal.Needs = "settle what does not merge"
	case len(m.Blocking()) > 0:
		r.Proposal.Needs = "mend the new errors, or waive with a reason what is meant so"
	default:
		r.Proposal.Accept = "ek proposals accept " + p.ID
	}
	r.Settled = diffview.SettledBy(m.Ours, m.Theirs, settled)
	for _, s := range settled {
		out.Settled = append(out.Settled, resolution{s.Record, s.Member, string(s.Take), model.ToJSON(s.Value)})
	}
	if r.Files, err = c.filesBeside(ctx, m); err != nil {
		return err
	}
	if p.Stale && c.head.Sequence >= 0 {
		if base, err := c.host.repo.CommitAt(ctx, p.Base); err == nil && base.Sequence >= 0 {
			r.Proposal.Behind = c.head.Sequence - base.Sequence
		}
	}
	clashes, err := store.ConflictsWith(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, clash := range clashes {
		other := diffview.Other{ID: clash.ID, Title: clash.Title}
		var ids []string
		for _, conflict := range clash.Conflicts {
			if !slices.Contains(ids, conflict.Record) {
				ids = append(ids, conflict.Record)
			}
		}
		other.Records = diffview.Refs(m.Ours, ids[:min(len(ids), shownRecords)]...)
		other.Rest = len(ids) - len(other.Records)
		r.ConflictsWith = append(r.ConflictsWith, other)
	}
	return nil
}

// settleCommand is the command that settles a conflict for the proposal, for a shell:
// paths and the names of members may hold anything.
func settleCommand(id string, conflict model.MergeConflict) string {
	words := []string{"ek proposals resolve", id, shellWord(conflict.Record)}
	if conflict.Member != "" {
		words = append(words, shellWord(conflict.Member))
	}
	return strings.Join(append(words, "--take theirs"), " ")
}

// shellWord quotes a word that a shell would not take as it stands.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r == '-' || r == '_' || r == '.' || r == '/' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	if word != "" && word[0] != '-' && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// longestShownFile is the longest text of a file beside the records that a review shows,
// in bytes.
const longestShownFile = 4000

// filesBeside tells the files outside the model's folder that a proposal changes.
func (c *call) filesBeside(ctx context.Context, m *proposals.Merged) ([]diffview.File, error) {
	var files []diffview.File
	for _, o := range m.Outside {
		if o.Outcome == model.OutcomeOurs {
			continue
		}
		f := diffview.File{Path: o.Path, Change: diffview.Changed}
		switch {
		case o.Base.Hash.IsZero():
			f.Change = diffview.Added
		case o.Theirs.Hash.IsZero():
			f.Change = diffview.Removed
		}
		var err error
		if f.Old, err = c.shownText(ctx, o.Base.Hash); err != nil {
			return nil, err
		}
		if f.New, err = c.shownText(ctx, o.Theirs.Hash); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// shownText answers the text of a blob, empty where it is none or long.
func (c *call) shownText(ctx context.Context, blob repo.Hash) (string, error) {
	if blob.IsZero() {
		return "", nil
	}
	data, _, err := c.host.repo.Blob(ctx, blob, longestShownFile)
	if err != nil || !utf8.Valid(data) {
		return "", err
	}
	return string(data), nil
}
