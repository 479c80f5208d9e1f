package refs

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/internal/lockfile"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/steps/stepstest"
)

const who = "Ada <ada@example.com> 1700000000 +0100"

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@x", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@x",
		"GIT_AUTHOR_DATE=1700000000 +0000", "GIT_COMMITTER_DATE=1700000000 +0000")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// fixture is a repository on main with two commits.
type fixture struct {
	dir, git      string
	first, second Hash
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	f := fixture{dir: t.TempDir()}
	f.git = filepath.Join(f.dir, ".git")
	git(t, f.dir, "init", "-q", "-b", "main")
	git(t, f.dir, "commit", "-q", "--allow-empty", "-m", "first")
	f.first = f.hash(t, "HEAD")
	git(t, f.dir, "commit", "-q", "--allow-empty", "-m", "second")
	f.second = f.hash(t, "HEAD")
	if err := os.Mkdir(filepath.Join(f.git, "eik"), 0o777); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f fixture) hash(t *testing.T, rev string) Hash {
	t.Helper()
	h, err := parseHash(git(t, f.dir, "rev-parse", rev))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (f fixture) store(fsys steps.FS) *Store { return Open(f.git, f.git, fsys, LogUsual) }

func (f fixture) apply(t *testing.T, fsys steps.FS, move Move) error {
	t.Helper()
	mark, err := lockfile.OpenMark(fsys, filepath.Join(f.git, "eik", "mark"), bytes.NewReader(make([]byte, 16)))
	if err != nil {
		return err
	}
	move.Who = who
	s := f.store(fsys)
	s.lockWait = 0
	return s.Apply(context.Background(), mark, move)
}

func (f fixture) leftovers(t *testing.T) []string {
	t.Helper()
	found, err := exec.Command("find", f.git, "-name", "*.lock").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(found))
}

