package repo

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/steps/stepstest"
	"github.com/openeik/ekgit/repo/repotest"
)

const trial = "refs/heads/proposals/p-1"

// on asks for a commit on a ref, beginning it at a commit where one is given.
func on(ref string, from Hash, request CommitRequest) CommitRequest {
	request.Ref, request.From = ref, from
	return request
}

func headOf(t testing.TB, m *Model) Hash {
	t.Helper()
	head, err := m.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return head.Commit
}

// only takes the one ref of a name.
func only(t testing.TB, m *Model, name string) Hash {
	t.Helper()
	refs, err := m.Refs(t.Context(), name)
	if err != nil || len(refs) != 1 {
		t.Fatalf("%s: %v %v", name, refs, err)
	}
	return refs[0].Hash
}

func TestCommitOnABranchOfItsOwn(t *testing.T) {
	for _, prefix := range []string{"", "models/house"} {
		r := site(t, prefix)
		m := openAt(t, r.Path(prefix), steps.OS)
		r.Write(prefix+"/levels/level-1.json", levelText("level-1", 3500)) // a hand edit
		status, first := r.Status(), headOf(t, m)
		one := commit(t, m, on(trial, first, put("Try one", map[string]string{"levels/level-0.json": levelText("level-0", 1)})))
		two := commit(t, m, on(trial, Hash{}, put("Try two", map[string]string{"levels/level-0.json": levelText("level-0", 2)})))
		if got := r.Status(); got != status {
			t.Errorf("git status was %q and is %q", status, got)
		}
		if headOf(t, m) != first || only(t, m, trial) != two.Commit {
			t.Error("the model's branch moved, or the other did not")
		}
		if got := r.Git("log", "--format=%H %P", trial); got != strings.Join([]string{two.Commit.String() + " " + one.Commit.String(), one.Commit.String() + " " + first.String(), first.String() + " "}, "\n") {
			t.Errorf("the branch is\n%s", got)
		}
		if s, err := m.At(t.Context(), two.Commit); err != nil || s.Record("level-0").Get("elevation") != 2.0 || s != two.Snapshot {
			t.Errorf("the model of the branch: %v", err)
		}
		if log := r.Git("reflog", "show", "--format=%gs", trial); log != "commit: Try two\ncommit: Try one" {
			t.Errorf("the log of the branch is %q", log)
		}
		if moved, err := m.RefMoved(t.Context(), trial); err != nil || !moved.Equal(fixed) {
			t.Errorf("the branch moved %v %v", moved, err)
		}
		r.Sound()
	}
}

func TestCommitOnABranchIsRefused(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, steps.OS)
	first := headOf(t, m)
	change := put("Try", map[string]string{"levels/level-0.json": levelText("level-0", 1)})
	var moved *RefMovedError
	if _, err := m.Commit(t.Context(), on(trial, Hash{}, change)); !errors.As(err, &moved) {
		t.Errorf("a branch that is not there: %v", err)
	}
	commit(t, m, on(trial, first, change))
	if _, err := m.Commit(t.Context(), on(trial, first, change)); !errors.As(err, &moved) || moved.Have.IsZero() {
		t.Errorf("a branch that is there already: %v", err)
	}
	var elsewhere *ElsewhereError
	if _, err := m.Commit(t.Context(), on("refs/heads/main", Hash{}, change)); !errors.As(err, &elsewhere) {
		t.Errorf("the branch that is checked out: %v", err)
	}
	r.Git("worktree", "add", "-q", t.TempDir()+"/other", "proposals/p-1")
	if _, err := m.Commit(t.Context(), on(trial, Hash{}, put("Try", map[string]string{"levels/level-0.json": "-"}))); !errors.As(err, &elsewhere) {
		t.Errorf("a branch of another work tree: %v", err)
	}
	if err := m.UpdateRefs(t.Context(), []RefUpdate{{Name: trial, Old: only(t, m, trial)}}); !errors.As(err, &elsewhere) {
		t.Errorf("taking away a branch of another work tree: %v", err)
	}
	r.Git("branch", "plain", "main")
	if _, err := m.Commit(t.Context(), on("refs/heads/plain/p-1", first, change)); err == nil {
		t.Error("a branch below a branch is made")
	}
	if _, err := m.Commit(t.Context(), on("refs/heads/a..b", first, change)); err == nil {
		t.Error("a name that git does not take is made")
	}
	r.Sound()
}

