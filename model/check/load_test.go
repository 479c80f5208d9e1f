package check

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// today is the day that tests hold their waivers against.
var today = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// rawOf makes the raw file of a text. Like a repository it reads .json files alone.
func rawOf(name, data string) model.RawFile {
	raw := model.RawFile{Revision: model.RevisionOf([]byte(data)), Size: int64(len(data))}
	if strings.HasSuffix(name, ".json") && len(data) <= model.MaxRecordBytes {
		raw.Data = []byte(data)
	}
	return raw
}

// filesOf makes a snapshot of files by their paths in the model.
func filesOf(files map[string]model.RawFile) *model.Snapshot {
	s := model.NewSnapshot(category.Schema(), nil)
	made := make(map[string]*model.File, len(files))
	for name, raw := range files {
		made[name] = category.Schema().NewFile(name, raw)
	}
	return s.WithFiles(made)
}

// folderOf makes a snapshot of a model folder on disk.
func folderOf(t testing.TB, root string) *model.Snapshot {
	t.Helper()
	files := map[string]model.RawFile{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		files[filepath.ToSlash(relative)] = rawOf(name, string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return filesOf(files)
}

// record reads a record from JSON.
func record(t testing.TB, data string) *model.Record {
	t.Helper()
	r, faults := model.Decode([]byte(data))
	if len(faults) > 0 {
		t.Fatalf("%s: %v", data, faults)
	}
	return r
}

// put adds a record's file in canonical bytes at its place.
func put(t testing.TB, files map[string]model.RawFile, r *model.Record) {
	t.Helper()
	f, err := category.Schema().NewRecordFile(r)
	if err != nil {
		t.Fatal(err)
	}
	files[f.Path] = rawOf(f.Path, string(f.Data()))
}
