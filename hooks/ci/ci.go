// Package ci checks a model in a pipeline: all of it, or what a branch brings, and
// writes what it found in the forms that the common hostings read. It also makes the
// workflow files by which they run it.
//
// It decides nothing that package check does not say, and changes no model.
package ci

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/repo"
)

// Options say what is checked.
type Options struct {
	Dir  string // the model's folder, or a bare repository
	Path string // the model's folder in the commits of a bare repository
	At   string // the commit, as repo.Model.Resolve reads it; empty for HEAD
	// Base is a commit: only what is new since At left it counts. Empty for all, and so
	// are zeros, by which hostings say that a branch is new.
	Base string
	Now  time.Time // dates waivers
}

// Result is what was found in one commit.
type Result struct {
	Commit   string // whole name
	Base     string // of the commit that it was compared with; empty where all was checked
	Findings []Finding
}

// Finding is a finding with its place in the repository.
type Finding struct {
	model.Finding
	Path string // from the repository's root; empty where it is of no file
	Line int    // from 1 on; of the member that it is about, else of the file
}

// Errors counts the errors that no waiver accepts: a pipeline fails where there are
// some.
func (r *Result) Errors() int { return check.CountOf(r.plain()).Error }

func (r *Result) plain() []model.Finding {
	plain := make([]model.Finding, len(r.Findings))
	for i, f := range r.Findings {
		plain[i] = f.Finding
	}
	return plain
}

// Check checks a committed model. That the base is not known, which in a pipeline most
// often means a shallow clone, is a model.Problem that says what to fetch.
func Check(ctx context.Context, o Options) (result *Result, err error) {
	m, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	of, err := resolve(ctx, m, o)
	if err != nil {
		return nil, err
	}
	result = &Result{Commit: of.commit.String()}
	var found []model.Finding
	if of.before == nil {
		found, err = check.Check(ctx, of.after, check.Everything(), o.Now)
	} else {
		result.Base = of.base.String()
		var delta check.Delta
		delta, err = check.Changed(ctx, of.before, of.after, o.Now)
		found = delta.New
	}
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		result.Findings = append(result.Findings, place(of.after, m.Prefix(), f))
	}
	return result, nil
}

func open(ctx context.Context, o Options) (*repo.Model, error) {
	return repo.Open(ctx, o.Dir, repo.Options{Schema: category.Schema(), Path: o.Path})
}

// compared is a model at a commit, and before.
type compared struct {
	commit, base  repo.Hash       // base is zero where all is checked
	after, before *model.Snapshot // before is nil where all is checked, and empty where the base held no model
	moved         bool            // the base has gone on since
}

// resolve reads the commits that the options name.
func resolve(ctx context.Context, m *repo.Model, o Options) (*compared, error) {
	at, err := m.Resolve(ctx, o.At)
	if err != nil {
		return nil, err
	}
	c := &compared{commit: at.Hash}
	if c.after, err = m.At(ctx, at.Hash); err != nil || strings.Trim(o.Base, "0") == "" {
		return c, err
	}
	base, err := m.Resolve(ctx, o.Base)
	if err != nil {
		return nil, unknownBase(o.Base, err)
	}
	if c.base, err = leftFrom(ctx, m, base.Hash, at.Hash); err != nil {
		return nil, err
	}
	c.moved = c.base != base.Hash
	held, err := m.HasModel(ctx, c.base)
	switch {
	case err != nil:
		return nil, err
	case held:
		c.before, err = m.At(ctx, c.base)
	default:
		c.before = model.NewSnapshot(m.Schema(), nil)
	}
	return c, err
}

// unknownBase says what to fetch where a base is not there. Other errors stay as they
// are.
func unknownBase(base string, err error) error {
	var unknown *repo.RevisionError
	if !errors.As(err, &unknown) {
		return err
	}
	return &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("the base %q names no commit here: %s", base, unknown.Why),
		Hint: "In a pipeline, fetch the whole history (fetch-depth: 0, GIT_DEPTH: 0) and the branch itself"}
}

// leftFrom answers where a head left a base branch. Where there is no such commit, or
// several because each was merged into the other, it is the base itself.
func leftFrom(ctx context.Context, m *repo.Model, base, head repo.Hash) (repo.Hash, error) {
	common, err := m.MergeBases(ctx, base, head)
	if err != nil || len(common) != 1 {
		return base, err
	}
	return common[0], nil
}

// place finds the line of a finding.
func place(s *model.Snapshot, prefix string, f model.Finding) Finding {
	located := Finding{Finding: f, Line: 1}
	if f.File == "" {
		return located
	}
	located.Path = path.Join(prefix, f.File)
	if file := s.FileAt(f.File); file != nil {
		located.Line = line(file.Data(), f.Pointer)
	}
	return located
}