// A merge takes up blobs that git has already, in the model and beside it.
func TestMergeCommit(t *testing.T) {
	r := site(t, "models/house")
	m := openAt(t, r.Path("models/house"), steps.OS)
	r.Git("checkout", "-q", "-b", "other")
	r.Write("models/house/shapes/chair.glb", "glTF")
	r.Write("tools/run.sh", "echo\n")
	if err := os.Chmod(r.Path("tools/run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.Remove("README.md")
	r.Commit("beside")
	other := r.Git("rev-parse", "HEAD")
	r.Git("checkout", "-q", "main")
	outside, err := m.OutsideChanges(t.Context(), headOf(t, m), hashOf(t, other))
	if err != nil || len(outside) != 2 || outside[0].Path != "README.md" || !outside[0].New.IsZero() || outside[1].Path != "tools/run.sh" || outside[1].NewMode != model.Executable {
		t.Fatalf("outside the model: %+v %v", outside, err)
	}
	inside, err := m.Changes(t.Context(), headOf(t, m), hashOf(t, other))
	if err != nil || len(inside) != 1 {
		t.Fatal(inside, err)
	}
	blobs := []BlobChange{{Path: "models/house/" + inside[0].Path, Hash: inside[0].New}}
	for _, c := range outside {
		blobs = append(blobs, BlobChange{Path: c.Path, Mode: c.NewMode, Hash: c.New})
	}
	done := commit(t, m, CommitRequest{Author: ada, Purpose: "merge", Plan: func(context.Context, Base) (*Plan, error) {
		return &Plan{Subject: "Accept", Blobs: blobs, Parents: []Hash{hashOf(t, other)}}, nil
	}})
	if done.Unfinished != nil {
		t.Error(done.Unfinished)
	}
	if got := r.Git("rev-parse", "HEAD^{tree}"); got != r.Git("rev-parse", "other^{tree}") {
		t.Error("the tree is not the one that was merged in")
	}
	if got := r.Git("rev-list", "--parents", "-1", "HEAD"); !strings.HasSuffix(got, other) || done.Head.Sequence != 2 {
		t.Errorf("the commit is %s, sequence %d", got, done.Head.Sequence)
	}
	if status := r.Status(); status != "" {
		t.Errorf("git status: %s", status)
	}
	if info, err := os.Stat(r.Path("tools/run.sh")); err != nil || info.Mode()&0o100 == 0 || r.Read("models/house/shapes/chair.glb") != "glTF" {
		t.Errorf("the files in the work tree: %v", err)
	}
	r.Sound()
}

// A hand edit beside the model stands in the way of a merge that changes that file.
func TestMergeKeepsEditsBesideTheModel(t *testing.T) {
	r := site(t, "models/house")
	m := openAt(t, r.Path("models/house"), steps.OS)
	r.Write("README.md", "edited")
	_, err := m.Commit(t.Context(), CommitRequest{Author: ada, Purpose: "merge", Plan: func(context.Context, Base) (*Plan, error) {
		return &Plan{Subject: "Accept", Blobs: []BlobChange{{Path: "README.md"}}}, nil
	}})
	var conflict *ConflictError
	if !errors.As(err, &conflict) || conflict.Files[0] != "README.md" || r.Read("README.md") != "edited" {
		t.Errorf("the edit: %v", err)
	}
}

// Agents that add to branches of their own, and to one that they share, lose nothing,
// and nobody waits for whoever holds another branch.
func TestManyBranchesAtOnce(t *testing.T) {
	r := site(t, "")
	first := headOf(t, openAt(t, r.Dir, steps.OS))
	held, err := openAt(t, r.Dir, steps.OS).lockRefs(t.Context(), "held", fixed.AddDate(100, 0, 0), "refs/heads/proposals/held")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := held.release(); err != nil {
			t.Error(err)
		}
	}()
	seed := openAt(t, r.Dir, steps.OS)
	commit(t, seed, on("refs/heads/proposals/shared", first, CommitRequest{Author: ada, Purpose: "begin", Plan: func(context.Context, Base) (*Plan, error) { return &Plan{Subject: "Begin", AllowEmpty: true}, nil }}))
	const agents, each = 4, 5
	var group sync.WaitGroup
	for i := range agents {
		opt := options(steps.OS)
		opt.LockWait = DefaultLockWait
		m, err := Open(t.Context(), r.Dir, opt)
		if err != nil {
			t.Fatal(err)
		}
		closeAfter(t, m)
		group.Go(func() {
			own := "refs/heads/proposals/own-" + string(rune('a'+i))
			for n := range each {
				from := Hash{}
				if n == 0 {
					from = first
				}
				for ref, from := range map[string]Hash{own: from, "refs/heads/proposals/shared": {}} {
					_, err := m.Commit(context.Background(), on(ref, from, CommitRequest{Author: ada, Purpose: "add", Plan: func(context.Context, Base) (*Plan, error) { return &Plan{Subject: "Add", AllowEmpty: true}, nil }}))
					if err != nil {
						t.Errorf("%s: %v", ref, err)
					}
				}
			}
		})
	}
	group.Wait()
	if n := r.Git("rev-list", "--count", "proposals/shared"); n != "22" {
		t.Errorf("the branch that all added to has %s commits, want 22", n)
	}
	r.Sound()
}

func TestRefsMoveTogetherOrNotAtAll(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, steps.OS)
	first := headOf(t, m)
	a, b := "refs/eik/closed/p-1", "refs/heads/proposals/p-1"
	for _, packed := range []bool{false, true} {
		r.Git("update-ref", b, first.String())
		r.Git("update-ref", "-d", a)
		if packed {
			r.Git("pack-refs", "--all")
		}
		var moved *RefMovedError
		err := m.UpdateRefs(t.Context(), []RefUpdate{{Name: a, New: first}, {Name: b, Old: hashOf(t, strings.Repeat("1", 40))}})
		if refs, _ := m.Refs(t.Context(), a); !errors.As(err, &moved) || len(refs) != 0 {
			t.Errorf("a ref that moved: %v, and %v", err, refs)
		}
		if err := m.UpdateRefs(t.Context(), []RefUpdate{{Name: a, New: first, Message: "closed"}, {Name: b, Old: first}}); err != nil {
			t.Fatal(err)
		}
		if got := r.Git("for-each-ref", "--format=%(refname)", "refs/eik", "refs/heads/proposals"); got != a {
			t.Errorf("the refs are %q", got)
		}
		r.Sound()
	}
}

