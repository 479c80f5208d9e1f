package worktree

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/steps"
)

var full = index.Trust{CTime: true, Inode: true, Exec: true}

func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@x", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@x")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimRight(string(out), "\n")
}

func put(t testing.TB, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func repository(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	for i := range 30 {
		put(t, dir, fmt.Sprintf("architecture/level-%d/wall/wall-%d.json", i%3, i), fmt.Sprintf("{%d}\n", i))
	}
	put(t, dir, "out/tracked.json", "{}")
	put(t, dir, ".gitattributes", "*.json text eol=lf\n")
	put(t, dir, "shapes/a.glb", strings.Repeat("x", model.MaxRecordBytes+10))
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "first")
	return dir
}

// status answers the files that differ, as git says.
func status(t *testing.T, dir string) string {
	t.Helper()
	var lines []string
	for line := range strings.Lines(git(t, dir, "status", "--porcelain", "-uall")) {
		lines = append(lines, strings.TrimSpace(line))
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// scan answers the same as status from a scan.
func scan(t *testing.T, dir string) string {
	t.Helper()
	ix, err := index.Read(filepath.Join(dir, ".git/index"))
	if err != nil {
		t.Fatal(err)
	}
	ignore, err := NewIgnore(filepath.Join(dir, ".git/info/exclude"))
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	seen := map[string]bool{}
	var lines []string
	s := Scan{Tree: New(dir, steps.OS, full, false), Index: ix, Ignore: ignore,
		Skip: func(folder string) bool { return folder == ".eik" },
		Visit: func(folder string, files []File) error {
			mu.Lock()
			defer mu.Unlock()
			for _, f := range files {
				seen[f.Path] = true
				e, tracked := ix.Get(f.Path)
				switch {
				case !tracked && f.Mode != index.ModeSubmodule:
					lines = append(lines, "?? "+f.Path)
				case tracked && e.Mode&0o170000 != f.Mode&0o170000:
					lines = append(lines, "T "+f.Path)
				case tracked && (e.Hash != f.Hash || e.Mode != f.Mode):
					lines = append(lines, "M "+f.Path)
				}
			}
			return nil
		},
	}
	if err := s.All(context.Background(), ""); err != nil {
		t.Fatal(err)
	}
	for _, e := range ix.Entries() {
		if !seen[e.Path] {
			lines = append(lines, "D "+e.Path)
		}
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

func TestScanSeesWhatGitSees(t *testing.T) {
	dir := repository(t)
	if got := scan(t, dir); got != "" {
		t.Errorf("a clean work tree: %q", got)
	}
	put(t, dir, "architecture/level-0/wall/wall-0.json", "{1}\n") // as long as before
	put(t, dir, "architecture/level-2/wall/new-1.json", "{}\n")
	put(t, dir, "architecture/level-9/door/new-2.json", "{}\n")
	put(t, dir, "shapes/a.glb", strings.Repeat("y", model.MaxRecordBytes+10))
	put(t, dir, ".gitignore", "*.bak\nout/\n!keep.bak\n")
	put(t, dir, "out/untracked.json", "{}")
	put(t, dir, "architecture/.gitignore", "/level-0/tmp\n")
	put(t, dir, "architecture/level-0/tmp/a.json", "{}")
	put(t, dir, "architecture/level-1/tmp/a.json", "{}")
	put(t, dir, "a.bak", "")
	put(t, dir, "keep.bak", "")
	put(t, dir, "deep/out/a.json", "{}")
	put(t, dir, ".git/info/exclude", "# comment\n\nprivate.json\n.eik/\n")
	put(t, dir, "private.json", "{}")
	put(t, dir, ".eik/cache", "")
	for _, err := range []error{
		os.Remove(filepath.Join(dir, "architecture/level-0/wall/wall-3.json")),
		os.RemoveAll(filepath.Join(dir, "architecture/level-2/wall")),
		os.Chmod(filepath.Join(dir, "architecture/level-0/wall/wall-6.json"), 0o755),
		os.Remove(filepath.Join(dir, "architecture/level-0/wall/wall-9.json")),
		os.Symlink("wall-0.json", filepath.Join(dir, "architecture/level-0/wall/wall-9.json")),
		os.Symlink("level-0", filepath.Join(dir, "architecture/level-8")),
		os.Remove(filepath.Join(dir, "architecture/level-1/wall/wall-4.json")),
		os.Mkdir(filepath.Join(dir, "architecture/level-1/wall/wall-4.json"), 0o777),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	got := scan(t, dir)
	if want := status(t, dir); got != want {
		t.Errorf("scan:\n%s\ngit status:\n%s", got, want)
	}
}

// A file changed in the second in which the index was written, with its old length
// and time, is seen.
func TestScanSeesRacyEdits(t *testing.T) {
	dir := repository(t)
	name := filepath.Join(dir, "architecture/level-0/wall/wall-0.json")
	past := time.Unix(1_700_000_000, 0)
	for _, file := range []string{name, filepath.Join(dir, ".git/index")} {
		if err := os.Chtimes(file, past, past); err != nil {
			t.Fatal(err)
		}
	}
	git(t, dir, "update-index", "--refresh", "--really-refresh")
	put(t, dir, "architecture/level-0/wall/wall-0.json", "{9}\n")
	for _, file := range []string{name, filepath.Join(dir, ".git/index")} {
		if err := os.Chtimes(file, past, past); err != nil {
			t.Fatal(err)
		}
	}
	ix, err := index.Read(filepath.Join(dir, ".git/index"))
	if err != nil {
		t.Fatal(err)
	}
	tree := New(dir, steps.OS, index.Trust{Exec: true}, false)
	file, err := tree.Look("architecture/level-0/wall/wall-0.json", ix)
	if err != nil || file.Hash != blobHash([]byte("{9}\n")) {
		t.Errorf("looks like %v, %v", file.Hash, err)
	}
}

func TestLook(t *testing.T) {
	dir := repository(t)
	put(t, dir, "outside/secret.json", "{}")
	if err := os.Symlink("outside", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "init", "-q", "nested")
	tree := New(dir, steps.OS, full, false)
	for path, mode := range map[string]uint32{
		"architecture/level-0/wall/wall-0.json": index.ModeRegular, "none/below": 0, "architecture": 0, "link": index.ModeSymlink,
		"link/secret.json": 0, "architecture/level-0/wall/wall-0.json/below": 0, "nested": index.ModeSubmodule,
	} {
		file, err := tree.Read(path)
		if err != nil || file.Mode != mode {
			t.Errorf("%s: mode %o, %v, want %o", path, file.Mode, err, mode)
		}
	}
	file, err := tree.Read("shapes/a.glb")
	if err != nil || file.Data != nil || file.Hash.String() != git(t, dir, "rev-parse", "HEAD:shapes/a.glb") {
		t.Errorf("a long file: %v, %v", file.Hash, err)
	}
	link, err := tree.Read("link")
	if err != nil || link.Hash != blobHash([]byte("outside")) {
		t.Errorf("a link: %v, %v", link.Hash, err)
	}
	crlf, err := tree.Read("architecture/level-0/wall/wall-0.json")
	put(t, dir, "architecture/level-0/wall/wall-0.json", "{0}\r\n")
	again, err2 := tree.Read("architecture/level-0/wall/wall-0.json")
	if err != nil || err2 != nil || crlf.Hash != again.Hash || !bytes.Equal(again.Data, crlf.Data) {
		t.Error("line ends of Windows change the content")
	}
}

func TestIgnoreFile(t *testing.T) {
	dir := repository(t)
	put(t, dir, ".gitignore", "*.bak\nout/\n")
	put(t, dir, "architecture/.gitignore", "/tmp\n!keep.bak\n")
	put(t, dir, ".git/info/exclude", "private.json\n")
	ignore, err := NewIgnore(filepath.Join(dir, ".git/info/exclude"))
	if err != nil {
		t.Fatal(err)
	}
	tree := New(dir, steps.OS, full, false)
	for _, path := range []string{"a.bak", "a/b.bak", "out/a.json", "x/out/y/a.json", "architecture/tmp/a", "architecture/x/tmp", "architecture/keep.bak", "private.json", "a.json"} {
		want := exec.Command("git", "-C", dir, "check-ignore", "-q", path).Run() == nil
		if got, err := ignore.File(tree, path); got != want || err != nil {
			t.Errorf("%s is ignored: %v, %v; git says %v", path, got, err, want)
		}
	}
}

func FuzzIgnore(f *testing.F) {
	f.Add("*.bak\n!a.bak\n/x/**/y/\n", "x/b/y", true)
	f.Fuzz(func(t *testing.T, patterns, path string, isDir bool) {
		name := filepath.Join(t.TempDir(), "exclude")
		if err := os.WriteFile(name, []byte(patterns), 0o666); err != nil {
			t.Fatal(err)
		}
		ig, err := NewIgnore(name)
		if err == nil && strings.TrimSpace(patterns) == "" && ig.match(path, isDir) {
			t.Error("no pattern ignores something")
		}
	})
}
