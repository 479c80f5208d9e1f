package proposals

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// AcceptRequest asks that a proposal be taken into the model branch.
type AcceptRequest struct {
	ID string
	// Head is the head of the proposal that the reviewer looked at; zero is whatever it
	// is now.
	Head      repo.Hash
	Reviewer  repo.Person
	Committer repo.Person // the reviewer where it is zero
	Message   string      // the reviewer's words
	// Resolutions decide what both changed: ours is the model, theirs the proposal.
	Resolutions []model.Resolution
	// Only names the records (files that are none by path, those outside the model's
	// folder by their path after a slash) to take; the rest stays open under the id.
	Only []string
	// Squash makes one ordinary commit, by the proposal's author, in place of a merge. A
	// part is always one.
	Squash   bool
	Waive    []Waiver
	Trailers []repo.Trailer // the caller's own; those of the proposal are added
	Guard    Guard
}

// Waiver accepts a finding that a proposal would bring. It becomes a file of the model.
type Waiver struct {
	Finding string // the fingerprint
	Reason  string
	Until   string // the last day it holds, YYYY-MM-DD; empty for always
}

// Accept takes a proposal, or a part of it, into the model branch, checked before the
// branch moves. Its errors are those of repo.Model.Commit and problems: Conflict with
// the conflicts, CheckFailed with the findings, PreconditionFailed where the proposal
// was changed since it was looked at. After an error nothing has changed.
func (s *Store) Accept(ctx context.Context, req AcceptRequest) (*Done, error) {
	if strings.TrimSpace(req.Reviewer.Name) == "" {
		return nil, problem(model.InvalidArgument, "Name the person who accepts it", "nobody is named who accepts proposal %s", req.ID)
	}
	a := &acceptance{s: s, AcceptRequest: req}
	committer := req.Committer
	if committer == (repo.Person{}) {
		committer = req.Reviewer
	}
	t := taking{s: s, id: req.ID, doing: "accepted", head: req.Head, guard: req.Guard, committer: committer, plan: a.plan}
	if !req.Squash && len(req.Only) == 0 {
		t.author = req.Reviewer
	}
	return t.commit(ctx)
}

// acceptance is one accept, planned on one head after the other.
type acceptance struct {
	s *Store
	AcceptRequest
}

func (a *acceptance) plan(ctx context.Context, f *found, base repo.Base, done *Done) (*repo.Plan, error) {
	m, whole, err := a.merge(ctx, f, base.Head.Commit)
	if err != nil {
		return nil, err
	}
	done.Merged = m
	after, err := a.checked(ctx, m)
	if err != nil {
		return nil, err
	}
	commits := f.commits
	if !whole {
		if commits, err = a.s.touching(ctx, f.commits, a.Only); err != nil {
			return nil, err
		}
	}
	plan := m.putting(a.s.repo.Prefix(), after)
	a.say(plan, f, commits, whole)
	return plan, nil
}

// merge merges what is to be taken, and tells whether that is all of the proposal.
func (a *acceptance) merge(ctx context.Context, f *found, head repo.Hash) (m *Merged, whole bool, err error) {
	var p part
	if len(a.Only) > 0 {
		p = a.Only
	}
	if p != nil && f.Base.IsZero() {
		return nil, false, problem(model.Unsupported, "Accept it whole", "proposal %s has no commit in common with the model, so that it cannot be taken in parts", f.ID)
	}
	m, err = a.s.merge(ctx, f, head, p, a.Resolutions)
	if err != nil {
		return nil, false, err
	}
	if !m.Clean() {
		return nil, false, unresolved(f.ID, m.Conflicts)
	}
	if err := a.s.ownOnly(ctx, m); err != nil {
		return nil, false, err
	}
	return m, p == nil || !slices.ContainsFunc(m.changed, func(key string) bool { return !p.has(key) }), nil
}

