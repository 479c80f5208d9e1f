package repo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/repotest"
)

// TestStagedIsWhatGitSays compares what is staged with what git diff --cached lists,
// for indexes of every form, with the trees of folders known and not.
func TestStagedIsWhatGitSays(t *testing.T) {
	for name, form := range map[string][][]string{
		"plain":      {},
		"version 4":  {{"update-index", "--index-version", "4"}},
		"split":      {{"update-index", "--split-index"}},
		"trees":      {{"write-tree"}},
		"old trees":  {{"read-tree", "HEAD"}},
		"sparse":     {{"sparse-checkout", "set", "--cone", "--sparse-index", "m/levels"}},
		"in the way": {{"rm", "-rq", "--cached", "m/grids"}},
	} {
		for _, prefix := range []string{"", "m"} {
			t.Run(name+" "+prefix, func(t *testing.T) { stagedAsGitSays(t, prefix, form) })
		}
	}
}

func stagedAsGitSays(t *testing.T, prefix string, form [][]string) {
	r := repotest.New(t)
	for _, file := range []string{"m/eik.json", "eik.json", "m/levels/a.json", "m/levels/b.json", "m/grids/a.json", "m/architecture/a/wall/w.json", "other/x.json", "readme.md"} {
		r.Write(file, fmt.Sprintf("{\n  \"id\": %q\n}\n", file))
	}
	r.Commit("First")
	for _, args := range form {
		r.Git(args...)
	}
	r.Write("m/levels/a.json", "{}\n")
	r.Write("m/levels/new.json", "{}\n")
	r.Git("add", "m/levels")
	r.Git("rm", "-q", "--cached", "m/levels/b.json")
	if len(form) == 0 || form[0][0] != "sparse-checkout" { // git 2.39 spoils a sparse index with such an entry
		r.Write("m/docs/only-told.md", "x\n")
		r.Git("add", "-N", "m/docs/only-told.md")
	}
	agree := func(when string) {
		t.Helper()
		m, err := open(t.Context(), r.Path(prefix), Options{Schema: &model.Schema{}, Incoming: &Incoming{}})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = m.Close() }()
		staged, err := m.Staged(t.Context(), r.Path(".git/index"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range staged.Changes {
			path := ""
			if c.Before != nil {
				path = c.Before.Path
			}
			if c.After != nil {
				path = c.After.Path
			}
			got = append(got, m.inRepository(path))
		}
		slices.Sort(got)
		var want []string
		for line := range strings.Lines(r.Git("diff", "--cached", "--name-only", "--no-renames", "--ita-invisible-in-index") + "\n") {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, prefix) && line != "" {
				want = append(want, line)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got) < 3 {
			t.Errorf("%s: git (-), Staged (+):\n%s", when, diff)
		}
	}
	agree("as it is")
	if out, err := r.Try("write-tree"); err == nil {
		agree("with trees: " + out)
	}
}
