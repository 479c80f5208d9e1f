package config

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every key that git lists has the value that git gives it.
func TestLoadReadsWhatGitReads(t *testing.T) {
	dir := t.TempDir()
	home := filepath.Join(dir, "home")
	repo := filepath.Join(dir, "work", "repo")
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "xdg"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	write(t, filepath.Join(home, "xdg/git/config"), "[user]\n\tname = Early\n[core]\n\tpager = less # not kept\n")
	write(t, filepath.Join(home, ".gitconfig"), `[user]
	name = "Ada \"the first\" L; # kept"
	email = ada@example.com
[includeIf "gitdir:`+dir+`/work/"]
	path = work.inc
[includeIf "gitdir:/nowhere/"]
	path = never.inc
[includeIf "onbranch:ma*"]
	path = branch.inc
[Include]
	path = ~/late.inc
	path = missing.inc
`)
	write(t, filepath.Join(home, "work.inc"), "[user]\n\temail = ada@work.example\n")
	write(t, filepath.Join(home, "never.inc"), "[user]\n\temail = wrong\n")
	write(t, filepath.Join(home, "branch.inc"), "[eik]\n\tbranch = x\n")
	write(t, filepath.Join(home, "late.inc"), "[commit]\n\tgpgSign\n")
	git(t, dir, "init", "-q", "-b", "main", repo)
	git(t, repo, "config", "extensions.worktreeConfig", "true")
	git(t, repo, "config", "branch.Feature/X.remote", "origin")
	git(t, repo, "config", "--worktree", "core.sparseCheckout", "true")

	c, err := Load(filepath.Join(repo, ".git"), filepath.Join(repo, ".git"))
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Split(strings.TrimSuffix(git(t, repo, "config", "--list", "-z"), "\x00"), "\x00")
	last := map[string]string{}
	for _, entry := range listed {
		key, value, valued := strings.Cut(entry, "\n")
		if !valued {
			value = "true"
		}
		last[key] = value
	}
	for key, want := range last {
		if got, ok := c.String(key); !ok || got != want {
			t.Errorf("%s is %q, %v; git says %q", key, got, ok, want)
		}
	}
	if len(c.values) != len(last) {
		t.Errorf("%d keys, git lists %d", len(c.values), len(last))
	}
	if !c.Bool("commit.gpgsign", false) || !c.Bool("CORE.sparsecheckout", false) || c.Bool("core.bare", true) || !c.Bool("none.such", true) {
		t.Error("booleans differ from git's")
	}
}

func TestLoadNamesTheBrokenFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GIT_CONFIG_GLOBAL", "")
	write(t, filepath.Join(dir, "config"), "[core\n")
	if _, err := Load(dir, dir); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "config")) {
		t.Errorf("error %v does not name the file", err)
	}
	write(t, filepath.Join(dir, "config"), "[include]\n\tpath = config\n")
	if _, err := Load(dir, dir); err == nil || !strings.Contains(err.Error(), "includes itself") {
		t.Errorf("a file that includes itself: %v", err)
	}
}

func FuzzMatchPath(f *testing.F) {
	f.Add("**/work/", "/a/work/b/.git")
	f.Add("/a/**/b", "/a/b")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if len(pattern) < 20 && len(name) < 20 && matchPath(pattern, name) && !matchPath("**/"+pattern, "x/"+name) {
			t.Errorf("%q matches %q, but **/ before it does not match a folder above", pattern, name)
		}
	})
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %v: %v", args, err)
	}
	return string(out)
}
