package ops

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// TestExportComesBack holds that both forms of an export hold every byte of the
// model: shapes, waivers, notes beside it and a record that cannot be read.
func TestExportComesBack(t *testing.T) {
	dir := houseDir(t)
	write(t, dir, "shapes/"+strings.Repeat("ab", 32)+".glb", []byte("glTF\x02\x00\xff\xfe"))
	write(t, dir, "waivers/f-0123456789ab.json", []byte("{\n  \"finding\": \"f-0123456789ab\",\n  \"reason\": \"agreed\",\n  \"by\": \"Ada\"\n}\n"))
	write(t, dir, "README.md", []byte("# The house\n"))
	write(t, dir, "docs/photo.bin", []byte{0xff, 0xd8, 0x00})
	write(t, dir, "architecture/level-0/wall/wall-broken.json", []byte("{\"id\": \n"))
	write(t, dir, "architecture/level-0/door/wall-misplaced.json", []byte("{\n  \"id\": \"wall-misplaced\",\n  \"category\": \"wall\",\n  \"levelId\": \"level-0\",\n  \"start\": [0, 0],\n  \"end\": [1, 1]\n}\n"))
	commit(t, dir, "Odd files")
	h := open(t, dir)
	want := filesUnder(t, dir)

	folder := data[struct {
		Files []struct {
			Path    string
			Content any
		}
	}](t, h, `{"action": "export", "format": "folder", "whole": true}`)
	got := map[string]string{}
	for _, f := range folder.Files {
		content, err := bytesOf(model.FromJSON(f.Content))
		if err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
		got[f.Path] = string(content)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("folder: %s", diff)
	}

	single := data[struct{ Single json.RawMessage }](t, h, `{"action": "export", "whole": true}`)
	files, err := readSingle(single.Single)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, contents(files)); diff != "" {
		t.Errorf("single: %s", diff)
	}
}

func contents(files []repo.FileChange) map[string]string {
	all := map[string]string{}
	for _, f := range files {
		all[f.Path] = string(f.Data)
	}
	return all
}

// filesUnder answers the files of a folder that belong to a model.
func filesUnder(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range strings.Fields(git(t, dir, "ls-files")) {
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(content)
	}
	return all
}

func TestSingleFilesThatAreNone(t *testing.T) {
	start := `{"format": "OpenEik", "version": "0.2", "id": "m", "name": "M", "units": {"length": "mm", "angle": "deg"}, `
	for _, c := range []struct{ name, text, path, message string }{
		{"no JSON", `{`, "/file", "no single-file model"},
		{"another format", `{"format": "IFC"}`, "/file", `the file's format is IFC`},
		{"records that are no list", start + `"records": {}}`, "/records", "a list of records"},
		{"a record that is none", start + `"records": [1]}`, "/records/0", "a record is an object"},
		{"an id with a way out", start + `"records": [{"id": "../x", "category": "wall"}]}`, "/records/0", `"../x" is no id`},
		{"a category of its own", start + `"records": [{"id": "x", "category": "car"}]}`, "/records/0", `"car" is no category`},
		{"one id twice", start + `"records": [{"id": "x", "category": "grid"}, {"id": "x", "category": "grid"}]}`, "/records/1", "would lie at grids/x.json"},
		{"a file with a way out", start + `"files": {"docs/../../x": ""}}`, "/files/docs/../../x", "no path that a model has"},
		{"a file of git", start + `"files": {"docs/.git/config": ""}}`, "/files/docs/.git/config", "no path that a model has"},
		{"a file of Windows", start + `"files": {"docs\\x": ""}}`, "/files/docs\\x", "no path that a model has"},
		{"the manifest as a file", start + `"files": {"eik.json": ""}}`, "/files/eik.json", "no path that a model has"},
		{"a file that is no text", start + `"files": {"README.md": 1}}`, "/files/README.md", "a file is its text"},
		{"a shape that is none", start + `"shapes": {"abc": "AA=="}}`, "/shapes/abc", "under its sha256"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readSingle([]byte(c.text))
			var p *model.Problem
			if !errors.As(err, &p) || p.Code != model.InvalidArgument || p.Details["path"] != c.path || !strings.Contains(p.Message, c.message) {
				t.Errorf("got %v %+v", err, p)
			}
		})
	}
}

// FuzzReadSingle holds that no single file makes a path outside a model, and that
// what is read is read again as the same.
func FuzzReadSingle(f *testing.F) {
	f.Add([]byte(`{"format": "OpenEik", "id": "m", "records": [{"id": "x", "category": "grid"}], "files": {"README.md": "hi"}, "shapes": {}}`))
	f.Add([]byte(`{"format": "OpenEik", "files": {"docs/a": {"base64": "AA=="}}}`))
	f.Add([]byte(`{"format": "OpenEik", "records": [{"id": "x", "category": "wall", "levelId": ".."}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		files, err := readSingle(text)
		if err != nil {
			return
		}
		for _, file := range files {
			if !safePath(file.Path) || !belongs(file.Path) {
				t.Errorf("%q is no path of a model", file.Path)
			}
		}
	})
}
