package proposals

import (
	"context"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

func TestComments(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	p := f.propose("", "Raise the wall", set{"wall-south", "height", 2800.0}).Proposal
	first, err := f.s.Comment(ctx, p.ID, Comment{Author: ada, Text: "Why \"so\" high?\nReally.", Record: "wall-south", Member: "height"})
	if err != nil {
		t.Fatal(err)
	}
	f.now = f.now.Add(time.Minute)
	if _, err := f.s.Comment(ctx, p.ID, Comment{Author: bob, Agent: "robot/1", Text: "The client asked.", ReplyTo: first.ID}); err != nil {
		t.Fatal(err)
	}
	f.now = f.now.Add(time.Minute)
	if _, err := f.s.Comment(ctx, p.ID, Comment{Author: ada, Resolves: first.ID}); err != nil {
		t.Fatal(err)
	}
	all, err := f.s.Comments(ctx, p.ID)
	if err != nil || len(all) != 3 {
		t.Fatalf("%+v, %v", all, err)
	}
	want := *first
	want.Resolved = true
	if all[0] != want || all[0].Head != p.Head || all[1].Agent != "robot/1" || all[1].ReplyTo != first.ID || all[1].Resolved {
		t.Errorf("comments are %+v", all)
	}
	_, err = f.s.Comment(ctx, p.ID, Comment{Author: ada})
	wants(t, err, model.InvalidArgument, "says nothing")
	_, err = f.s.Comment(ctx, p.ID, Comment{Author: ada, Text: "x", ReplyTo: "nowhere"})
	wants(t, err, model.NotFound, "no comment")
	if got := f.Git("show", reviewRefs+p.ID+":comments/"+first.ID+".json"); got == "" {
		t.Error("git shows no comment")
	}
	f.clean()
}

func TestReviewsOfTwoClonesAreOne(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	p := f.propose("", "Raise the wall", set{"wall-south", "height", 2800.0}).Proposal
	say := func(text string) {
		t.Helper()
		f.now = f.now.Add(time.Minute)
		if _, err := f.s.Comment(ctx, p.ID, Comment{Author: ada, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	review := reviewRefs + p.ID
	say("both")
	both := f.Git("rev-parse", review)
	say("here")
	here := f.Git("rev-parse", review)
	f.Git("update-ref", review, both)
	say("there")
	there := f.Git("rev-parse", review)
	f.Git("update-ref", review, here)
	if err := f.s.UnionReview(ctx, p.ID, hashOf(there)); err != nil {
		t.Fatal(err)
	}
	all, err := f.s.Comments(ctx, p.ID)
	if err != nil || len(all) != 3 || all[0].Text != "both" || all[1].Text != "here" || all[2].Text != "there" {
		t.Errorf("comments are %+v, %v", all, err)
	}
	f.Git("merge-base", "--is-ancestor", there, review)
	f.Git("merge-base", "--is-ancestor", here, review)
	union := f.Git("rev-parse", review)
	if err := f.s.UnionReview(ctx, p.ID, hashOf(there)); err != nil {
		t.Fatal(err)
	}
	if got := f.Git("rev-parse", review); got != union {
		t.Error("what is held already makes a commit")
	}
	f.Git("update-ref", "-d", review)
	if err := f.s.UnionReview(ctx, p.ID, hashOf(there)); err != nil {
		t.Fatal(err)
	}
	if all, err := f.s.Comments(ctx, p.ID); err != nil || len(all) != 2 {
		t.Errorf("comments are %+v, %v", all, err)
	}
	f.clean()
}

func TestIDs(t *testing.T) {
	for id, want := range map[string]bool{"p-4xk2q7ab": true, "taller": true, "A.b_c": true, "": false, "a/b": false, "-x": false, "a..b": false, "x.lock": false,
		"x.": false, "a b": false, "ä": false} {
		if got := ValidID(id); got != want {
			t.Errorf("%q: %v", id, got)
		}
	}
}

func TestSettings(t *testing.T) {
	f := newFixture(t)
	f.Git("config", "eik.proposals.prefix", "drafts/")
	f.Git("config", "eik.proposals.expire", "3.days")
	m, s := f.open()
	if s.opt.Prefix != "drafts/" || s.opt.Expire != 72*time.Hour {
		t.Errorf("options are %+v", s.opt)
	}
	if _, err := New(m, Options{Prefix: "../x/"}); err == nil {
		t.Error("a prefix that leaves the branches is taken")
	}
	f.Git("config", "eik.proposals.expire", "soon")
	again, err := repo.Open(context.Background(), f.Dir, repo.Options{Schema: m.Schema()})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	_, err = New(again, Options{})
	wants(t, err, model.InvalidArgument, "soon")
}

func FuzzReadComment(f *testing.F) {
	f.Add("20260501T120000.000Z-word0001.json", []byte(`{"author":"Ada","time":"2026-05-01T12:00:00Z","text":"Why?","head":"x"}`))
	f.Add("x", []byte(`{`))
	f.Add(".json", []byte(`[]`))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		c, err := readComment(name, data)
		if err == nil && c.ID+".json" != name {
			t.Errorf("%q gives %q", name, c.ID)
		}
	})
}
