package find

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// house answers the example house.
func house(t testing.TB) *model.Snapshot {
	t.Helper()
	files := map[string][]byte{}
	root := os.DirFS("../../testdata/one-storey-house")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(root, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return snapshot(files)
}

// snapshot makes a model of files by path.
func snapshot(files map[string][]byte) *model.Snapshot {
	byFolder := map[string][]model.RawFile{}
	for name, data := range files {
		folder := path.Dir(name)
		if folder == "." {
			folder = ""
		}
		byFolder[folder] = append(byFolder[folder], model.RawFile{Name: path.Base(name), Revision: model.RevisionOf(data), Size: int64(len(data)), Data: data})
	}
	var folders []*model.Folder
	for folder, raw := range byFolder {
		folders = append(folders, model.NewFolder(category.Schema(), folder, model.Key("test "+folder), raw))
	}
	return model.NewSnapshot(category.Schema(), folders)
}

// archive reads a txtar file: what lies in model/ is a model laid over the example
// house, the rest is the test's.
func archive(t testing.TB, name string) (*model.Snapshot, map[string]string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	s, rest := house(t), map[string]string{}
	edits := map[string]*model.File{}
	for _, part := range strings.Split("\n"+string(data), "\n-- ")[1:] {
		name, text, _ := strings.Cut(part, " --\n")
		where, isModel := strings.CutPrefix(name, "model/")
		if !isModel {
			rest[name] = text
			continue
		}
		raw := []byte(text + "\n")
		edits[where] = s.Schema().NewFile(where, model.RawFile{Revision: model.RevisionOf(raw), Size: int64(len(raw)), Data: raw})
	}
	return s.WithFiles(edits), rest
}