func TestReadAgreesWithGit(t *testing.T) {
	f := newFixture(t)
	git(t, f.dir, "branch", "old", f.first.String())
	git(t, f.dir, "tag", "-a", "-m", "tag", "v1", f.first.String())
	git(t, f.dir, "pack-refs", "--all")
	git(t, f.dir, "update-ref", "refs/heads/old", f.second.String())
	git(t, f.dir, "update-ref", "refs/remotes/origin/main", f.first.String())
	git(t, f.dir, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	linked := filepath.Join(t.TempDir(), "linked")
	git(t, f.dir, "worktree", "add", "-q", "-b", "side", linked)
	git(t, linked, "update-ref", "refs/worktree/own", f.first.String())

	for _, s := range []struct {
		store *Store
		dir   string
	}{
		{f.store(steps.OS), f.dir},
		{Open(git(t, linked, "rev-parse", "--absolute-git-dir"), f.git, steps.OS, LogUsual), linked},
	} {
		var got []string
		for _, prefix := range []string{"refs/heads/", "refs/remotes/", "refs/tags/", "refs/worktree/"} {
			list, err := s.store.List(prefix, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, ref := range list {
				got = append(got, ref.Hash.String()+" "+ref.Name)
			}
		}
		if want := git(t, s.dir, "for-each-ref", "--format=%(objectname) %(refname)"); strings.Join(got, "\n") != want {
			t.Errorf("in %s:\n%s\ngit lists\n%s", s.dir, strings.Join(got, "\n"), want)
		}
		head, err := s.store.Resolve("HEAD")
		if err != nil || head.Name != git(t, s.dir, "symbolic-ref", "HEAD") || head.Hash != f.second {
			t.Errorf("HEAD is %+v, %v", head, err)
		}
	}
	tag, err := f.store(steps.OS).Read("refs/tags/v1")
	if err != nil || tag.Peeled != f.first {
		t.Errorf("the packed tag peels to %v, %v", tag.Peeled, err)
	}
}

func TestPackedRefsAreReadAgainWhenPackedOutside(t *testing.T) {
	f := newFixture(t)
	s := f.store(steps.OS)
	for _, branch := range []string{"a", "b", "c"} {
		git(t, f.dir, "branch", branch, f.first.String())
		git(t, f.dir, "pack-refs", "--all")
		if ref, err := s.Read("refs/heads/" + branch); err != nil || ref.Hash != f.first {
			t.Errorf("%s: %+v, %v", branch, ref, err)
		}
	}
}

func TestUnbornAndBroken(t *testing.T) {
	f := newFixture(t)
	git(t, f.dir, "symbolic-ref", "HEAD", "refs/heads/new")
	s := f.store(steps.OS)
	if head, err := s.Resolve("HEAD"); err != nil || head.Name != "refs/heads/new" || !head.Hash.IsZero() {
		t.Errorf("unborn HEAD: %+v, %v", head, err)
	}
	if _, err := s.Read("refs/heads/none/below"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a ref that is not there: %v", err)
	}
	if _, err := s.Read("refs/heads/main/below"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a ref below another: %v", err)
	}
	if err := os.WriteFile(s.path("refs/heads/main"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read("refs/heads/main"); err == nil || !strings.Contains(err.Error(), "git fsck") {
		t.Errorf("an empty ref file: %v", err)
	}
	git(t, f.dir, "symbolic-ref", "refs/heads/x", "refs/heads/y")
	git(t, f.dir, "symbolic-ref", "refs/heads/y", "refs/heads/x")
	if _, err := s.Resolve("refs/heads/x"); err == nil {
		t.Error("a circle of symbolic refs resolves")
	}
}

func TestApplyMovesAsGitDoes(t *testing.T) {
	f := newFixture(t)
	git(t, f.dir, "branch", "gone", f.first.String())
	git(t, f.dir, "pack-refs", "--all")
	move := Move{Head: "refs/heads/main", Message: "eik: go\nback", Updates: []Update{
		{"refs/heads/main", f.second, f.first}, {"refs/heads/new/branch", Hash{}, f.second}, {"refs/heads/gone", f.first, Hash{}},
	}}
	if err := f.apply(t, steps.OS, move); err != nil {
		t.Fatal(err)
	}
	want := f.first.String() + " refs/heads/main\n" + f.second.String() + " refs/heads/new/branch"
	if got := git(t, f.dir, "for-each-ref", "--format=%(objectname) %(refname)"); got != want {
		t.Errorf("git lists\n%s\nwant\n%s", got, want)
	}
	if got := git(t, f.dir, "reflog", "-1", "--format=%H %gd %gs", "--date=raw"); got != f.first.String()+" HEAD@{1700000000 +0100} eik: go back" {
		t.Errorf("the log of HEAD ends with %q", got)
	}
	if got := git(t, f.dir, "rev-parse", "main@{1}"); got != f.second.String() {
		t.Errorf("main was at %s before", got)
	}
	git(t, f.dir, "fsck", "--strict")
	if left := f.leftovers(t); len(left) > 0 {
		t.Errorf("locks are left: %q", left)
	}
}

// A refused swap leaves everything as it was, also on packed and absent refs.
func TestApplyRefusesWhatMoved(t *testing.T) {
	f := newFixture(t)
	git(t, f.dir, "branch", "packed", f.first.String())
	git(t, f.dir, "pack-refs", "--all")
	before := git(t, f.dir, "for-each-ref")
	for _, u := range []Update{
		{"refs/heads/main", f.first, f.second}, {"refs/heads/packed", f.second, f.first},
		{"refs/heads/absent", f.first, f.second}, {"refs/heads/packed", Hash{}, f.second},
	} {
		var moved *MovedError
		err := f.apply(t, steps.OS, Move{Updates: []Update{{"refs/heads/aaa", Hash{}, f.first}, u}})
		if !errors.As(err, &moved) || moved.Name != u.Name || moved.Want != u.Old {
			t.Errorf("%+v: %v, want a MovedError", u, err)
		}
		if got := git(t, f.dir, "for-each-ref"); got != before || len(f.leftovers(t)) > 0 {
			t.Errorf("%+v left\n%s and locks %q", u, got, f.leftovers(t))
		}
	}
	git(t, f.dir, "symbolic-ref", "HEAD", "refs/heads/packed")
	err := f.apply(t, steps.OS, Move{Head: "refs/heads/main", Updates: []Update{{"refs/heads/main", f.second, f.first}}})
	if err == nil || !strings.Contains(err.Error(), "HEAD no longer names") {
		t.Errorf("a switched HEAD: %v", err)
	}
}

func TestApplyRespectsOthersLocksAndNames(t *testing.T) {
	f := newFixture(t)
	git(t, f.dir, "branch", "loose")
	git(t, f.dir, "branch", "packed/below")
	git(t, f.dir, "pack-refs", "--all")
	git(t, f.dir, "branch", "new/below")
	for name, want := range map[string]string{
		"refs/heads/loose/below": "refs/heads/loose exists", "refs/heads/packed": "refs/heads/packed/below exists",
		"refs/heads/new": "holds refs", "refs/heads/main/x": "exists",
		"refs/heads/a..b": "meaning", "main": "outside refs/",
	} {
		err := f.apply(t, steps.OS, Move{Updates: []Update{{name, Hash{}, f.first}}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	lock := filepath.Join(f.git, "refs/heads/main.lock")
	if err := os.WriteFile(lock, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var held *lockfile.HeldError
	err := f.apply(t, steps.OS, Move{Updates: []Update{{"refs/heads/main", f.second, f.first}}})
	if !errors.As(err, &held) || held.Path != lock {
		t.Errorf("against git's lock: %v", err)
	}
}

// A branch that was deleted leaves an empty folder, where a branch can be made.
func TestApplyReplacesEmptyFolders(t *testing.T) {
	f := newFixture(t)
	if err := os.MkdirAll(filepath.Join(f.git, "refs/heads/topic/old"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := f.apply(t, steps.OS, Move{Updates: []Update{{"refs/heads/topic", Hash{}, f.first}}}); err != nil {
		t.Fatal(err)
	}
	if got := f.hash(t, "topic"); got != f.first {
		t.Errorf("topic is at %v", got)
	}
}

// Wherever a move stops, each ref is old or new, and the next move goes through.
func TestApplyStoppedAnywhere(t *testing.T) {
	move := func(f fixture) Move {
		return Move{Message: "go", Updates: []Update{{"refs/heads/main", f.second, f.first}, {"refs/heads/gone", f.first, Hash{}}}}
	}
	setup := func() fixture {
		f := newFixture(t)
		git(t, f.dir, "branch", "gone", f.first.String())
		git(t, f.dir, "pack-refs", "--all")
		return f
	}
	counting := stepstest.Counting(t)
	if f := setup(); f.apply(t, counting, move(f)) != nil {
		t.Fatal("the clean run is refused")
	}
	for _, loss := range []stepstest.Loss{stepstest.None, stepstest.Data, stepstest.Names} {
		for n := 1; n <= counting.Steps(); n++ {
			f := setup()
			stopping := stepstest.Stopping(t, n, loss)
			if err := f.apply(t, stopping, move(f)); !errors.Is(err, stepstest.ErrStopped) || stopping.LossError() != nil {
				t.Fatalf("stop %d, %v: %v, %v", n, loss, err, stopping.LossError())
			}
			git(t, f.dir, "fsck", "--strict")
			if at := f.hash(t, "main"); at != f.first && at != f.second {
				t.Errorf("stop %d, %v left main at %v", n, loss, at)
			}
			next := Move{Updates: []Update{{"refs/heads/main", f.hash(t, "main"), f.second}}}
			if refs := git(t, f.dir, "for-each-ref", "refs/heads/gone"); refs != "" {
				next.Updates = append(next.Updates, Update{"refs/heads/gone", f.first, Hash{}})
			}
			if err := f.apply(t, steps.OS, next); err != nil {
				t.Errorf("stop %d (%s), %v: the next move: %v", n, counting.Trace()[n-1], loss, err)
			}
			if got := git(t, f.dir, "for-each-ref", "--format=%(objectname) %(refname)"); got != f.second.String()+" refs/heads/main" {
				t.Errorf("stop %d, %v: after the next move git lists %s", n, loss, got)
			}
		}
	}
}

func TestRelog(t *testing.T) {
	f := newFixture(t)
	move := Move{Who: who, Message: "go", Updates: []Update{{"refs/heads/main", f.second, f.first}}}
	if err := os.WriteFile(filepath.Join(f.git, "refs/heads/main"), []byte(f.first.String()+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := f.store(steps.OS).Relog(move); err != nil {
			t.Fatal(err)
		}
	}
	for _, ref := range []string{"main", "HEAD"} {
		if got := git(t, f.dir, "reflog", ref, "--format=%gs"); got != "go\ncommit: second\ncommit (initial): first" {
			t.Errorf("the log of %s is %q", ref, got)
		}
	}
}

func TestCheckNameAgreesWithGit(t *testing.T) {
	for _, name := range []string{
		"refs/heads/main", "refs/heads/a/b", "refs/heads/.a", "refs/heads/a.lock", "refs/heads/a.lock/b", "refs/heads/a..b", "refs/heads/a.",
		"refs/heads/a b", "refs/heads/a~", "refs/heads/a^", "refs/heads/a:", "refs/heads/a?", "refs/heads/a*", "refs/heads/a[", "refs/heads/a\\",
		"refs/heads/@", "refs/heads/a@{b", "refs/heads//a", "refs/heads/a/", "refs/heads/ä", "refs/heads/a\x7f", "refs/heads/-a", "refs/heads/a./b",
	} {
		legal := exec.Command("git", "check-ref-format", name).Run() == nil
		if err := CheckName(name); (err == nil) != legal {
			t.Errorf("%q: %v, git says legal: %v", name, err, legal)
		}
	}
}

func FuzzPackedRefs(f *testing.F) {
	id := strings.Repeat("a", 40)
	f.Add([]byte("# pack-refs with: peeled\n" + id + " refs/tags/v\n^" + id + "\n" + id + " refs/heads/a\n"))
	f.Add([]byte("^" + id))
	f.Fuzz(func(t *testing.T, raw []byte) {
		list, err := parsePacked(raw)
		if err != nil {
			return
		}
		gone := map[string]bool{}
		for _, ref := range list {
			gone[ref.Name] = true
		}
		if rest, err := parsePacked(without(raw, gone)); err != nil || len(rest) > 0 {
			t.Errorf("without all refs %d are left, %v", len(rest), err)
		}
		if kept := without(raw, nil); !bytes.Equal(kept, raw) {
			t.Errorf("without nothing the file is %q", kept)
		}
	})
}
