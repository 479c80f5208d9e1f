package ops

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/openeik/ekgit/model"
)

// eastWall is the record that is put in a bad state here.
const eastWall = "architecture/level-0/wall/wall-east.json"

// badFiles are contents of a record's file that cannot be read, or not as they stand,
// with the rule that each breaks.
var badFiles = map[string]struct {
	rule string
	data func(good string) []byte
}{
	"a byte over 1 MiB": {"file.size", func(good string) []byte {
		return append([]byte(good), bytes.Repeat([]byte("\n"), model.MaxRecordBytes+1-len(good))...)
	}},
	"empty":              {"file.json", func(string) []byte { return []byte{} }},
	"no object":          {"file.json", func(string) []byte { return []byte("[]\n") }},
	"two objects":        {"file.json", func(good string) []byte { return []byte(good + good) }},
	"cut off":            {"file.json", func(good string) []byte { return []byte(good[:len(good)/2]) }},
	"NaN":                {"file.json", swapped(`[10000, 0]`, `[NaN, 0]`)},
	"duplicate member":   {"file.json", swapped(`"external": true`, `"external": true, "external": false`)},
	"deep nesting":       {"file.json", swapped(`"external"`, `"properties": `+strings.Repeat(`{"a":`, 50_000)+"1"+strings.Repeat("}", 50_000)+`, "external"`)},
	"deep lists":         {"file.json", swapped(`"external"`, `"tags": `+strings.Repeat(`[`, 50_000)+strings.Repeat("]", 50_000)+`, "external"`)},
	"control character":  {"file.json", swapped(`"external"`, "\"name\": \"a\x07b\", \"external\"")},
	"half a surrogate":   {"file.json", swapped(`"external"`, `"name": "\ud800", "external"`)},
	"not UTF-8":          {"file.encoding", swapped(`"external"`, "\"name\": \"\xe9\", \"external\"")},
	"byte order mark":    {"file.encoding", func(good string) []byte { return []byte("\xef\xbb\xbf" + good) }},
	"UTF-16, big end":    {"file.encoding", func(good string) []byte { return utf16Of(good, binary.BigEndian) }},
	"UTF-16, little end": {"file.encoding", func(good string) []byte { return utf16Of(good, binary.LittleEndian) }},
	"conflict markers":   {"file.conflict-markers", swapped(`  "external"`, "<<<<<<< HEAD\n  \"note\": \"a\",\n=======\n  \"note\": \"b\",\n>>>>>>> other\n  \"external\"")},
	"1e999":              {"record.member", swapped(`[10000, 0]`, `[1e999, 0]`)},
	"too far":            {"record.member", swapped(`[10000, 0]`, `[1e300, 0]`)},
	"no point":           {"record.member", swapped(`[10000, 0]`, `"here"`)},
	".. in the id":       {"id.syntax", swapped(`"wall-east"`, `"../wall-east"`)},
	"an id of 300":       {"id.syntax", swapped(`"wall-east"`, `"`+strings.Repeat("w", 300)+`"`)},
	"another id":         {"file.name", swapped(`"wall-east"`, `"wall-other"`)},
	"an id taken":        {"id.unique", swapped(`"wall-east"`, `"wall-west"`)},
	"another category":   {"layout.path", swapped(`"category": "wall"`, `"category": "curtain-wall"`)},
	"no such category":   {"record.category", swapped(`"category": "wall"`, `"category": "../wall"`)},
	"no such level":      {"ref.level", swapped(`"level-0"`, `"../../etc"`)},
}

func swapped(old, next string) func(string) []byte {
	return func(good string) []byte { return []byte(strings.Replace(good, old, next, 1)) }
}

func utf16Of(text string, order binary.AppendByteOrder) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		out = order.AppendUint16(out, unit)
	}
	return out
}

// A record's file that cannot be read is told, by name and rule, and harms nothing: its
// last good version answers, it is not committed, it is not written over, and the rest
// of the model goes on.
func TestBadFilesAreToldAndKept(t *testing.T) {
	t.Parallel()
	dir := houseDir(t)
	h := open(t, dir)
	good := git(t, dir, "show", "HEAD:"+eastWall)
	for name, bad := range badFiles {
		t.Run(name, func(t *testing.T) {
			content := bad.data(good)
			write(t, dir, eastWall, content)
			badFileIsTold(t, dir, h, bad.rule)
			if now, err := os.ReadFile(filepath.Join(dir, eastWall)); err != nil || !bytes.Equal(now, content) {
				t.Errorf("the file holds %.200q, %v", now, err)
			}
			git(t, dir, "checkout", "-q", "--", eastWall)
		})
	}
}

