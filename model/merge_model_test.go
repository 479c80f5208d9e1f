package model_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// history is a history of models, as a merge asks for one.
type history struct {
	parents map[string][]string
	models  map[string]*model.Snapshot
	asked   []string // what was asked for merge bases
}

func (h *history) At(_ context.Context, commit string) (*model.Snapshot, error) {
	s := h.models[commit]
	if s == nil {
		return nil, fmt.Errorf("there is no commit %s", commit)
	}
	return s, nil
}

func (h *history) MergeBases(_ context.Context, a, b string) ([]string, error) {
	h.asked = append(h.asked, a+" "+b)
	common := map[string]bool{}
	others := h.ancestors(b)
	for c := range h.ancestors(a) {
		common[c] = others[c]
	}
	var best []string
	for _, c := range slices.Sorted(maps.Keys(common)) {
		newer := func(d string) bool { return d != c && common[d] && h.ancestors(d)[c] }
		if common[c] && !slices.ContainsFunc(slices.Collect(maps.Keys(common)), newer) {
			best = append(best, c)
		}
	}
	return best, nil
}

// ancestors answers a commit and all before it.
func (h *history) ancestors(commit string) map[string]bool {
	all := map[string]bool{commit: true}
	for _, p := range h.parents[commit] {
		maps.Copy(all, h.ancestors(p))
	}
	return all
}

// mergeCase is a file of testdata/merge: commits and what merging them gives.
//
//	commits           a commit a line, oldest first, and its parents; where it is left
//	                  out base, and ours and theirs on it
//	heads             what is merged, ours first; "ours theirs" where it is left out
//	<commit>/records  records, a line each, put where they belong in canonical bytes
//	<commit>/remove   ids of records that go, a line each
//	<commit>/<path>   a file as it stands; with .gone after it one that goes, with
//	                  .symlink a symbolic link, with .executable an executable one
//	resolve           resolutions, a line each
//	want              what the merge gives
//
// A commit is its first parent with what is said of it. One without parents that is
// called base is what testdata/merge/base.records holds.
type mergeCase struct {
	history
	heads       []string
	resolutions []model.Resolution
	want        string
}

func readCase(t testing.TB, archive *txtar.Archive) *mergeCase {
	t.Helper()
	c := &mergeCase{heads: []string{"ours", "theirs"}}
	c.parents, c.models = map[string][]string{}, map[string]*model.Snapshot{}
	commits := "base\nours base\ntheirs base\n"
	files := map[string]map[string]string{}
	for _, f := range archive.Files {
		commit, path, nested := strings.Cut(f.Name, "/")
		switch {
		case nested:
			if files[commit] == nil {
				files[commit] = map[string]string{}
			}
			files[commit][path] = string(f.Data)
		case f.Name == "commits":
			commits = string(f.Data)
		case f.Name == "heads":
			c.heads = strings.Fields(string(f.Data))
		case f.Name == "resolve":
			c.resolutions = readResolutions(t, f.Data)
		case f.Name == "want":
			c.want = string(f.Data)
		default:
			t.Fatalf("a case has no part %s", f.Name)
		}
	}
	for line := range strings.Lines(commits) {
		words := strings.Fields(line)
		name, parents := words[0], words[1:]
		s := model.NewSnapshot(category.Schema(), nil)
		switch {
		case len(parents) > 0:
			s = c.models[parents[0]]
		case name == "base":
			data, err := os.ReadFile(filepath.Join("testdata", "merge", "base.records"))
			if err != nil {
				t.Fatal(err)
			}
			s = withFiles(t, s, map[string]string{"records": string(data)})
		}
		c.parents[name], c.models[name] = parents, withFiles(t, s, files[name])
		delete(files, name)
	}
	if len(files) > 0 {
		t.Fatalf("there is no commit of these files: %v", slices.Collect(maps.Keys(files)))
	}
	return c
}

func readResolutions(t testing.TB, data []byte) []model.Resolution {
	t.Helper()
	var list []model.Resolution
	for line := range strings.Lines(string(data)) {
		o, err := model.DecodeObject([]byte(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		record, _ := o.Get("record").(string)
		member, _ := o.Get("member").(string)
		take, _ := o.Get("take").(string)
		list = append(list, model.Resolution{Record: record, Member: member, Take: model.Take(take), Value: o.Get("value")})
	}
	return list
}

// withFiles answers a snapshot with the files of a commit of a case.
func withFiles(t testing.TB, s *model.Snapshot, files map[string]string) *model.Snapshot {
	t.Helper()
	edits := map[string]*model.File{}
	for line := range strings.Lines(files["remove"]) {
		f := s.Get(strings.TrimSpace(line))
		if f == nil {
			t.Fatalf("there is no record %s to remove", line)
		}
		edits[f.Path] = nil
	}
	for line := range strings.Lines(files["records"]) {
		f := fileOf(t, line)
		if old := s.Get(f.ID()); old != nil {
			edits[old.Path] = nil
		}
		edits[f.Path] = f
	}
	for path, data := range files {
		if path == "records" || path == "remove" {
			continue
		}
		raw := model.RawFile{Revision: model.RevisionOf([]byte(data)), Size: int64(len(data))}
		if gone, ok := strings.CutSuffix(path, ".gone"); ok {
			edits[gone] = nil
			continue
		}
		if link, ok := strings.CutSuffix(path, ".symlink"); ok {
			path, raw.Mode = link, model.Symlink
		} else if program, ok := strings.CutSuffix(path, ".executable"); ok {
			path, raw.Mode = program, model.Executable
		}
		if raw.Mode != model.Symlink && strings.HasSuffix(path, ".json") {
			raw.Data = []byte(data)
		}
		edits[path] = category.Schema().NewFile(path, raw)
	}
	return s.WithFiles(edits)
}

// fileOf makes the file of a record, or of a manifest, given as JSON.
func fileOf(t testing.TB, data string) *model.File {
	t.Helper()
	r, faults := model.Decode([]byte(data))
	if len(faults) > 0 {
		t.Fatalf("%s: %v", data, faults)
	}
	if r.Has("format") {
		raw := model.EncodeManifest(r.Members())
		return category.Schema().NewFile(model.ManifestName, model.RawFile{Revision: model.RevisionOf(raw), Size: int64(len(raw)), Data: raw})
	}
	f, err := category.Schema().NewRecordFile(r)
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return f
}
