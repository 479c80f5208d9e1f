package repo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model/category"
)

func TestLogAsGitTellsIt(t *testing.T) {
	p := house(t)
	p.git(t, "", "checkout", "-q", "-b", "side", "HEAD~1")
	p.commit(t, "on the side", map[string]string{"side": "1"})
	p.git(t, "", "checkout", "-q", "main")
	p.git(t, "", "merge", "-q", "-m", "join", "side")
	r := p.reader(t, "")
	want := strings.Split(p.git(t, "", "log", "--first-parent", "--format=%H|%an|%ae|%at|%cn|%ce|%ct|%s"), "\n")
	var got []string
	sequence := len(want)
	err := r.log(t.Context(), p.hash(t, "HEAD"), func(c *Commit) bool {
		got = append(got, fmt.Sprintf("%s|%s|%s|%d|%s|%s|%d|%s", c.Hash, c.Author.Name, c.Author.Email, c.Authored.Unix(),
			c.Committer.Name, c.Committer.Email, c.Committed.Unix(), c.Subject()))
		if c.Sequence != sequence {
			t.Errorf("%s is number %d, not %d", c.Hash, c.Sequence, sequence)
		}
		sequence--
		return true
	})
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: %q, git says %q", err, got, want)
	}
	n := 0
	if err := r.log(t.Context(), p.hash(t, "HEAD"), func(*Commit) bool { n++; return n < 2 }); err != nil || n != 2 {
		t.Errorf("%d commits, %v; 2 were asked for", n, err)
	}
}

func TestLogOfAShallowClone(t *testing.T) {
	full := house(t)
	p := past{t.TempDir(), t.TempDir()}
	p.git(t, "", "clone", "-q", "--depth=2", "file://"+full.dir, ".")
	var sequences []int
	err := p.reader(t, "").log(t.Context(), p.hash(t, "HEAD"), func(c *Commit) bool {
		sequences = append(sequences, c.Sequence)
		return true
	})
	if err != nil || !slices.Equal(sequences, []int{-1, -1}) {
		t.Errorf("%v, %v", sequences, err)
	}
	changes, err := p.reader(t, "").changesIn(t.Context(), p.hash(t, "HEAD~1"))
	if err != nil || len(changes) < 5 || !changes[0].Old.IsZero() {
		t.Errorf("the oldest commit that was cloned changes %v, %v", changes, err)
	}
}

// TestMessagesAsGitReadsThem compares trailers with git interpret-trailers.
func TestMessagesAsGitReadsThem(t *testing.T) {
	p := house(t)
	r := p.reader(t, "")
	for _, message := range []string{
		"Subject only",
		"Key: subject alone is no trailer",
		"Subject\n\nBody.\n\nEik-Command: update\nEik-Agent: a/1\nCo-authored-by: x <x@y>",
		"Subject\nover two lines\n\nEik-Command: update",
		"Subject\n\nEik-Request: long\n  value goes on\nNext: 1",
		"Subject\n\nBody: not all\nlines are trailers",
		"Subject\n\nsome words\nSigned-off-by: A <a@b>\nKey: v",
		"Subject\n\na\nb\nc\nd\ne\nf\ng\nSigned-off-by: A <a@b>",
		"Subject\n\n(cherry picked from commit 1234)\nKey: v",
		"Subject\n\nKey : spaced\nkey:tight",
		"Subject\n\nBody\n\nKey: v\n\n\n",
		"Subject\n\nKey:\nOther: x",
		"Subject\n\n\tKey: v\nOther: x",
		"\n\nSubject after blank lines\n\nKey: v",
	} {
		c, err := r.commit(t.Context(), p.commit(t, message, nil))
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, tr := range c.Trailers() {
			got.WriteString(strings.TrimSuffix(fmt.Sprintf("%s: %s", tr.Key, tr.Value), " ") + "\n")
		}
		want := p.git(t, "", "log", "-1", "--format=%(trailers:only,unfold)")
		trimmed := ""
		for line := range strings.Lines(want) {
			trimmed += strings.TrimRight(line, " \n") + "\n"
		}
		if strings.TrimSpace(got.String()) != strings.TrimSpace(trimmed) {
			t.Errorf("%q: trailers\n%s\ngit says\n%s", message, got.String(), trimmed)
		}
		if want := p.git(t, "", "log", "-1", "--format=%s"); c.Subject() != want {
			t.Errorf("%q: subject %q, git says %q", message, c.Subject(), want)
		}
	}
}

func TestBodyAndTrailer(t *testing.T) {
	c := &Commit{Message: "Subject\n\nFirst.\n\nSecond.\n\nEik-Agent: a\nEik-Agent: b\n"}
	if c.Body() != "First.\n\nSecond." || c.Trailer("eik-agent") != "a" || c.Trailer("Other") != "" {
		t.Errorf("%q %q", c.Body(), c.Trailer("eik-agent"))
	}
	for message, body := range map[string]string{"Subject": "", "Subject\n\nKey: v": "", "Subject\n\nBody only": "Body only"} {
		if got := (&Commit{Message: message}).Body(); got != body {
			t.Errorf("%q: body %q", message, got)
		}
	}
}

