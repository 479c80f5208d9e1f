package repo

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/repotest"
)

var harmlessChange = put("Change", map[string]string{"docs/a.md": "a"})

// refused commits, wants an error, and that nothing changed.
func refused(t *testing.T, r *repotest.Repo, m *Model, req CommitRequest) error {
	t.Helper()
	head, _ := r.Try("rev-parse", "HEAD")
	status := r.Status()
	_, err := m.Commit(context.Background(), req)
	if err == nil {
		t.Fatal("the commit is made")
	}
	if now, _ := r.Try("rev-parse", "HEAD"); now != head || r.Status() != status {
		t.Errorf("after %v HEAD is %s, was %s; status %q, was %q", err, now, head, r.Status(), status)
	}
	return err
}

func TestDetachedHead(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	r.Git("checkout", "-q", "--detach")
	var detached *DetachedError
	if err := refused(t, r, m, harmlessChange); !errors.As(err, &detached) || !strings.Contains(err.Error(), "git switch") {
		t.Errorf("%v", err)
	}
	if w := workingOf(t, m, ScanAll); !w.Head.Detached || w.Head.Branch != "" || w.Snapshot.Total() != 5 {
		t.Errorf("reading while detached: %+v", w.Head)
	}
}

// In the middle of an operation nothing is committed, and what to do is said.
func TestOperationsInProgress(t *testing.T) {
	for _, c := range []struct{ start, operation, end string }{
		{"merge side", "merge", "git merge --continue or git merge --abort"},
		{"cherry-pick side", "cherry-pick", "git cherry-pick --abort"},
		{"revert HEAD~1", "revert", "git revert --abort"},
		{"rebase side", "rebase", "git rebase --abort"},
		{"bisect start HEAD HEAD~2", "bisect", "git bisect reset"},
	} {
		r := site(t, "")
		r.Git("checkout", "-q", "-b", "side")
		r.Write("levels/level-0.json", levelText("level-0", 1))
		r.Commit("theirs")
		r.Git("checkout", "-q", "main")
		for i := range 2 {
			r.Write("levels/level-0.json", levelText("level-0", 2+i))
			r.Commit("ours")
		}
		m := openAt(t, r.Dir, nil)
		if out, err := r.Try(strings.Fields(c.start)...); err != nil && c.operation == "bisect" {
			t.Fatal(out) // the others stop at a conflict
		}
		var busy *InProgressError
		if err := refused(t, r, m, harmlessChange); !errors.As(err, &busy) || busy.Operation != c.operation || !strings.Contains(err.Error(), c.end) {
			t.Errorf("%s: %v", c.start, err)
		}
		if w := workingOf(t, m, ScanAll); w.Head.Operation != c.operation {
			t.Errorf("%s: reading says %q", c.start, w.Head.Operation)
		}
	}
}

func TestBranchesOfOtherWorktrees(t *testing.T) {
	r := site(t, "")
	linked := filepath.Join(filepath.Dir(r.Dir), "linked")
	r.Git("worktree", "add", "-q", "-b", "side", linked)
	l := repotest.In(t, linked)
	m := openAt(t, linked, nil)
	commit(t, m, put("In the linked work tree", changes))
	if l.Status() != "" || r.Status() != "" || r.Git("log", "-1", "--format=%s", "side") != "In the linked work tree" {
		t.Errorf("status %q, %q", l.Status(), r.Status())
	}
	if w := workingOf(t, openAt(t, r.Dir, nil), ScanAll); w.Head.Branch != "main" || len(w.Edits) > 0 {
		t.Errorf("the main work tree: %+v", w.Head)
	}
	r.Git("checkout", "-q", "--ignore-other-worktrees", "side")
	var elsewhere *ElsewhereError
	if err := refused(t, r, openAt(t, r.Dir, nil), harmlessChange); !errors.As(err, &elsewhere) || elsewhere.Worktree != linked {
		t.Errorf("%v", err)
	}
	l.Sound()
}

func TestShallowClone(t *testing.T) {
	r := site(t, "")
	r.Write("levels/level-0.json", levelText("level-0", 1))
	r.Commit("second")
	clone := filepath.Join(t.TempDir(), "clone")
	r.Git("clone", "-q", "--depth", "1", "file://"+r.Dir, clone)
	m := openAt(t, clone, nil)
	done := commit(t, m, put("Change", changes))
	c := repotest.In(t, clone)
	if done.Head.Sequence != -1 || !done.Head.Shallow || c.Status() != "" {
		t.Errorf("%+v, status %q", done.Head, c.Status())
	}
	c.Sound()
}