func TestRefsArePacked(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, steps.OS)
	first := headOf(t, m)
	r.Git("tag", "-a", "-m", "one", "v1")
	r.Git("pack-refs", "--all")
	for _, id := range []string{"p-1", "p-2", "p-3"} {
		if err := m.UpdateRefs(t.Context(), []RefUpdate{{Name: "refs/eik/closed/" + id, New: first}}); err != nil {
			t.Fatal(err)
		}
	}
	before := r.Git("for-each-ref")
	if err := m.PackRefs(t.Context(), "refs/eik/closed/"); err != nil {
		t.Fatal(err)
	}
	if after := r.Git("for-each-ref"); after != before || r.Git("rev-parse", "v1^{}") != first.String() {
		t.Errorf("packing changes\n%s\nto\n%s", before, after)
	}
	if entries, _ := os.ReadDir(r.Path(".git/refs/eik/closed")); len(entries) != 0 {
		t.Errorf("%d refs are loose still", len(entries))
	}
	if refs, err := m.Refs(t.Context(), "refs/eik/closed/"); err != nil || len(refs) != 3 {
		t.Errorf("the refs read are %v %v", refs, err)
	}
	r.Sound()
}

func TestFilesBesideTheModel(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, steps.OS)
	add := func(name, text string, holds ...Hash) Hash {
		t.Helper()
		at, err := m.CommitFiles(t.Context(), FilesRequest{Ref: "refs/eik/review/p-1", Author: ada, Subject: "Comment", Put: []FileChange{{Path: "comments/" + name, Data: []byte(text)}}, Parents: holds})
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	one := add("a.json", "1")
	if again := add("a.json", "1"); again != one {
		t.Error("what is there already is committed once more")
	}
	held := hashOf(t, r.Git("commit-tree", "-m", "held", "HEAD^{tree}"))
	two := add("b.json", "2", held)
	files, err := m.ReadFiles(t.Context(), two, "comments")
	if err != nil || len(files) != 2 || string(files["b.json"]) != "2" {
		t.Errorf("the files are %v %v", files, err)
	}
	if none, err := m.ReadFiles(t.Context(), two, "nowhere"); err != nil || len(none) != 0 {
		t.Errorf("files of a folder that is not there: %v %v", none, err)
	}
	r.Git("reflog", "expire", "--expire=now", "--all")
	r.Git("gc", "-q", "--prune=now")
	if kind := r.Git("cat-file", "-t", held.String()); kind != "commit" {
		t.Error("what is held went with the garbage")
	}
	r.Sound()
}

