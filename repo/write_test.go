package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/repotest"
)

const manifest = "{\n  \"format\": \"OpenEik\",\n  \"version\": \"0.2\",\n  \"id\": \"house\",\n  \"name\": \"House\",\n  \"units\": {\"length\": \"mm\", \"angle\": \"deg\"}\n}\n"

func levelText(id string, elevation int) string {
	return fmt.Sprintf("{\n  \"id\": %q,\n  \"category\": \"level\",\n  \"elevation\": %d\n}\n", id, elevation)
}

var fixed = time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))

func options(fsys steps.FS) Options {
	return Options{Schema: category.Schema(), Clock: func() time.Time { return fixed }, LockWait: 200 * time.Millisecond, FS: fsys}
}

// site is a small model in the folder of that name of a repository; "" for all.
func site(t testing.TB, prefix string) *repotest.Repo {
	t.Helper()
	r := repotest.New(t)
	for path, text := range map[string]string{
		"eik.json": manifest, "levels/level-0.json": levelText("level-0", 0), "levels/level-1.json": levelText("level-1", 3000),
		"architecture/level-0/wall/w-1.json": wallText("w-1", "level-0", 2000), "architecture/level-0/wall/w-2.json": wallText("w-2", "level-0", 2000),
		"architecture/level-1/wall/w-3.json": wallText("w-3", "level-1", 2000), ".gitattributes": "*.json text eol=lf\n",
	} {
		r.Write(filepath.Join(prefix, path), text)
	}
	if prefix != "" {
		r.Write("README.md", "beside the model")
	}
	r.Commit("first")
	return r
}

func openAt(t testing.TB, dir string, fsys steps.FS) *Model {
	t.Helper()
	m, err := Open(context.Background(), dir, options(fsys))
	if err != nil {
		t.Fatal(err)
	}
	closeAfter(t, m)
	return m
}

// closeAfter closes a model when the test ends.
func closeAfter(t testing.TB, m *Model) {
	t.Helper()
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
}

var ada = Person{"Ada", "ada@example.com"}

// put answers a request that puts files, or takes away those whose text is "-".
func put(subject string, files map[string]string) CommitRequest {
	return CommitRequest{Author: ada, Purpose: "test", Plan: func(context.Context, Base) (*Plan, error) {
		plan := &Plan{Subject: subject, Trailers: []Trailer{{"Eik-Command", "update"}, {"Eik-Agent", "test/1"}}}
		for path, text := range files {
			change := FileChange{Path: path}
			if text != "-" {
				change.Data = []byte(text)
			}
			plan.Files = append(plan.Files, change)
		}
		return plan, nil
	}}
}

