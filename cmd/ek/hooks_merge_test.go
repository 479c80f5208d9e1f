package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/repo/repotest"
)

const mergeCases = "../../model/testdata/merge"

// TestGitMergesAsTheModelDoes lets the ordinary git merge what the cases of model.Merge
// merge: it makes the same tree or stops.
func TestGitMergesAsTheModelDoes(t *testing.T) {
	start := versionOf(t, nil, map[string]string{"records": read(t, filepath.Join(mergeCases, "base.records"))})
	template := newRepo(t)
	start.lay(t, template)
	template.Commit("Base")
	installed(t, template.Dir)
	template.Commit("Hooks")
	files, err := filepath.Glob(filepath.Join(mergeCases, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	same, stopped := 0, 0
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := partsOf(archive)
		if parts == nil {
			continue
		}
		switch mergedByGit(t, template, start, parts, filepath.Base(file)) {
		case true:
			same++
		case false:
			stopped++
		}
	}
	t.Logf("git made the same tree in %d cases and stopped in %d", same, stopped)
	if same < 40 || stopped < 20 {
		t.Errorf("git made the same tree in %d cases and stopped in %d", same, stopped)
	}
}

// mergedByGit merges one case and tells whether git made the tree, and not stopped.
func mergedByGit(t *testing.T, template *repotest.Repo, start version, parts map[string]map[string]string, name string) (made bool) {
	t.Helper()
	r := repotest.In(t, filepath.Join(t.TempDir(), "work"))
	if err := os.CopyFS(r.Dir, os.DirFS(template.Dir)); err != nil {
		t.Fatal(err)
	}
	base := versionOf(t, start, parts["base"])
	ours, theirs := versionOf(t, base, parts["ours"]), versionOf(t, base, parts["theirs"])
	commit := func(v version, branch string) {
		v.lay(t, r)
		r.Git("add", "-A")
		r.Git("commit", "-q", "--allow-empty", "--no-verify", "-m", branch)
	}
	commit(base, "base")
	r.Git("branch", "theirs")
	commit(ours, "ours")
	r.Git("switch", "-q", "theirs")
	commit(theirs, "theirs")
	r.Git("switch", "-q", "main")
	out, err := r.Try("merge", "-q", "--no-ff", "-m", "merge", "theirs")
	if err != nil {
		if got := r.Git("log", "-1", "--format=%s"); got != "ours" {
			t.Errorf("%s: git stopped, and committed %q", name, got)
		}
		return false
	}
	want, err := model.Merge(base.snapshot(), ours.snapshot(), theirs.snapshot(), model.MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !want.Clean() {
		t.Errorf("%s: git merged what is in conflict: %+v\n%s", name, want.Conflicts, out)
	}
	if diff := cmp.Diff(listed(want.After), r.Git("ls-tree", "-r", "HEAD")); diff != "" {
		t.Errorf("%s: the model's merge (-), git's (+):\n%s", name, diff)
	}
	return true
}

// listed writes a snapshot as git ls-tree does.
func listed(s *model.Snapshot) string {
	var lines []string
	for f := range s.Files() {
		mode := map[model.Mode]string{model.Regular: "100644", model.Executable: "100755"}[f.Mode]
		lines = append(lines, fmt.Sprintf("%s blob %s\t%s", mode, f.Revision, f.Path))
	}
	slices.SortFunc(lines, func(a, b string) int {
		return strings.Compare(a[strings.IndexByte(a, '\t'):], b[strings.IndexByte(b, '\t'):])
	})
	return strings.Join(lines, "\n")
}

// partsOf answers what a case says of base, ours and theirs, nil where it is about
// other histories or about what git cannot hold here.
func partsOf(archive *txtar.Archive) map[string]map[string]string {
	parts := map[string]map[string]string{}
	for _, f := range archive.Files {
		commit, path, nested := strings.Cut(f.Name, "/")
		if f.Name == "commits" || f.Name == "heads" || f.Name == "resolve" || strings.HasSuffix(path, ".symlink") || strings.HasPrefix(path, ".gitattributes") {
			return nil
		}
		if nested {
			if parts[commit] == nil {
				parts[commit] = map[string]string{}
			}
			parts[commit][path] = string(f.Data)
		}
	}
	return parts
}

// version is a model as files by path; the executable ones begin with "x:".
type version map[string]string

// versionOf answers a version with what a part of a case changes.
func versionOf(t *testing.T, from version, part map[string]string) version {
	t.Helper()
	v := version{}
	for path, data := range from {
		v[path] = data
	}
	place := func(id string) {
		for path := range v {
			if filepath.Base(path) == id+".json" {
				delete(v, path)
			}
		}
	}
	for line := range strings.Lines(part["remove"]) {
		place(strings.TrimSpace(line))
	}
	schema := category.Schema()
	for line := range strings.Lines(part["records"]) {
		object, err := model.DecodeObject([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if object.Get("format") != nil {
			v[model.ManifestName] = string(model.EncodeManifest(object))
			continue
		}
		record := model.NewRecord(object)
		path, err := schema.PathOf(record)
		if err != nil {
			t.Fatal(err)
		}
		place(record.ID())
		v[path] = string(schema.Encode(record))
	}
	for path, data := range part {
		plain, executable := strings.CutSuffix(path, ".executable")
		gone, isGone := strings.CutSuffix(path, ".gone")
		switch {
		case path == "records" || path == "remove":
		case isGone:
			delete(v, gone)
		case executable:
			v[plain] = "x:" + data
		default:
			v[path] = data
		}
	}
	return v
}

// lay makes the work tree hold a version and nothing else.
func (v version) lay(t *testing.T, r *repotest.Repo) {
	t.Helper()
	entries, err := os.ReadDir(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != ".git" {
			r.Remove(e.Name())
		}
	}
	for path, data := range v {
		plain, executable := strings.CutPrefix(data, "x:")
		r.Write(path, plain)
		if executable {
			if err := os.Chmod(r.Path(path), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (v version) snapshot() *model.Snapshot {
	files := map[string]*model.File{}
	schema := category.Schema()
	for path, data := range v {
		plain, executable := strings.CutPrefix(data, "x:")
		raw := model.RawFile{Revision: model.RevisionOf([]byte(plain)), Size: int64(len(plain)), Data: []byte(plain)}
		if executable {
			raw.Mode = model.Executable
		}
		files[path] = schema.NewFile(path, raw)
	}
	return model.NewSnapshot(schema, nil).WithFiles(files)
}

func read(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
