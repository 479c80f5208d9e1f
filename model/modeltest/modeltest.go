// Package modeltest makes snapshots for tests: of folders on disk, of files by path, of
// records. It is for tests alone and knows no category: they give the schema.
package modeltest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// T is what a test, a benchmark and a property test have in common.
type T interface {
	Helper()
	Fatalf(format string, values ...any)
}

// Files reads the files of a model folder on disk that a repository would read, by their paths in the model.
func Files(t T, root string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	folder := os.DirFS(root)
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".json" {
			return err
		}
		files[name], err = fs.ReadFile(folder, name)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", root, err)
	}
	return files
}

// Of makes a snapshot of files by their paths in the model.
func Of(schema *model.Schema, files map[string][]byte) *model.Snapshot {
	byFolder := map[string][]model.RawFile{}
	for name, data := range files {
		folder, file := path.Split(name)
		folder = strings.TrimSuffix(folder, "/")
		byFolder[folder] = append(byFolder[folder], model.RawFile{Name: file, Revision: model.RevisionOf(data), Size: int64(len(data)), Data: data})
	}
	var folders []*model.Folder
	for name, raw := range byFolder {
		folders = append(folders, model.NewFolder(schema, name, model.Key("test "+name), raw))
	}
	return model.NewSnapshot(schema, folders)
}

// Read makes a snapshot of a model folder on disk.
func Read(t T, schema *model.Schema, root string) *model.Snapshot {
	t.Helper()
	return Of(schema, Files(t, root))
}

const manifest = `{"format": "OpenEik", "version": "0.2", "id": "test", "units": {"length": "mm", "angle": "deg"}`

// Records makes a snapshot of records, one JSON object a line. A line that starts with a
// plus adds members to the manifest.
func Records(t T, schema *model.Schema, lines string) *model.Snapshot {
	t.Helper()
	eik := manifest
	var records []*model.Record
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		if extra, ok := strings.CutPrefix(line, "+"); ok {
			eik += ", " + extra
		} else if line != "" {
			records = append(records, Record(t, line))
		}
	}
	return Put(t, Of(schema, map[string][]byte{model.ManifestName: []byte(eik + "}")}), records...)
}

// Members makes a snapshot of records in plain Go values, without a manifest.
func Members(t T, schema *model.Schema, members ...map[string]any) *model.Snapshot {
	t.Helper()
	var records []*model.Record
	for _, m := range members {
		records = append(records, model.NewRecord(model.FromJSON(m).(model.Object)))
	}
	return Put(t, model.NewSnapshot(schema, nil), records...)
}

// Record reads a record that has no fault.
func Record(t T, text string) *model.Record {
	t.Helper()
	r, faults := model.Decode([]byte(text))
	if r == nil || len(faults) > 0 {
		t.Fatalf("%s: %v", text, faults)
	}
	return r
}

// Put answers a snapshot with records created or replaced.
func Put(t T, s *model.Snapshot, records ...*model.Record) *model.Snapshot {
	t.Helper()
	var changes []model.Change
	for _, r := range records {
		changes = append(changes, model.Change{ID: r.ID(), Before: s.Get(r.ID()), After: r})
	}
	next, err := s.Apply(changes)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return next
}

// Real answers the folders of the models that EKGIT_MODELS lists, folders that are a
// model or hold some; none where it is not set.
func Real(t testing.TB) []string {
	t.Helper()
	var roots []string
	for _, folder := range filepath.SplitList(os.Getenv("EKGIT_MODELS")) {
		before := len(roots)
		for _, pattern := range []string{model.ManifestName, filepath.Join("*", model.ManifestName)} {
			found, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, manifest := range found {
				roots = append(roots, filepath.Dir(manifest))
			}
		}
		if len(roots) == before {
			t.Fatalf("EKGIT_MODELS names %s, and no model lies there", folder)
		}
	}
	return roots
}