func commit(t testing.TB, m *Model, req CommitRequest) *Committed {
	t.Helper()
	done, err := m.Commit(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if done.Unfinished != nil {
		t.Fatal(done.Unfinished)
	}
	return done
}

// changes are one of each kind: changed, moved to another folder, added in a new
// one, taken away with its folder.
var changes = map[string]string{
	"architecture/level-0/wall/w-1.json": wallText("w-1", "level-0", 3000),
	"architecture/level-0/wall/w-2.json": "-", "architecture/level-1/wall/w-2.json": wallText("w-2", "level-1", 2000),
	"structure/level-1/column/c-1.json":  "{\n  \"id\": \"c-1\",\n  \"category\": \"column\",\n  \"levelId\": \"level-1\",\n  \"at\": [0, 0]\n}\n",
	"architecture/level-1/wall/w-3.json": "-",
}

func TestCommitIsWhatGitWouldHaveMade(t *testing.T) {
	for _, prefix := range []string{"", "models/house"} {
		r := site(t, prefix)
		r.Git("pack-refs", "--all")
		m := openAt(t, r.Path(prefix), nil)
		before := r.Git("rev-parse", "HEAD")
		done := commit(t, m, put("Raise w-1 to 3000 mm", changes))

		r.Sound()
		if status := r.Status(); status != "" {
			t.Errorf("git status: %q", status)
		}
		if got := r.Git("rev-parse", "HEAD"); got != done.Commit.String() || done.Head.Commit != done.Commit || done.Head.Sequence != 2 {
			t.Errorf("HEAD is %s, the answer %+v", got, done.Head)
		}
		if got := r.Git("log", "-1", "--format=%P|%an|%ae|%cn|%aI|%s"); got != before+"|Ada|ada@example.com|Ada|2026-01-02T03:04:05+01:00|Raise w-1 to 3000 mm" {
			t.Errorf("git log: %s", got)
		}
		if got := r.Git("log", "-1", "--format=%(trailers)"); got != "Eik-Command: update\nEik-Agent: test/1\n" {
			t.Errorf("trailers: %q", got)
		}
		if got := r.Git("reflog", "-1", "--format=%gs"); got != "commit: Raise w-1 to 3000 mm" {
			t.Errorf("reflog: %q", got)
		}
		for path, text := range changes {
			if got := r.Read(filepath.Join(prefix, path)); got != strings.TrimPrefix(text, "-") {
				t.Errorf("%s holds %q", path, got)
			}
		}
		if done.Snapshot.Get("w-2").Path != "architecture/level-1/wall/w-2.json" || done.Snapshot.Get("w-3") != nil {
			t.Error("the answered snapshot is not the commit's")
		}
		// What git itself commits from this work tree and index is the same tree.
		r.Git("commit", "-q", "--allow-empty", "-m", "git's own")
		if got, want := r.Git("rev-parse", "HEAD^{tree}"), r.Git("rev-parse", "HEAD~^{tree}"); got != want {
			t.Errorf("the next commit by git has tree %s, want %s", got, want)
		}
	}
}

func TestManyCommits(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	for i := range 40 {
		done := commit(t, m, put(fmt.Sprintf("Change %d", i), map[string]string{
			"architecture/level-0/wall/w-1.json": wallText("w-1", "level-0", 3000+i), fmt.Sprintf("architecture/level-0/wall/n-%d.json", i): wallText(fmt.Sprintf("n-%d", i), "level-0", 1),
		}))
		if done.Head.Sequence != i+2 {
			t.Errorf("sequence %d after %d commits", done.Head.Sequence, i+2)
		}
	}
	if status := r.Status(); status != "" {
		t.Errorf("git status: %q", status)
	}
	if got := r.Git("rev-list", "--count", "HEAD"); got != "41" {
		t.Errorf("%s commits", got)
	}
	r.Sound()
}

func TestFirstCommitOnAnUnbornBranch(t *testing.T) {
	repotest.Isolate(t)
	dir := filepath.Join(t.TempDir(), "new", "model")
	m, err := Init(context.Background(), dir, InitOptions{Options: options(nil), Branch: "trunk"})
	if err != nil {
		t.Fatal(err)
	}
	closeAfter(t, m)
	if head, err := m.Head(context.Background()); err != nil || !head.Unborn || head.Branch != "trunk" {
		t.Errorf("head %+v, %v", head, err)
	}
	if w, err := m.Working(context.Background(), WorkingOptions{}); err != nil || w.Snapshot.Total() != 0 {
		t.Errorf("an empty folder: %v", err)
	}
	done := commit(t, m, put("Begin", map[string]string{"eik.json": manifest, "levels/level-0.json": levelText("level-0", 0)}))
	r := repotest.In(t, m.Dir())
	r.Sound()
	if status := r.Status(); status != "" || done.Head.Sequence != 1 || done.Head.Unborn {
		t.Errorf("git status %q, head %+v", status, done.Head)
	}
	if got := r.Git("reflog", "--format=%gs"); got != "commit (initial): Begin" {
		t.Errorf("reflog: %q", got)
	}
	again, err := Init(context.Background(), filepath.Join(dir, "second"), InitOptions{Options: options(nil)})
	if err != nil {
		t.Fatal(err)
	}
	closeAfter(t, again)
	commit(t, again, put("Begin another", map[string]string{"eik.json": manifest}))
	if got := r.Git("ls-tree", "-r", "--name-only", "HEAD"); got != "eik.json\nlevels/level-0.json\nsecond/eik.json" {
		t.Errorf("git lists %q", got)
	}
	if status := r.Status(); status != "" {
		t.Errorf("git status %q", status)
	}
}

func TestCommitInABareRepository(t *testing.T) {
	r := site(t, "house")
	bare := filepath.Join(t.TempDir(), "bare.git")
	r.Git("clone", "-q", "--bare", r.Dir, bare)
	opt := options(nil)
	opt.Path = "/house/"
	m, err := Open(context.Background(), bare, opt)
	if err != nil {
		t.Fatal(err)
	}
	closeAfter(t, m)
	done := commit(t, m, put("Raise", changes))
	b := repotest.In(t, bare)
	b.Sound()
	if got := b.Git("show", "main:house/architecture/level-0/wall/w-1.json"); got+"\n" != changes["architecture/level-0/wall/w-1.json"] {
		t.Errorf("git shows %q", got)
	}
	if w, err := m.Working(context.Background(), WorkingOptions{}); err != nil || w.Head.Commit != done.Commit || w.Snapshot.Get("c-1") == nil {
		t.Errorf("working: %v", err)
	}
	b.Git("branch", "other", "main~")
	b.Git("config", "eik.branch", "other")
	other := openWith(t, bare, opt)
	commit(t, other, put("On the other", map[string]string{"docs/a.md": "a"}))
	if got := b.Git("log", "-1", "--format=%s", "other"); got != "On the other" {
		t.Errorf("branch other ends with %q", got)
	}
}

func openWith(t testing.TB, dir string, opt Options) *Model {
	t.Helper()
	m, err := Open(context.Background(), dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	closeAfter(t, m)
	return m
}

func TestNothingToCommit(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	before := r.Git("rev-parse", "HEAD")
	none := CommitRequest{Author: ada, Plan: func(context.Context, Base) (*Plan, error) { return nil, nil }}
	if done, err := m.Commit(context.Background(), none); done != nil || err != nil {
		t.Errorf("no plan: %+v, %v", done, err)
	}
	same := put("Same", map[string]string{"levels/level-0.json": levelText("level-0", 0), "none.json": "-"})
	if _, err := m.Commit(context.Background(), same); !errors.Is(err, ErrNoChange) {
		t.Errorf("the same content: %v", err)
	}
	refused := errors.New("refused by the plan")
	fails := CommitRequest{Author: ada, Plan: func(context.Context, Base) (*Plan, error) { return nil, refused }}
	if _, err := m.Commit(context.Background(), fails); !errors.Is(err, refused) {
		t.Errorf("a plan that fails: %v", err)
	}
	if got := r.Git("rev-parse", "HEAD"); got != before || r.Status() != "" {
		t.Errorf("something was committed, or %q", r.Status())
	}
	empty := CommitRequest{Author: ada, Plan: func(context.Context, Base) (*Plan, error) { return &Plan{Subject: "Note", AllowEmpty: true}, nil }}
	if done := commit(t, m, empty); r.Git("rev-parse", "HEAD~") != before || done.Head.Sequence != 2 {
		t.Error("an empty commit is not made")
	}
}

func TestPlansOutsideTheModelAreRefused(t *testing.T) {
	r := site(t, "house")
	m := openAt(t, r.Path("house"), nil)
	for _, path := range []string{"../README.md", "/etc/passwd", "a/../../b", ".git/config", "a/.GIT/hooks", ".eik/lock", "", "a//b", "a\\b", ".."} {
		if _, err := m.Commit(context.Background(), put("Escape", map[string]string{path: "x"})); err == nil || !strings.Contains(err.Error(), "model") {
			t.Errorf("%q: %v", path, err)
		}
	}
	if status := r.Status(); status != "" {
		t.Errorf("git status %q", status)
	}
	if _, err := os.Stat(filepath.Join(r.Dir, "b")); err == nil {
		t.Error("a file was written")
	}
}