func TestChangesPairMovesAndAgreeWithGit(t *testing.T) {
	p := house(t)
	r := p.reader(t, "")
	for _, pair := range [][2]string{{"HEAD~1", "HEAD"}, {"HEAD", "HEAD~1"}, {"HEAD~2", "HEAD"}, {"HEAD~2", "HEAD~2"}} {
		changes, err := r.changes(t.Context(), p.hash(t, pair[0]), p.hash(t, pair[1]))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range changes {
			if !c.Old.IsZero() && c.OldPath != c.Path {
				got = append(got, "D "+c.OldPath, "A "+c.Path)
				continue
			}
			status := "M "
			if c.Old.IsZero() {
				status = "A "
			} else if c.New.IsZero() {
				status = "D "
			}
			got = append(got, status+c.Path)
		}
		slices.Sort(got)
		var want []string
		for line := range strings.Lines(p.git(t, "", "diff-tree", "-r", "--no-renames", "--name-status", pair[0], pair[1])) {
			want = append(want, strings.Replace(strings.TrimSpace(line), "\t", " ", 1))
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%v: %q, git says %q", pair, got, want)
		}
	}
	changes, err := r.changesIn(t.Context(), p.hash(t, "HEAD"))
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(changes, func(c RecordChange) bool { return c.ID == "w" })
	if i < 0 || changes[i].OldPath != "architecture/level-0/wall/w.json" || changes[i].Path != "architecture/level-1/wall/w.json" {
		t.Fatalf("the move of w is %+v", changes)
	}
	files, err := r.fileChanges(t.Context(), changes)
	if err != nil {
		t.Fatal(err)
	}
	if f := files[i]; f.Before.Record().String("levelId") != "level-0" || f.After.Record().String("levelId") != "level-1" {
		t.Errorf("w was %v and is %v", f.Before.Record(), f.After.Record())
	}
	for i, c := range changes {
		if (files[i].Before == nil) != c.Old.IsZero() || (files[i].After == nil) != c.New.IsZero() {
			t.Errorf("%+v was read as %+v", c, files[i])
		}
	}
	first, err := r.changesIn(t.Context(), p.hash(t, "HEAD~2"))
	if err != nil || len(first) < 8 {
		t.Errorf("the first commit makes %d files, %v", len(first), err)
	}
}

// TestAnOpenModelSeesWhatGitDoes keeps a model open while git works beside it.
func TestAnOpenModelSeesWhatGitDoes(t *testing.T) {
	p := house(t)
	m, err := Open(t.Context(), p.dir, Options{Schema: category.Schema()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}()
	var made []Hash
	for i, work := range [][]string{
		{"gc", "-q", "--prune=now"},
		{"maintenance", "run", "--quiet"},
		{"repack", "-adfq"},
		{"repack", "-q", "-d", "--write-midx"},
		{"commit-graph", "write", "--reachable", "--changed-paths"},
	} {
		made = append(made, p.commit(t, "by hand", map[string]string{"architecture/level-0/wall/v.json": wallText("v", "level-0", 100+i)}))
		p.git(t, "", work...)
		c, err := m.Resolve(t.Context(), "HEAD")
		if err != nil || c.Hash != made[i] || c.Sequence != 4+i {
			t.Fatalf("after git %v: head is %+v, %v", work, c, err)
		}
		s, err := m.At(t.Context(), c.Hash)
		if err != nil {
			t.Fatalf("after git %v: %v", work, err)
		}
		if got := s.Record("v").NumberOr("height", 0); got != float64(100+i) {
			t.Errorf("after git %v: height %v", work, got)
		}
		history, err := m.History(t.Context(), c.Hash, "v")
		if err != nil || len(history) != 3+i || history[0] != made[i] {
			t.Errorf("after git %v: history %v, %v", work, history, err)
		}
	}
	if err := m.Log(t.Context(), made[4], func(c *Commit) bool { return c.Hash != made[0] }); err != nil {
		t.Error(err)
	}
	changes, err := m.Changes(t.Context(), made[0], made[4])
	if err != nil || len(changes) != 1 || changes[0].ID != "v" {
		t.Errorf("%+v, %v", changes, err)
	}
	files, err := m.FileChanges(t.Context(), changes)
	if err != nil || len(files) != 1 || files[0].After.Record().NumberOr("height", 0) != 104 {
		t.Errorf("%+v, %v", files, err)
	}
	if changes, err = m.ChangesIn(t.Context(), made[2]); err != nil || len(changes) != 1 {
		t.Errorf("%+v, %v", changes, err)
	}
	blames, err := m.Blame(t.Context(), made[4], "v")
	if err != nil || len(blames) != 6 || blames[5] != (MemberBlame{"height", made[4]}) {
		t.Errorf("%+v, %v", blames, err)
	}
	if c, err := m.CommitAt(t.Context(), made[1]); err != nil || c.Sequence != 5 {
		t.Errorf("%+v, %v", c, err)
	}
}

func FuzzMessage(f *testing.F) {
	for _, message := range []string{"", "S", "S\n\nB\n\nK: v\n w", "\n\n\n", "S\n\n  \n\nK:", "S\n \nK: v"} {
		f.Add(message)
	}
	f.Fuzz(func(t *testing.T, message string) {
		c := &Commit{Message: message}
		if strings.Contains(c.Subject(), "\n") {
			t.Errorf("subject %q has several lines", c.Subject())
		}
		for _, tr := range c.Trailers() {
			if tr.Key == "" || strings.Contains(tr.Key+tr.Value, "\n") {
				t.Errorf("trailer %q", tr)
			}
			if c.Trailer(tr.Key) == "" && tr.Value != "" && c.Trailers()[0] == tr {
				t.Errorf("trailer %q is not found", tr)
			}
		}
		c.Body()
	})
}
