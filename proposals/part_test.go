package proposals

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
	"github.com/openeik/ekgit/repo/repotest"
)

func TestPartsMakeTheWhole(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2700.0}).Proposal
	f.propose(p.ID, "", set{"wall-south", "height", 2800.0}, set{"wall-north", "height", 2800.0})
	head := f.propose(p.ID, "", set{"wall-east", "height", 2600.0}).Commit
	whole := f.valueAt(head.String(), "wall-south", "height")

	done := f.accept(AcceptRequest{ID: p.ID, Only: []string{"wall-south"}})
	if p = done.Proposal; p.State != Open || p.Base != done.Committed.Commit || p.Commits != 2 || p.Stale || p.Title != "Raise walls" || !p.Titled {
		t.Errorf("the rest is %+v", p)
	}
	if got := f.Git("log", "-1", "--format=%an|%s|%(trailers:key=Eik-Part,valueonly,separator=%x2C)|%p"); got != "Bob|Part of: Raise walls|wall-south|"+f.Git("rev-parse", "--short", "HEAD~1") {
		t.Errorf("the commit is %s", got)
	}
	if f.value("wall-south", "height") != whole || f.value("wall-north", "height") != nil {
		t.Error("more or less than the part was taken")
	}
	// What is taken back of a part stays taken back when the rest comes.
	f.change(set{"wall-south", "height", 2500.0})
	f.Git("reflog", "expire", "--expire=now", "--all")
	f.Git("gc", "-q", "--prune=now")
	f.Git("cat-file", "-e", head.String())
	f.accept(AcceptRequest{ID: p.ID})
	if f.value("wall-south", "height") != 2500.0 || f.value("wall-north", "height") != 2800.0 || f.value("wall-east", "height") != 2600.0 {
		t.Error("the rest is not what was left")
	}
	f.clean()
}

// TestNaivePartsFail shows why the rest of a proposal is made without the part: left
// as it is, it brings back what was taken back of the part meanwhile, and replayed as it
// is, it meets the part halfway.
func TestNaivePartsFail(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2700.0}).Proposal
	f.propose(p.ID, "", set{"wall-south", "height", 2800.0}, set{"wall-north", "height", 2800.0})
	before, err := f.s.find(ctx, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	taken := f.change(set{"wall-south", "height", 2800.0})

	replayed := replay{s: f.s, found: before, committer: ada}
	if _, err := replayed.on(ctx, taken); err == nil {
		t.Error("the first commit goes onto the part, which is further")
	}
	f.Git("revert", "--no-edit", taken.String())
	m, err := f.s.Merge(ctx, p.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Result.After.Record("wall-south").Get("height"); got != 2800.0 {
		t.Errorf("height is %v: what was reverted does not come back", got)
	}
}

// TestPartSaysOnlyWhatItTook: a person who reads the commit of a part is told nothing of
// the steps that are still open.
func TestPartSaysOnlyWhatItTook(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2700.0}).Proposal
	f.propose(p.ID, "", set{"wall-east", "height", 2600.0})
	f.propose(p.ID, "", set{"wall-east", "height", 2650.0}, set{"wall-north", "height", 2800.0})
	f.propose(p.ID, "", set{"wall-west", "height", 2900.0})
	for _, part := range []struct {
		only      string
		says, not []string
	}{
		{"wall-west", []string{"Change wall-west"}, []string{"Change wall-east"}},
		{"wall-north", []string{"Change wall-east"}, []string{"Change wall-west"}},
	} {
		f.accept(AcceptRequest{ID: p.ID, Only: []string{part.only}})
		message := f.Git("log", "-1", "--format=%B")
		for _, text := range append(part.says, "Part of: Raise walls") {
			if strings.Count(message, text) != 1 {
				t.Errorf("the commit of %s does not say %q once:\n%s", part.only, text, message)
			}
		}
		for _, text := range part.not {
			if strings.Contains(message, text) {
				t.Errorf("the commit of %s says %q:\n%s", part.only, text, message)
			}
		}
	}
}

func TestPartIsWhatItNames(t *testing.T) {
	f := newFixture(t)
	p := f.propose("", "Raise walls", set{"wall-south", "height", 2700.0}, set{"wall-north", "height", 2700.0}).Proposal
	_, err := f.s.Accept(context.Background(), AcceptRequest{ID: p.ID, Reviewer: ada, Only: []string{"wall-west"}})
	if q := wants(t, err, model.NotFound, "does not change"); fmt.Sprint(q.Details["known"]) != "[wall-north wall-south]" {
		t.Errorf("known: %v", q.Details["known"])
	}
	done := f.accept(AcceptRequest{ID: p.ID, Only: []string{"wall-south", "wall-north"}})
	if done.Proposal.State != Accepted {
		t.Errorf("all of it was named, and it is %s", done.Proposal.State)
	}
}

