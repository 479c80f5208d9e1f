package ci

import (
	"context"
	"errors"

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
	for _, c := range outside {
		review.Files = append(review.Files, fileOf(c))
	}
	return review.Markdown(), nil
}

func fileOf(c repo.OutsideChange) diffview.File {
	f := diffview.File{Path: c.Path, Change: diffview.Changed}
	switch {
	case c.Old.IsZero():
		f.Change = diffview.Added
	case c.New.IsZero():
		f.Change = diffview.Removed
	}
	return f
}