// checked answers the result with its waivers, where it brings no error that nobody
// waives.
func (a *acceptance) checked(ctx context.Context, m *Merged) (*model.Snapshot, error) {
	after := m.Result.After
	if err := a.s.check(ctx, m, after); err != nil {
		return nil, err
	}
	if len(a.Waive) > 0 {
		var err error
		if after, err = waived(after, m.Delta.New, a.Waive, a.Reviewer); err != nil {
			return nil, err
		}
		if err := a.s.check(ctx, m, after); err != nil {
			return nil, err
		}
	}
	if bad := m.Blocking(); len(bad) > 0 {
		return nil, breaking(m.Proposal.ID, bad)
	}
	return after, nil
}

// waived adds the files of waivers to a snapshot.
func waived(after *model.Snapshot, fresh []model.Finding, waive []Waiver, by repo.Person) (*model.Snapshot, error) {
	edits := map[string]*model.File{}
	for _, w := range waive {
		if !slices.ContainsFunc(fresh, func(f model.Finding) bool { return f.Fingerprint == w.Finding }) {
			return nil, problem(model.NotFound, "Name a finding of the review by its fingerprint, f-…", "the proposal does not bring a finding %q", w.Finding)
		}
		if strings.TrimSpace(w.Reason) == "" {
			return nil, problem(model.InvalidArgument, "Say why it is accepted", "the waiver of %s has no reason", w.Finding)
		}
		members := model.Object{{Name: "finding", Value: w.Finding}, {Name: "reason", Value: w.Reason}, {Name: "by", Value: by.Name}}
		if w.Until != "" {
			members = members.With("until", w.Until)
		}
		data := model.EncodeObject(members, nil)
		path := fmt.Sprintf("waivers/%s.json", w.Finding)
		edits[path] = after.Schema().NewFile(path, model.RawFile{Revision: model.RevisionOf(data), Size: int64(len(data)), Data: data})
	}
	return after.WithFiles(edits), nil
}

// say gives the commit its message: what it took, who reviewed it, and what of the
// proposal's own commits, those that it takes something of, still holds.
func (a *acceptance) say(plan *repo.Plan, f *found, commits []*repo.Commit, whole bool) {
	took := []repo.Trailer{{Key: trailerProposal, Value: f.ID}, {Key: trailerHead, Value: f.Head.String()}, {Key: trailerReviewer, Value: personText(a.Reviewer)}}
	for _, w := range a.Waive {
		took = append(took, repo.Trailer{Key: trailerWaived, Value: w.Finding})
	}
	title := f.Title
	switch {
	case a.Squash || len(a.Only) > 0:
		plan.Subject, plan.Body = title, paragraphs(a.Message, f.Description, reasons(commits, len(f.commits) > 1))
		plan.Trailers = withTrailers(a.Trailers, union(commits)...)
		if !whole {
			plan.Subject = "Part of: " + title
			for _, key := range a.Only {
				took = append(took, repo.Trailer{Key: trailerPart, Value: key})
			}
		}
	default:
		plan.Parents = []repo.Hash{f.Head}
		plan.Subject, plan.Body = "Accept: "+title, paragraphs(a.Message, f.Description)
		plan.Trailers = withTrailers(a.Trailers, coAuthors(commits)...)
	}
	plan.Trailers = withTrailers(plan.Trailers, took...)
}

// personText writes a person as git does.
func personText(p repo.Person) string {
	if p.Email == "" {
		return p.Name
	}
	return p.Name + " <" + p.Email + ">"
}

// personOf reads a person as git writes them.
func personOf(text string) repo.Person {
	name, rest, _ := strings.Cut(text, "<")
	return repo.Person{Name: strings.TrimSpace(name), Email: strings.TrimSuffix(strings.TrimSpace(rest), ">")}
}

// reasons answers what commits of a proposal say, the oldest first, with their subjects
// where it has several.
func reasons(commits []*repo.Commit, several bool) string {
	texts := make([]string, 0, len(commits))
	for _, c := range slices.Backward(commits) {
		text := c.Body()
		if description := described(c); description != "" {
			text = strings.TrimPrefix(text, description)
		}
		if several {
			text = paragraphs(c.Subject(), strings.TrimLeft(text, "\n"))
		}
		texts = append(texts, strings.TrimLeft(text, "\n"))
	}
	return paragraphs(texts...)
}