func TestPartThatNeedsTheRestIsRefused(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	added, err := f.s.Commit(ctx, CommitRequest{Author: bob, Title: "Another door", Plan: func(ctx context.Context, base repo.Base) (*repo.Plan, error) {
		wall := strings.ReplaceAll(string(base.Snapshot.FileAt("architecture/level-0/wall/wall-partition.json").Data()), "wall-partition", "wall-new")
		wall = strings.NewReplacer("[4000,", "[7000,").Replace(wall)
		door := strings.NewReplacer("door-entrance", "door-new", "wall-south", "wall-new").Replace(string(base.Snapshot.FileAt("architecture/level-0/door/door-entrance.json").Data()))
		return &repo.Plan{Subject: "x", Files: []repo.FileChange{
			{Path: "architecture/level-0/wall/wall-new.json", Data: []byte(wall)}, {Path: "architecture/level-0/door/door-new.json", Data: []byte(door)}}}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.s.Accept(ctx, AcceptRequest{ID: added.Proposal.ID, Reviewer: ada, Only: []string{"door-new"}})
	wants(t, err, model.CheckFailed, "wall-new")
}

// TestEveryWayGivesTheMerge accepts one proposal as a merge, squashed, in parts in any
// order, and after a rebase, and wants one model of all: that which model.Merge gives.
func TestEveryWayGivesTheMerge(t *testing.T) {
	f := newFixture(t)
	bare := filepath.Join(t.TempDir(), "bare.git")
	f.Git("clone", "-q", "--bare", ".", bare)
	f.Repo = repotest.In(t, bare)
	f.m, f.s = f.open()
	ctx := context.Background()
	start := f.Git("rev-parse", "main")
	rapid.Check(t, func(r *rapid.T) {
		f.Git("update-ref", "refs/heads/main", start)
		p := f.propose("", "Raise walls", drawSets(r, "first", 2500)...).Proposal
		f.propose(p.ID, "", drawSets(r, "second", 2600)...)
		f.change(drawSets(r, "meanwhile", 2700)...)
		p = f.get(p.ID)
		m, err := f.s.Merge(ctx, p.ID, nil)
		if err != nil {
			r.Fatal(err)
		}
		var decided []model.Resolution
		for _, c := range m.Conflicts {
			decided = append(decided, model.Resolution{Record: c.Record, Member: c.Member, Take: rapid.SampledFrom([]model.Take{model.TakeOurs, model.TakeTheirs}).Draw(r, "take")})
		}
		want, err := model.Merge(m.Base, m.Ours, m.Theirs, model.MergeOptions{Resolutions: decided})
		if err != nil {
			r.Fatal(err)
		}
		way := rapid.SampledFrom([]string{"merge", "squash", "parts", "rebase"}).Draw(r, "way")
		f.takeBy(r, way, m, decided)
		at, err := f.m.Resolve(ctx, "main")
		if err != nil {
			r.Fatal(err)
		}
		s, err := f.m.At(ctx, at.Hash)
		if err != nil {
			r.Fatal(err)
		}
		if diff := model.FileChanges(want.After, s); len(diff) > 0 {
			r.Errorf("%s gives another model than the merge: %d files", way, len(diff))
		}
		if got := f.get(p.ID); got.State != Accepted {
			r.Errorf("%s leaves it %+v", way, got)
		}
	})
	f.Sound()
}

// takeBy accepts a proposal in one of the ways there are.
func (f *fixture) takeBy(r *rapid.T, way string, m *Merged, decided []model.Resolution) {
	id := m.Proposal.ID
	switch way {
	case "merge", "squash":
		f.accept(AcceptRequest{ID: id, Resolutions: decided, Squash: way == "squash"})
	case "parts":
		for _, one := range rapid.Permutation(m.changed).Draw(r, "order") {
			about := slices.DeleteFunc(slices.Clone(decided), func(d model.Resolution) bool { return d.Record != one })
			f.accept(AcceptRequest{ID: id, Only: []string{one}, Resolutions: about})
		}
	case "rebase":
		if _, err := f.s.Rebase(context.Background(), RebaseRequest{ID: id, Committer: ada, Resolutions: decided}); err == nil {
			decided = nil
		} else {
			wants(f.t, err, model.Conflict, "holds everything")
		}
		f.accept(AcceptRequest{ID: id, Resolutions: decided})
	}
}

// drawSets draws changes of walls, to values that start at a number.
func drawSets(r *rapid.T, label string, from float64) []set {
	sets := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) set {
		return set{id: rapid.SampledFrom([]string{"wall-south", "wall-north", "wall-east", "wall-west"}).Draw(r, "wall"),
			member: rapid.SampledFrom([]string{"height", "name"}).Draw(r, "member")}
	}), 1, 4).Draw(r, label)
	for i := range sets {
		sets[i].value = from + float64(i)
		if sets[i].member == "name" {
			sets[i].value = fmt.Sprintf("name %v", from+float64(i))
		}
	}
	return sets
}
