package gitdir

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/internal/config"
)

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@x", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@x")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// repository makes a repository with one commit and answers its resolved path.
func repository(t *testing.T) string {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", "")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(dir, "work")
	git(t, dir, "init", "-q", "-b", "main", work)
	git(t, work, "commit", "-q", "--allow-empty", "-m", "first")
	return work
}

func find(t *testing.T, dir string) Layout {
	t.Helper()
	l, err := Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestFindAgreesWithGit(t *testing.T) {
	work := repository(t)
	sub := filepath.Join(work, "a/b")
	linked := filepath.Join(filepath.Dir(work), "linked")
	apart := filepath.Join(filepath.Dir(work), "apart")
	git(t, work, "worktree", "add", "-q", "-b", "side", linked)
	git(t, filepath.Dir(work), "init", "-q", "--separate-git-dir", "apart.git", apart)
	if err := os.MkdirAll(sub, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(sub, filepath.Join(filepath.Dir(work), "link")); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{work, sub, linked, apart, filepath.Join(filepath.Dir(work), "link")} {
		got := find(t, dir)
		want := strings.Split(git(t, dir, "rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel"), "\n")
		if got.Git != want[0] || got.Common != want[1] || got.WorkTree != want[2] {
			t.Errorf("%s: %+v, git says %q", dir, got, want)
		}
	}
}

func TestFindBareAndNone(t *testing.T) {
	work := repository(t)
	dir := filepath.Dir(work)
	git(t, dir, "clone", "-q", "--bare", work, "bare.git")
	bare := filepath.Join(dir, "bare.git")
	if got := find(t, bare); got != (Layout{Git: bare, Common: bare}) {
		t.Errorf("bare: %+v", got)
	}
	git(t, work, "config", "core.bare", "true")
	if got := find(t, work); got.WorkTree != "" {
		t.Errorf("a repository that says it is bare has work tree %q", got.WorkTree)
	}
	if _, err := Find(dir); !errors.Is(err, ErrNone) {
		t.Errorf("outside: %v", err)
	}
	broken := filepath.Join(dir, "broken")
	if err := os.Mkdir(broken, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(broken, ".git"), []byte("gitdir: /nowhere\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Find(broken); err == nil || !strings.Contains(err.Error(), "worktree repair") {
		t.Errorf("a .git that leads nowhere: %v", err)
	}
}

func TestElsewhere(t *testing.T) {
	work := repository(t)
	linked := filepath.Join(filepath.Dir(work), "linked")
	git(t, work, "worktree", "add", "-q", "-b", "side", linked)
	main, side := find(t, work), find(t, linked)
	for _, c := range []struct {
		from         Layout
		branch, want string
	}{
		{main, "refs/heads/side", linked}, {main, "refs/heads/main", ""},
		{side, "refs/heads/main", work}, {side, "refs/heads/side", ""}, {side, "refs/heads/other", ""},
	} {
		if got := c.from.Elsewhere(c.branch); got != c.want {
			t.Errorf("%s from %s is checked out in %q, want %q", c.branch, c.from.WorkTree, got, c.want)
		}
	}
	git(t, work, "config", "core.bare", "true")
	if got := side.Elsewhere("refs/heads/main"); got != "" {
		t.Errorf("a bare repository has main checked out in %q", got)
	}
}

func TestOperation(t *testing.T) {
	work := repository(t)
	name := filepath.Join(work, "f")
	for _, branch := range []string{"side", "main"} {
		if branch == "side" {
			git(t, work, "checkout", "-q", "-b", branch)
		} else {
			git(t, work, "checkout", "-q", branch)
		}
		if err := os.WriteFile(name, []byte(branch), 0o666); err != nil {
			t.Fatal(err)
		}
		git(t, work, "add", "f")
		git(t, work, "commit", "-q", "-m", branch)
	}
	l := find(t, work)
	for _, c := range []struct{ want, start, end string }{
		{"merge", "merge side", "merge --abort"},
		{"cherry-pick", "cherry-pick side", "cherry-pick --abort"},
		{"rebase", "rebase side", "rebase --abort"},
		{"rebase", "rebase --apply side", "rebase --abort"},
		{"bisect", "bisect start", "bisect reset"},
	} {
		cmd := exec.Command("git", strings.Fields(c.start)...)
		cmd.Dir = work
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@x")
		_ = cmd.Run() // stops at the conflict
		if got := l.Operation(); got != c.want {
			t.Errorf("during git %s the operation is %q", c.start, got)
		}
		git(t, work, strings.Fields(c.end)...)
		if got := l.Operation(); got != "" {
			t.Errorf("after git %s the operation is %q", c.end, got)
		}
	}
	if l.Shallow() {
		t.Error("a whole repository is called shallow")
	}
	git(t, filepath.Dir(work), "clone", "-q", "--depth", "1", "file://"+work, "shallow")
	if !find(t, filepath.Join(filepath.Dir(work), "shallow")).Shallow() {
		t.Error("a shallow clone is not seen")
	}
}

func TestCheckSupported(t *testing.T) {
	for _, c := range []struct{ config, want string }{
		{"", ""},
		{"[core]\nrepositoryformatversion = 1\n[extensions]\nworktreeConfig = true\npartialClone = origin\nrelativeWorktrees = true\nobjectFormat = sha1\n", ""},
		{"[core]\nrepositoryformatversion = 0\n[extensions]\nsomething = true\n", ""},
		{"[core]\nrepositoryformatversion = 1\n[extensions]\nsomething = true\n", "extensions.something"},
		{"[core]\nrepositoryformatversion = 1\n[extensions]\nobjectFormat = sha256\n", "sha256"},
		{"[core]\nrepositoryformatversion = 1\n[extensions]\nrefStorage = reftable\n", "git refs migrate"},
		{"[core]\nrepositoryformatversion = 2\n", "newer ekgit"},
	} {
		t.Setenv("GIT_CONFIG_GLOBAL", "")
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "config"), []byte(c.config), 0o666); err != nil {
			t.Fatal(err)
		}
		loaded, err := config.Load(dir, dir)
		if err != nil {
			t.Fatal(err)
		}
		err = CheckSupported(loaded)
		var unsupported *UnsupportedError
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &unsupported) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %q", c.config, err, c.want)
		}
	}
}