// Links and what is no file at all are never followed, read or written through.
func TestLinksAreNeverFollowed(t *testing.T) {
	t.Parallel()
	elsewhere := filepath.Join(t.TempDir(), "wall-east.json")
	wall, folder := filepath.FromSlash(eastWall), filepath.Dir(filepath.FromSlash(eastWall))
	for name, lay := range map[string]func(dir string) error{
		"a linked record": func(dir string) error {
			return os.Symlink("wall-west.json", filepath.Join(dir, wall))
		},
		"a record linked out of the model": func(dir string) error {
			return os.Symlink(elsewhere, filepath.Join(dir, wall))
		},
		"a linked folder": func(dir string) error {
			if err := os.Rename(filepath.Join(dir, folder), filepath.Join(dir, ".eik", "wall")); err != nil {
				return err
			}
			return os.Symlink(filepath.Join("..", "..", ".eik", "wall"), filepath.Join(dir, folder))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := houseDir(t)
			h := open(t, dir)
			data[struct{}](t, h, `{"action": "execute", "commands": [{"command": "rename", "id": "slab-ground", "name": "Slab"}]}`)
			write(t, filepath.Dir(elsewhere), filepath.Base(elsewhere), []byte("mine"))
			if err := os.Remove(filepath.Join(dir, wall)); err != nil {
				t.Fatal(err)
			}
			if err := lay(dir); err != nil {
				t.Fatal(err)
			}
			status := git(t, dir, "status", "--porcelain")
			badFileIsTold(t, dir, h, "file.symlink")
			if now := git(t, dir, "status", "--porcelain"); now != status {
				t.Errorf("git status was %q, is %q", status, now)
			}
			if text, err := os.ReadFile(elsewhere); err != nil || string(text) != "mine" {
				t.Errorf("the file behind the link holds %q, %v", text, err)
			}
		})
	}
}

// badFileIsTold looks at what a host answers while the east wall's file is bad.
func badFileIsTold(t *testing.T, dir string, h *Host, rule string) {
	t.Helper()
	head := git(t, dir, "rev-parse", "HEAD")
	e := do(t, h, `{"action": "summary"}`)
	if !e.OK || !slices.Contains(e.Meta.Uncommitted, eastWall) {
		t.Errorf("summary answers %+v with meta %+v", e.Error, e.Meta)
	}
	warned := strings.Join(e.Meta.Warnings, "\n")
	if broken := strings.HasPrefix(rule, "file.") && rule != "file.name"; broken && !strings.Contains(warned, eastWall+": "+rule) && !strings.Contains(git(t, dir, "status", "--porcelain"), " D "+eastWall) {
		t.Errorf("the warnings are %q", warned)
	}
	findings := data[struct {
		Valid    bool
		Findings []struct{ Rule, File string }
	}](t, h, `{"action": "validate"}`)
	told := slices.ContainsFunc(findings.Findings, func(f struct{ Rule, File string }) bool {
		return f.Rule == rule && strings.HasPrefix(eastWall, strings.TrimSuffix(f.File, ".json")) || f.Rule == rule && rule == "id.unique"
	})
	if findings.Valid || !told {
		t.Errorf("validate answers %+v, want %s of %s", findings, rule, eastWall)
	}
	refused := func(command string, code model.Code) {
		t.Helper()
		e := do(t, h, `{"action": "execute", "again": true, "commands": [`+command+`]}`)
		if e.OK || e.Error.Code != code || !strings.Contains(e.Error.Message+fmt.Sprint(e.Error.Details["findings"]), "wall-east") {
			t.Errorf("%s answers %+v, want %s that names the file", command, e.Error, code)
		}
	}
	refused(`{"command": "commit_edits", "files": ["`+eastWall+`"]}`, model.CheckFailed)
	refused(`{"command": "rename", "id": "wall-east", "name": "East"}`, model.Conflict)
	if now := git(t, dir, "rev-parse", "HEAD"); now != head {
		t.Fatalf("HEAD moved from %s to %s", head, now)
	}
	other := `{"action": "execute", "again": true, "commands": [{"command": "rename", "id": "group-escape", "name": "Way out %d"}]}`
	data[struct{}](t, h, fmt.Sprintf(other, len(git(t, dir, "log", "--format=%h"))))
}

// An import takes a model as it is, and names what it leaves out.
func TestImportOfAModelWithBadFiles(t *testing.T) {
	t.Parallel()
	source, dir := houseDir(t), houseDir(t)
	if err := os.RemoveAll(filepath.Join(source, ".git")); err != nil {
		t.Fatal(err)
	}
	good := git(t, dir, "show", "HEAD:"+eastWall)
	write(t, source, eastWall, badFiles["conflict markers"].data(good))
	if err := os.Remove(filepath.Join(source, "materials", "wood.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("brick.json", filepath.Join(source, "materials", "wood.json")); err != nil {
		t.Fatal(err)
	}
	h, err := Open(t.Context(), dir, Options{AnyFile: true})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	request, err := json.Marshal(map[string]any{"action": "import", "file": source})
	if err != nil {
		t.Fatal(err)
	}
	if e := do(t, h, strings.TrimSuffix(string(request), "}")+`, "strict": true}`); e.OK || e.Error.Code != model.CheckFailed {
		t.Errorf("strict: %+v", e)
	}
	e := do(t, h, string(request))
	out := answer[struct {
		Counts   struct{ Error int }
		Findings []struct{ Rule, File string }
	}](t, e)
	if out.Counts.Error != 1 || out.Findings[0].Rule != "file.conflict-markers" || out.Findings[0].File != eastWall {
		t.Errorf("the import answers %+v", out)
	}
	if !strings.Contains(strings.Join(e.Meta.Warnings, "\n"), "materials/wood.json") {
		t.Errorf("the warnings are %q", e.Meta.Warnings)
	}
	if wood := git(t, dir, "show", "HEAD:materials/wood.json"); !strings.Contains(wood, "Wood") {
		t.Errorf("wood is %s", wood)
	}
	if status := git(t, dir, "status", "--porcelain"); status != "" {
		t.Errorf("git status: %s", status)
	}
}
