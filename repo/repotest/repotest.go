// Package repotest makes repositories for tests, with the real git and fixed names
// and dates, so that every run makes the same commits. It is for tests alone.
package repotest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Repo is a repository with a work tree in a folder of its own.
type Repo struct {
	Dir   string
	t     testing.TB
	clock int
}

// New makes a repository on branch main, without a commit. Git's configuration of
// the person who runs the test is out of sight for the rest of the test.
func New(t testing.TB) *Repo {
	t.Helper()
	Isolate(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &Repo{Dir: filepath.Join(dir, "work"), t: t}
	r.run(dir, "init", "-q", "--template=", "-b", "main", r.Dir)
	return r
}

// In answers a repository that is there already, such as a linked work tree.
func In(t testing.TB, dir string) *Repo {
	t.Helper()
	return &Repo{Dir: dir, t: t}
}

// Isolate hides the configuration of the person who runs the test from git and from
// the host, and names a person of its own.
func Isolate(t testing.TB) {
	t.Helper()
	for key, value := range map[string]string{
		"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_TERMINAL_PROMPT": "0", "SSH_AUTH_SOCK": "",
		"GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.com",
	} {
		t.Setenv(key, value)
	}
}

// Git runs git in the work tree and answers what it prints, without the last line
// end. It ends the test where git fails.
func (r *Repo) Git(args ...string) string {
	r.t.Helper()
	return r.run(r.Dir, args...)
}

// Feed runs git as Git does, with text on its standard input.
func (r *Repo) Feed(stdin string, args ...string) string {
	r.t.Helper()
	out, err := r.try(r.Dir, stdin, args...)
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// Try runs git in the work tree and answers what it prints, errors included.
func (r *Repo) Try(args ...string) (string, error) {
	return r.try(r.Dir, "", args...)
}

func (r *Repo) run(dir string, args ...string) string {
	r.t.Helper()
	out, err := r.try(dir, "", args...)
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (r *Repo) try(dir, stdin string, args ...string) (string, error) {
	r.clock++
	date := fmt.Sprintf("%d +0100", 1_767_225_600+60*r.clock) // 2026 begins
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date, "GIT_EDITOR=true", "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	return strings.TrimSuffix(string(out), "\n"), err
}

// Path answers the host's name of a file of the work tree.
func (r *Repo) Path(path string) string { return filepath.Join(r.Dir, filepath.FromSlash(path)) }

// Write puts a file into the work tree, as an editor would.
func (r *Repo) Write(path, content string) {
	r.t.Helper()
	if err := os.MkdirAll(filepath.Dir(r.Path(path)), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(r.Path(path), []byte(content), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// Read answers a file of the work tree, empty where there is none.
func (r *Repo) Read(path string) string {
	r.t.Helper()
	content, err := os.ReadFile(r.Path(path))
	if err != nil && !os.IsNotExist(err) {
		r.t.Fatal(err)
	}
	return string(content)
}

// Remove takes a file or folder out of the work tree.
func (r *Repo) Remove(path string) {
	r.t.Helper()
	if err := os.RemoveAll(r.Path(path)); err != nil {
		r.t.Fatal(err)
	}
}

// Commit commits everything in the work tree and answers the commit.
func (r *Repo) Commit(subject string) string {
	r.t.Helper()
	r.Git("add", "-A")
	r.Git("commit", "-q", "--allow-empty", "-m", subject)
	return r.Git("rev-parse", "HEAD")
}

// Sound ends the test where git fsck finds a fault.
func (r *Repo) Sound() {
	r.t.Helper()
	if out, err := r.Try("fsck", "--strict", "--no-dangling"); err != nil || bytes.Contains([]byte(out), []byte("error")) {
		r.t.Errorf("git fsck: %v\n%s", err, out)
	}
}

// Status answers what git status prints, one file a line.
func (r *Repo) Status() string {
	r.t.Helper()
	return r.Git("status", "--porcelain", "-uall")
}
