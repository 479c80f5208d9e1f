package ci

import (
	"cmp"
	"context"
	"errors"
	"unicode/utf8"

	"github.com/openeik/ekgit/diffview"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// Comment answers what At brings to Base as markdown for a pull request, under the
// length that hostings take.
func Comment(ctx context.Context, o Options) (markdown string, err error) {
	m, err := open(ctx, o)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	of, err := resolve(ctx, m, o)
	if err != nil {
		return "", err
	}
	if of.before == nil {
		of.before = model.NewSnapshot(m.Schema(), nil)
	}
	diff, err := diffview.Of(ctx, of.before, of.after, diffview.Options{Now: o.Now})
	if err != nil {
		return "", err
	}
	outside, err := m.OutsideChanges(ctx, of.base, of.commit)
	if err != nil {
		return "", err
	}
	review := &diffview.Review{Diff: diff, More: "ek diff"}
	if !of.base.IsZero() {
		review.More = "ek diff " + of.base.String()[:12] + " " + of.commit.String()[:12]
	}
	if review.Proposal, err = proposalOf(ctx, m, of); err != nil {
		return "", err
	}
	for _, c := range outside {
		f, err := fileOf(ctx, m, c)
		if err != nil {
			return "", err
		}
		review.Files = append(review.Files, f)
	}
	return review.Markdown(), nil
}

// proposalOf answers what stands above the difference where it is that of a proposal,
// as its commits tell it; nil where it is none. A pipeline has no more of it: its clone
// holds one branch.
func proposalOf(ctx context.Context, m *repo.Model, of *compared) (*diffview.Proposal, error) {
	commits, err := m.Between(ctx, []repo.Hash{of.base}, of.commit)
	if err != nil {
		return nil, err
	}
	var p *diffview.Proposal
	for _, h := range commits {
		c, err := m.CommitAt(ctx, h)
		if err != nil {
			return nil, err
		}
		id := c.Trailer("Eik-Proposal")
		if id == "" || p != nil && id != p.ID {
			continue
		}
		if p == nil {
			p = &diffview.Proposal{ID: id, Title: c.Subject(), State: "open", Created: c.Authored, Person: c.Author.Name, Agent: c.Trailer("Eik-Agent"),
				Base: of.base.String(), Head: of.commit.String(), Stale: of.moved, Accept: "ek proposals accept " + id, Reject: "ek proposals reject " + id}
		}
		p.Title, p.Changed = cmp.Or(c.Trailer("Eik-Title"), p.Title), c.Authored
	}
	return p, nil
}

// mostText is the size in bytes of the largest file outside the records whose lines
// are shown.
const mostText = 16 << 10

func fileOf(ctx context.Context, m *repo.Model, c repo.OutsideChange) (f diffview.File, err error) {
	f = diffview.File{Path: c.Path, Change: diffview.Changed}
	switch {
	case c.Old.IsZero():
		f.Change = diffview.Added
	case c.New.IsZero():
		f.Change = diffview.Removed
	}
	if f.Old, err = textOf(ctx, m, c.Old, c.OldMode); err == nil {
		f.New, err = textOf(ctx, m, c.New, c.NewMode)
	}
	return f, err
}

// textOf answers the text of a file, empty where it is none or is too long.
func textOf(ctx context.Context, m *repo.Model, blob repo.Hash, mode model.Mode) (string, error) {
	if blob.IsZero() || mode > model.Executable {
		return "", nil
	}
	data, _, err := m.Blob(ctx, blob, mostText)
	if err != nil || !utf8.Valid(data) {
		return "", err
	}
	return string(data), nil
}