// unusual is what a repository may have that not every program knows.
var unusual = map[string]struct {
	make func(r *repotest.Repo)
	want string // of the refusal
}{
	"sparse checkout": {func(r *repotest.Repo) {
		r.Git("sparse-checkout", "set", "--cone", "architecture", "levels", "docs", "structure")
	}, ""},
	"sparse index": {func(r *repotest.Repo) {
		r.Git("sparse-checkout", "set", "--cone", "--sparse-index", "architecture", "levels", "docs", "structure")
	}, ""},
	"outside the sparse checkout": {func(r *repotest.Repo) {
		r.Git("sparse-checkout", "set", "--cone", "--sparse-index", "levels")
	}, "git sparse-checkout add architecture"},
	"files not in the work tree": {func(r *repotest.Repo) {
		r.Git("sparse-checkout", "set", "--no-cone", "/*", "!/architecture/level-0/", "!/shapes/")
	}, ""},
	"split index":          {func(r *repotest.Repo) { r.Git("update-index", "--split-index") }, ""},
	"index version 4":      {func(r *repotest.Repo) { r.Git("update-index", "--index-version", "4") }, ""},
	"untracked cache":      {func(r *repotest.Repo) { r.Git("update-index", "--untracked-cache"); r.Git("status") }, ""},
	"worktree config":      {func(r *repotest.Repo) { r.Git("config", "extensions.worktreeConfig", "true") }, ""},
	"unknown, harmless":    {func(r *repotest.Repo) { r.Git("config", "extensions.someday", "true") }, ""},
	"packed refs":          {func(r *repotest.Repo) { r.Git("pack-refs", "--all") }, ""},
	"packed objects":       {func(r *repotest.Repo) { r.Git("gc", "-q") }, ""},
	"no reflog":            {func(r *repotest.Repo) { r.Git("config", "core.logAllRefUpdates", "false"); r.Remove(".git/logs") }, ""},
	"file modes not kept":  {func(r *repotest.Repo) { r.Git("config", "core.fileMode", "false") }, ""},
	"minimal stat":         {func(r *repotest.Repo) { r.Git("config", "core.checkStat", "minimal") }, ""},
	"signing with OpenPGP": {func(r *repotest.Repo) { r.Git("config", "commit.gpgsign", "true") }, "git config gpg.format ssh"},
	"signing without key": {func(r *repotest.Repo) {
		r.Git("config", "commit.gpgsign", "true")
		r.Git("config", "gpg.format", "ssh")
	}, "git config user.signingKey"},
}

// An unusual repository is either written correctly or refused with what to do.
func TestUnusualRepositories(t *testing.T) {
	for name, c := range unusual {
		t.Run(name, func(t *testing.T) {
			r := site(t, "")
			r.Write("shapes/a.glb", "a folder that no command touches")
			r.Commit("shapes")
			c.make(r)
			m := openAt(t, r.Dir, nil)
			if c.want != "" {
				if err := refused(t, r, m, put("Change", changes)); !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v, want %q", err, c.want)
				}
				return
			}
			sparse := r.Git("ls-files", "-t", "shapes/a.glb")
			commit(t, m, put("Change", changes))
			if status := r.Status(); status != "" {
				t.Errorf("git status: %q", status)
			}
			if now := r.Git("ls-files", "-t", "shapes/a.glb"); now != sparse {
				t.Errorf("git ls-files shows %q, before %q", now, sparse)
			}
			if w := workingOf(t, m, ScanAll); len(w.Edits) > 0 || w.Snapshot.Get("c-1") == nil {
				t.Errorf("edits: %s", shown(w.Edits))
			}
			if r.Git("show", "HEAD:architecture/level-0/wall/w-1.json")+"\n" != changes["architecture/level-0/wall/w-1.json"] {
				t.Error("the commit does not hold the change")
			}
			r.Sound()
		})
	}
}

