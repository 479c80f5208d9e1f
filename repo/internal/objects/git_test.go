package objects

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// git runs the real program with fixed names and dates and answers its output.
func git(t testing.TB, dir string, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Env = append(os.Environ(),
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "HOME="+t.TempDir(),
		"GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.org", "GIT_AUTHOR_DATE=2026-01-02T03:04:05+0100",
		"GIT_COMMITTER_NAME=Bob", "GIT_COMMITTER_EMAIL=bob@example.org", "GIT_COMMITTER_DATE=2026-01-02T03:04:05-0330",
	)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, complaint.String())
	}
	return out.String()
}

// line runs git and answers its output without the line break at the end.
func line(t testing.TB, dir string, args ...string) string {
	t.Helper()
	return strings.TrimSuffix(git(t, dir, "", args...), "\n")
}

// write puts files, by path, into a folder.
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// repository makes a repository of a few commits whose files are like each other,
// so that a repack makes chains of deltas.
func repository(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "", "init", "-q", "-b", "main")
	text := strings.Repeat("a line of some length that packs well\n", 60)
	for _, stage := range []string{"one", "two", "three", "four"} {
		write(t, dir, map[string]string{
			"eik.json":                "{}\n",
			"empty":                   "",
			"architecture/a/w.json":   text + stage,
			"architecture/a/v.json":   stage + text + stage,
			"architecture/a.b/x":      text[:500] + stage,
			"architecture/a-b":        "file beside folders of like names " + stage,
			"levels/" + stage + ".js": stage,
		})
		git(t, dir, "", "add", "-A")
		git(t, dir, "", "commit", "-q", "-m", "Stage "+stage+"\n\nBody.\n\nEik-Command: none")
	}
	git(t, dir, "", "tag", "-a", "-m", "first release", "v1")
	return dir
}

func open(t testing.TB, dir string) *Store {
	t.Helper()
	common := line(t, dir, "rev-parse", "--path-format=absolute", "--git-common-dir")
	s, err := Open(common, steps.OS)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// everyObject lists kind and content of every object, as git tells them.
func everyObject(t testing.TB, dir string) map[Hash]content {
	t.Helper()
	all := map[Hash]content{}
	list := git(t, dir, "", "cat-file", "--batch-all-objects", "--batch")
	for list != "" {
		head, rest, _ := strings.Cut(list, "\n")
		o := parseBatchHead(t, head)
		all[o.hash] = content{o.kind, []byte(rest[:o.size])}
		list = rest[o.size+1:]
	}
	return all
}
