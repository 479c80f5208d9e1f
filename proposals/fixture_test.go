package proposals

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/repo"
	"github.com/openeik/ekgit/repo/repotest"
)

var (
	ada = repo.Person{Name: "Ada", Email: "ada@example.com"}
	bob = repo.Person{Name: "Bob", Email: "bob@example.com"}
)

// Where records of the house lie.
const (
	wallSouth = "architecture/level-0/wall/wall-south.json"
)

// fixture is the example house in a repository, with its proposals.
type fixture struct {
	*repotest.Repo
	t      testing.TB
	m      *repo.Model
	s      *Store
	now    time.Time
	words  int
	folder string
}

func newFixture(t testing.TB) *fixture { return newFixtureIn(t, "") }

// newFixtureIn makes the house in a folder of the repository.
func newFixtureIn(t testing.TB, folder string) *fixture {
	t.Helper()
	f := &fixture{Repo: repotest.New(t), t: t, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), folder: folder}
	if err := os.CopyFS(filepath.Join(f.Dir, folder), os.DirFS("../testdata/one-storey-house")); err != nil {
		t.Fatal(err)
	}
	f.Commit("The house as built")
	f.m, f.s = f.open()
	return f
}

// open opens the repository once more, as another process would.
func (f *fixture) open() (*repo.Model, *Store) {
	f.t.Helper()
	clock := func() time.Time { return f.now }
	m, err := repo.Open(context.Background(), filepath.Join(f.Dir, f.folder), repo.Options{Schema: category.Schema(), Clock: clock})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		if err := m.Close(); err != nil {
			f.t.Error(err)
		}
	})
	s, err := New(m, Options{Clock: clock, NewWord: func() string { f.words++; return fmt.Sprintf("word%04d", f.words) }})
	if err != nil {
		f.t.Fatal(err)
	}
	return m, s
}

// set is a change of one member of a record; a nil value takes it away.
type set struct {
	id, member string
	value      any
}

// plan makes a plan of changes, as operations do.
func plan(subject string, sets ...set) func(context.Context, repo.Base) (*repo.Plan, error) {
	return func(_ context.Context, base repo.Base) (*repo.Plan, error) {
		p := &repo.Plan{Subject: subject, Body: "What became of each record.", Trailers: []repo.Trailer{
			{Key: "Eik-Base", Value: base.Head.Commit.String()}, {Key: "Eik-Agent", Value: "robot/1"},
			{Key: "Co-authored-by", Value: "robot <robot@agents.invalid>"}}}
		s := base.Snapshot
		for _, one := range sets {
			file := s.Get(one.id)
			if file == nil {
				return nil, fmt.Errorf("no record %s", one.id)
			}
			change := model.Change{ID: one.id, Before: file}
			switch {
			case one.member == "":
			case one.value == nil:
				change.After = file.Record().Without(one.member)
			default:
				change.After = file.Record().With(one.member, one.value)
			}
			var err error
			if s, err = s.Apply([]model.Change{change}); err != nil {
				return nil, err
			}
		}
		for _, c := range model.FileChanges(base.Snapshot, s) {
			change := repo.FileChange{}
			if c.Before != nil {
				change.Path = c.Before.Path
			}
			if c.After != nil {
				change.Path, change.Data = c.After.Path, c.After.Data()
			}
			p.Files = append(p.Files, change)
		}
		return p, nil
	}
}

// propose adds a commit to a proposal, "" for a new one.
func (f *fixture) propose(id, title string, sets ...set) *Added {
	f.t.Helper()
	added, err := f.s.Commit(context.Background(), CommitRequest{ID: id, Author: bob, Title: title, Plan: plan("Change "+sets[0].id, sets...)})
	if err != nil {
		f.t.Fatal(err)
	}
	return added
}

// change commits to the model branch.
func (f *fixture) change(sets ...set) repo.Hash {
	f.t.Helper()
	done, err := f.m.Commit(context.Background(), repo.CommitRequest{Author: ada, Plan: plan("Model: change "+sets[0].id, sets...)})
	if err != nil {
		f.t.Fatal(err)
	}
	return done.Commit
}

func (f *fixture) accept(req AcceptRequest) *Done {
	f.t.Helper()
	req.Reviewer = ada
	done, err := f.s.Accept(context.Background(), req)
	if err != nil {
		f.t.Fatal(err)
	}
	if done.Unsettled != nil {
		f.t.Fatal(done.Unsettled)
	}
	return done
}

func (f *fixture) get(id string) *Proposal {
	f.t.Helper()
	p, err := f.s.Get(context.Background(), id)
	if err != nil {
		f.t.Fatal(err)
	}
	return p
}

// value answers a member of a record in the model now.
func (f *fixture) value(id, member string) any {
	f.t.Helper()
	return f.valueAt("HEAD", id, member)
}

func (f *fixture) valueAt(at, id, member string) any {
	f.t.Helper()
	c, err := f.m.Resolve(context.Background(), at)
	if err != nil {
		f.t.Fatal(err)
	}
	s, err := f.m.At(context.Background(), c.Hash)
	if err != nil {
		f.t.Fatal(err)
	}
	r := s.Record(id)
	if r == nil {
		return nil
	}
	return r.Get(member)
}

// clean ends the test where git finds something amiss or the work tree is not as the
// last commit.
func (f *fixture) clean() {
	f.t.Helper()
	f.Sound()
	if status := f.Status(); status != "" {
		f.t.Errorf("git status:\n%s", status)
	}
}

// wants ends the test unless an error is a problem of a code that says something.
func wants(t testing.TB, err error, code model.Code, says string) *model.Problem {
	t.Helper()
	var p *model.Problem
	if !errors.As(err, &p) || p.Code != code || !strings.Contains(p.Error(), says) {
		t.Fatalf("got %v, want a problem %s that says %q", err, code, says)
	}
	if p.Hint == "" {
		t.Errorf("%v: no hint", p)
	}
	return p
}