func TestRepositoriesThatAreNotOpened(t *testing.T) {
	r := site(t, "house")
	for name, c := range map[string]struct{ dir, want string }{
		"no model":      {r.Dir, "no model"},
		"no repository": {t.TempDir(), "no git repository"},
		"no folder":     {filepath.Join(r.Dir, "none"), "no model"},
	} {
		if _, err := Open(context.Background(), c.dir, options(nil)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	sha256 := filepath.Join(t.TempDir(), "sha256")
	if out, err := exec.Command("git", "init", "-q", "--object-format=sha256", sha256).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var unsupported *UnsupportedError
	if _, err := Open(context.Background(), sha256, options(nil)); !errors.As(err, &unsupported) || !strings.Contains(err.Error(), "sha256") {
		t.Errorf("sha256: %v", err)
	}
	r.Git("config", "core.repositoryformatversion", "1")
	r.Git("config", "extensions.refStorage", "reftable")
	if _, err := Open(context.Background(), r.Path("house"), options(nil)); !errors.As(err, &unsupported) || !strings.Contains(err.Error(), "git refs migrate") {
		t.Errorf("reftable: %v", err)
	}
}

// A repository cannot have the host write where its symbolic links lead.
func TestLinksInTheHostsFolderAreNotFollowed(t *testing.T) {
	outside := t.TempDir()
	precious := filepath.Join(outside, "precious")
	if err := os.WriteFile(precious, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{".eik": outside, ".eik/lock": precious, ".eik/cache": outside, ".eik/cache/graph": precious, ".eik/tmp": outside, ".eik/.gitignore": precious} {
		r := site(t, "")
		open := openAt(t, r.Dir, nil)
		if err := os.MkdirAll(filepath.Dir(r.Path(link)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, r.Path(link)); err != nil {
			t.Fatal(err)
		}
		var unsupported *UnsupportedError
		if _, err := Open(context.Background(), r.Dir, options(nil)); !errors.As(err, &unsupported) || !strings.Contains(err.Error(), r.Path(link)) {
			t.Errorf("opened with %s: %v", link, err)
		}
		if _, err := open.Commit(context.Background(), harmlessChange); !errors.As(err, &unsupported) {
			t.Errorf("written with %s: %v", link, err)
		}
	}
	left, err := os.ReadDir(outside)
	content, readErr := os.ReadFile(precious)
	if len(left) != 1 || string(content) != "precious" || err != nil || readErr != nil {
		t.Errorf("outside stand %v and %q, %v, %v", left, content, err, readErr)
	}
}

func TestFind(t *testing.T) {
	r := site(t, "models/house")
	want := r.Path("models/house")
	for _, dir := range []string{want, r.Path("models/house/architecture/level-0")} {
		if got, err := Find(dir); got != want || err != nil {
			t.Errorf("from %s: %s, %v", dir, got, err)
		}
	}
	var none *NotModelError
	if _, err := Find(r.Path("models")); !errors.As(err, &none) {
		t.Errorf("above the model: %v", err)
	}
}

// Signed commits are ones that git verifies.
func TestCommitsAreSignedAsGitWould(t *testing.T) {
	r := site(t, "")
	key := filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	public, err := os.ReadFile(key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	r.Write(".git/allowed", "ada@example.com "+string(public))
	for name, value := range map[string]string{"commit.gpgsign": "true", "gpg.format": "ssh", "user.signingkey": key, "gpg.ssh.allowedSignersFile": r.Path(".git/allowed")} {
		r.Git("config", name, value)
	}
	commit(t, openAt(t, r.Dir, nil), put("Signed", changes))
	if out := r.Git("verify-commit", "HEAD"); !strings.Contains(out, `Good "git" signature for ada@example.com`) {
		t.Errorf("git verify-commit: %s", out)
	}
	r.Sound()
}

func TestIdentity(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	if p, err := m.Identity(); p != ada || err != nil {
		t.Errorf("from the environment: %+v, %v", p, err)
	}
	t.Setenv("GIT_AUTHOR_NAME", "")
	t.Setenv("GIT_AUTHOR_EMAIL", "")
	var unknown *IdentityError
	if _, err := m.Identity(); !errors.As(err, &unknown) || !strings.Contains(err.Error(), "git config --global user.name") {
		t.Errorf("nobody: %v", err)
	}
	r.Git("config", "user.name", "Bob")
	r.Git("config", "user.email", "bob@example.com")
	if p, err := m.Identity(); p != (Person{"Bob", "bob@example.com"}) || err != nil {
		t.Errorf("from the configuration: %+v, %v", p, err)
	}
	_, err := m.Commit(context.Background(), CommitRequest{Plan: harmlessChange.Plan})
	if err == nil || !strings.Contains(err.Error(), "author") {
		t.Errorf("a commit by nobody: %v", err)
	}
}