// A write on refs may be stopped at every step: git finds nothing wrong, each ref is
// where it was or where it goes, and the next write goes through.
func TestRefWritesStoppedAtEveryStep(t *testing.T) {
	ctx := context.Background()
	requests := map[string]func(m *Model, first Hash) error{
		"begin": func(m *Model, first Hash) error {
			_, err := m.Commit(ctx, on(trial, first, put("Try", map[string]string{"levels/level-0.json": levelText("level-0", 1)})))
			return err
		},
		"close": func(m *Model, first Hash) error {
			return m.UpdateRefs(ctx, []RefUpdate{{Name: "refs/eik/closed/p-2", New: first}, {Name: "refs/heads/proposals/p-2", Old: first}})
		},
		"pack": func(m *Model, _ Hash) error { return m.PackRefs(ctx, "refs/heads/proposals/") },
	}
	for name, request := range requests {
		t.Run(name, func(t *testing.T) {
			template := site(t, "")
			first := hashOf(t, template.Git("rev-parse", "HEAD"))
			template.Git("update-ref", "refs/heads/proposals/p-2", first.String())
			template.Git("pack-refs", "--all")
			template.Git("update-ref", "refs/heads/proposals/p-4", first.String())
			run := func(t *testing.T, r *repotest.Repo, fsys steps.FS) error {
				m, err := open(ctx, r.Dir, options(fsys))
				if err != nil {
					return err
				}
				closeAfter(t, m)
				return request(m, first)
			}
			counting := stepstest.Counting(t)
			if err := run(t, copyOf(t, template), counting); err != nil {
				t.Fatal(err)
			}
			atEveryStep(t, counting.Steps(), func(t *testing.T, n int, loss stepstest.Loss) {
				r := copyOf(t, template)
				if err := run(t, r, stepstest.Stopping(t, n, loss)); err != nil && !errors.Is(err, stepstest.ErrStopped) {
					t.Error(err)
				}
				r.Sound()
				m := openAt(t, r.Dir, steps.OS)
				for _, pattern := range []string{".git/*.lock", ".git/refs/*/*/*.lock"} {
					if left, err := filepath.Glob(r.Path(pattern)); err != nil || len(left) > 0 {
						t.Errorf("git would wait for %v, %v", left, err)
					}
				}
				if got := only(t, m, "refs/heads/proposals/p-4"); got != first {
					t.Errorf("a ref beside it is at %s", got)
				}
				if err := request(m, first); err != nil && !errors.As(err, new(*RefMovedError)) {
					t.Errorf("once more: %v", err)
				}
				commit(t, m, on("refs/heads/proposals/p-4", Hash{}, put("After", map[string]string{"levels/level-0.json": levelText("level-0", 3)})))
				r.Sound()
				if got := only(t, m, map[string]string{"begin": trial, "close": "refs/eik/closed/p-2", "pack": "refs/heads/proposals/p-2"}[name]); got.IsZero() {
					t.Error("what was asked for is not there in the end")
				}
			})
		})
	}
}

func TestMergeBasesAsGitFindsThem(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, steps.OS)
	tip := func(parents ...string) string {
		args := []string{"commit-tree", "HEAD^{tree}", "-m", "c"}
		for _, p := range parents {
			args = append(args, "-p", p)
		}
		return r.Git(args...)
	}
	commits := []string{r.Git("rev-parse", "HEAD"), tip()}
	seed := uint32(7)
	for len(commits) < 40 {
		seed = seed*1664525 + 1013904223
		i, j := int(seed>>8)%len(commits), int(seed>>20)%len(commits)
		if i == j {
			commits = append(commits, repotestUnique(r, commits[i]))
		} else {
			commits = append(commits, tip(commits[i], commits[j]))
		}
	}
	for i, a := range commits {
		for _, b := range commits[i:] {
			out, _ := r.Try("merge-base", "--all", a, b)
			want := strings.Fields(out)
			got, err := m.MergeBases(t.Context(), hashOf(t, a), hashOf(t, b))
			if err != nil || len(got) != len(want) {
				t.Fatalf("%s and %s: %v %v, git says %v", a, b, got, err, want)
			}
			for _, h := range got {
				if !strings.Contains(out, h.String()) {
					t.Errorf("%s and %s: %s is no base, git says %v", a, b, h, want)
				}
			}
		}
	}
}

// repotestUnique makes a child of a commit that no other child is like.
func repotestUnique(r *repotest.Repo, parent string) string {
	n := r.Git("rev-list", "--count", "--all")
	child := r.Git("commit-tree", "HEAD^{tree}", "-m", "child "+n+parent, "-p", parent)
	return child
}
