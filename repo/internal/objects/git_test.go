package objects

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/repotest"
)

// git runs the real program and answers its output without the last line end.
func git(t testing.TB, dir string, stdin string, args ...string) string {
	t.Helper()
	return repotest.In(t, dir).Feed(stdin, args...)
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
	dir := repotest.New(t).Dir
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
	common := git(t, dir, "", "rev-parse", "--path-format=absolute", "--git-common-dir")
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
	list := git(t, dir, "", "cat-file", "--batch-all-objects", "--batch") + "\n"
	for list != "" {
		head, rest, _ := strings.Cut(list, "\n")
		o := parseBatchHead(t, head)
		all[o.hash] = content{o.kind, []byte(rest[:o.size])}
		list = rest[o.size+1:]
	}
	return all
}
