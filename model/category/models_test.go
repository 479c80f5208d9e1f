package category_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// readFolder makes a snapshot of a model folder on disk.
func readFolder(t testing.TB, root string) *model.Snapshot {
	t.Helper()
	byFolder := map[string][]model.RawFile{}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(rel))
		if folder == "." {
			folder = ""
		}
		byFolder[folder] = append(byFolder[folder], model.RawFile{Name: filepath.Base(path), Revision: model.RevisionOf(data), Size: int64(len(data)), Data: data})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var folders []*model.Folder
	for path, raw := range byFolder {
		folders = append(folders, model.NewFolder(category.Schema(), path, model.Key(path), raw))
	}
	return model.NewSnapshot(category.Schema(), folders)
}
