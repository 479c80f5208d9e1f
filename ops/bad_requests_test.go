package ops

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// badRequest is a request that must not be carried out: how it is refused, and what
// the refusal says of it and of the way on.
type badRequest struct {
	request string
	code    model.Code
	says    []string
}

func deeply(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }

// badTexts are requests that are no JSON object, or not one alone.
var badTexts = []badRequest{
	{``, "invalid_argument", []string{"no JSON object", "ends too early", `{"action": "summary"}`}},
	{`summary`, "invalid_argument", []string{"no JSON object", `{"action": "summary"}`}},
	{`[]`, "invalid_argument", []string{"no JSON object"}},
	{`{"action": "summary"`, "invalid_argument", []string{"ends too early"}},
	{`{"action": "summary"} {"action": "tree"}`, "invalid_argument", []string{"goes on after its object"}},
	{`{"action": "summary", "action": "tree"}`, "invalid_argument", []string{`repeats the member "action"`}},
	{`{"action": "read", "limit": NaN}`, "invalid_argument", []string{"/limit"}},
	{`{"action": "read", "limit": 1e999}`, "invalid_argument", []string{"1e999 is not a finite number", "/limit"}},
	{`{"action": "read", "filter": ` + deeply(5000) + `}`, "invalid_argument", []string{"nested more than 32 deep"}},
	{"{\"action\": \"sum\x00mary\"}", "invalid_argument", []string{"/action"}},
	{"{\"action\": \"summ\xe9ry\"}", "invalid_argument", []string{"not UTF-8"}},
	{"\xff\xfe{\x00}\x00", "invalid_argument", []string{"UTF-16", "send it as UTF-8"}},
	{`{"action": "execute", "message": "` + strings.Repeat("m", largestRequest) + `"}`, "invalid_argument", []string{"more than one request may have"}},
	{`{}`, "invalid_argument", []string{"names no operation", "summary, tree"}},
	{`{"action": 5}`, "invalid_argument", []string{"action is a text"}},
	{`{"action": "summary", "requestId": 5}`, "invalid_argument", []string{"requestId is a text"}},
}

// badReads are reads of what is not there, or is outside.
var badReads = []badRequest{
	{`{"action": "raed", "limit": 5}`, "invalid_argument", []string{`the nearest is "read"`}},
	{`{"action": "approve"}`, "invalid_argument", []string{"no operation", "Operations: summary"}},
	{`{"action": "read", "limt": 5}`, "invalid_argument", []string{`use "limit"`}},
	{`{"action": "read", "limit": 501}`, "invalid_argument", []string{"at most 500"}},
	{`{"action": "read", "limit": -1}`, "invalid_argument", []string{"at least 1"}},
	{`{"action": "read", "limit": 1.5}`, "invalid_argument", []string{"whole number"}},
	{`{"action": "read", "offset": 99999999999999999999}`, "invalid_argument", []string{"whole number"}},
	{`{"action": "read", "filter": {"catgories": ["wall"]}}`, "invalid_argument", []string{`use "categories"`}},
	{`{"action": "read", "filter": {"categories": ["wal"]}}`, "invalid_argument", []string{`"wall"`}},
	{`{"action": "tree", "path": "../../etc"}`, "not_found", []string{`no folder "../../etc"`, "The root has architecture"}},
	{`{"action": "tree", "path": "architecture/../../etc"}`, "not_found", []string{"The root has architecture"}},
	{`{"action": "tree", "path": "/etc/passwd"}`, "not_found", []string{"The root has architecture"}},
	{`{"action": "tree", "path": "archtecture/level-0"}`, "not_found", []string{"The root has architecture"}},
	{`{"action": "history", "id": "../wall-east"}`, "not_found", []string{"wall-east"}},
	{`{"action": "history", "id": "` + strings.Repeat("w", 300) + `"}`, "not_found", nil},
	{`{"action": "relations", "id": "` + strings.Repeat("w", 1<<20) + `"}`, "not_found", nil},
	{`{"action": "summary", "at": "--upload-pack=touch /tmp/x"}`, "not_found", []string{"names no commit here", "changes lists commits"}},
	{`{"action": "summary", "at": "../../etc/passwd"}`, "not_found", []string{"names no commit here"}},
	{`{"action": "summary", "at": "mian"}`, "not_found", []string{`the nearest is "main"`}},
	{`{"action": "summary", "at": "HEAD~99"}`, "not_found", []string{"has no such parent"}},
	{`{"action": "summary", "at": "main:eik.json"}`, "not_found", []string{"names no commit here"}},
	{"{\"action\": \"summary\", \"at\": \"ma\\u0000in\"}", "not_found", []string{"names no commit here"}},
	{`{"action": "guide", "topic": "../core"}`, "not_found", []string{"Topics: "}},
}

// badWrites are writes that must write nothing.
var badWrites = []badRequest{
	{`{"action": "import", "file": ""}`, "invalid_argument", []string{"needs file"}},
	{`{"action": "import", "file": "/etc/passwd"}`, "forbidden", []string{"outside the model's folder", "ek import"}},
	{`{"action": "import", "file": "../../etc"}`, "forbidden", []string{"outside the model's folder"}},
	{`{"action": "import", "file": "scratch/way-out"}`, "forbidden", []string{"outside the model's folder"}},
	{`{"action": "import", "file": "nope"}`, "not_found", []string{"there is no file"}},
	{`{"action": "import", "file": "levels"}`, "not_found", []string{"has no eik.json"}},
	{`{"action": "import", "file": "."}`, "invalid_argument", []string{"nothing that is not here already"}},
	{one(`{"command": "create", "category": "column", "id": "../x", "record": {"levelId": "level-0", "at": [0, 0]}}`), "invalid_argument", []string{`"../x" is no id`, "Leave id out"}},
	{one(`{"command": "create", "category": "column", "id": "` + strings.Repeat("c", 300) + `", "record": {"levelId": "level-0", "at": [0, 0]}}`), "invalid_argument", []string{"300 characters, at most 64"}},
	{one(`{"command": "create", "category": "column", "id": "con", "record": {"levelId": "level-0", "at": [0, 0]}}`), "invalid_argument", []string{"Windows reserves"}},
	{one(`{"command": "create", "category": "column", "id": "wall-east", "record": {"levelId": "level-0", "at": [0, 0]}}`), "invalid_argument", []string{"is taken by"}},
	{one(`{"command": "create", "category": "../column", "record": {"levelId": "level-0", "at": [0, 0]}}`), "invalid_argument", []string{`use "column"`}},
	{one(`{"command": "create", "category": "column", "record": {"levelId": "../../etc", "at": [0, 0]}}`), "not_found", []string{"is no level", "level-0"}},
	{one(`{"command": "create", "category": "column", "record": {"levelId": "level-0", "at": [0, 0], "discipline": "../x"}}`), "invalid_argument", []string{"architecture, structure, mep, site"}},
	{one(`{"command": "create", "category": "column", "record": {"levelId": "level-0", "at": [0, 1e300]}}`), "invalid_argument", []string{"10,000 km"}},
	{one(`{"command": "create", "category": "column", "record": {"levelId": "level-0", "at": [0, "NaN"]}}`), "invalid_argument", []string{"2.1 m"}},
	{one(`{"command": "rename", "id": "wall-east", "name": "a\u0007b"}`), "invalid_argument", []string{"U+0007"}},
	{one(`{"command": "rename", "id": "wall-east", "name": "a\u202eb"}`), "invalid_argument", []string{"U+202E"}},
	{one(`{"command": "rename", "id": "wall-east", "name": "a\nb"}`), "invalid_argument", []string{"U+000A"}},
	{one(`{"command": "rename", "id": "wall-east", "name": "\ud800"}`), "invalid_argument", []string{"surrogate"}},
	{one(`{"command": "rename", "id": "wall-east", "name": "` + strings.Repeat("n", 2<<20) + `"}`), "", nil},
	{one(`{"command": "set_properties", "id": "wall-east", "properties": {"A": {"b": "` + strings.Repeat("n", 2<<20) + `"}}}`), "", nil},
	{one(`{"command": "update", "id": "wall-east", "set": {"heigth": 3}}`), "invalid_argument", []string{`use "height"`}},
	{one(`{"command": "update", "id": "wall-east", "set": {"id": "x"}}`), "invalid_argument", []string{"never changes"}},
	{one(`{"command": "update", "id": "wall-east", "set": {"height": -5}}`), "check_failed", []string{"wall.height"}},
	{one(`{"command": "commit_edit", "files": ["a"]}`), "invalid_argument", []string{`use "commit_edits"`}},
	{one(`{"command": "commit_edits", "files": [".git/config"]}`), "invalid_argument", []string{"no file of the model", "meta.uncommitted"}},
	{one(`{"command": "commit_edits", "files": ["levels/.GIT/config"]}`), "invalid_argument", []string{"no file of the model"}},
	{one(`{"command": "commit_edits", "files": [".eik/lock"]}`), "invalid_argument", []string{"no file of the model"}},
	{one(`{"command": "commit_edits", "files": ["../x"]}`), "invalid_argument", []string{"no file of the model"}},
	{one(`{"command": "commit_edits", "files": ["/etc/passwd"]}`), "invalid_argument", []string{"no file of the model"}},
	{one(`{"command": "commit_edits", "files": ["levels\u0000/x"]}`), "invalid_argument", []string{"no file of the model"}},
	{one(`{"command": "commit_edits", "files": ["` + strings.Repeat("d/", 3000) + `x"]}`), "invalid_argument", []string{"no file of the model"}},
	{one(`{"command": "commit_edits", "files": ["` + strings.Repeat("d", 300) + `"]}`), "invalid_argument", []string{"no file of the model"}},
	{one(`{"command": "commit_edits", "files": []}`), "invalid_argument", []string{"at least one"}},
	{one(`{"command": "commit_edits", "files": ["nope.json"]}`), "not_found", []string{"no file nope.json", "meta.uncommitted"}},
	{one(`{"command": "commit_edits", "files": ["eik.json"]}`), "invalid_argument", []string{"is not edited"}},
	{one(`{"command": "commit_edits", "files": ["eik.json"]}, {"command": "rename", "id": "wall-east", "name": "E"}`), "invalid_argument", []string{"stands alone"}},
	{one(`{"command": "fix", "finding": "../x"}`), "invalid_argument", []string{"f-[0-9a-f]{12}"}},
	{one(`{"command": "fix", "finding": "f-000000000000"}`), "not_found", []string{"validate lists"}},
	{one(`{"command": "create_model", "name": "Another"}`), "conflict", []string{"a model here already", "Leave create_model out"}},
	{one(`{"command": "rename", "id": "wall-east", "name": "E"}, {"command": "create_model", "name": "Another"}`), "invalid_argument", []string{"stands first"}},
	{one(strings.TrimSuffix(strings.Repeat(`{"command": "rename", "id": "wall-east", "name": "x"},`, 501), ",")), "invalid_argument", []string{"in parts"}},
	{one(`{"command": "delete", "filter": {}}`), "invalid_argument", []string{"all: true"}},
	{one(`{"command": "rename", "id": "wall-east", "name": "E"}, {"command": "rename", "id": "no-such", "name": "E"}`), "not_found", []string{"no-such"}},
	{`{"action": "execute", "person": "Eve <eve@example.org>", "commands": [{"command": "rename", "id": "wall-east", "name": "E"}]}`, "forbidden", []string{"--trust-person"}},
	{`{"action": "execute", "person": "Eve\nMallory <eve@example.org>", "commands": [{"command": "rename", "id": "wall-east", "name": "E"}]}`, "invalid_argument", []string{"Name <name@example.org>"}},
	{`{"action": "execute", "agent": "a\nEik-Base: 0", "commands": [{"command": "rename", "id": "wall-east", "name": "E"}]}`, "invalid_argument", []string{"name/version"}},
}

func one(commands string) string {
	return `{"action": "execute", "commands": [` + commands + `]}`
}

// What a request must not do is refused with its code, says what, where and what next,
// and neither writes nor is ever called a fault of the host.
func TestBadRequestsAreRefused(t *testing.T) {
	t.Parallel()
	dir := houseDir(t)
	h := open(t, dir)
	data[struct{}](t, h, one(`{"command": "rename", "id": "slab-ground", "name": "Slab"}`))
	write(t, dir, ".git/info/exclude", []byte("/scratch\n"))
	write(t, dir, "scratch/plan.md", []byte("# Plan\n"))
	if err := os.Symlink("/etc", filepath.Join(dir, "scratch", "way-out")); err != nil {
		t.Fatal(err)
	}
	before := git(t, dir, "rev-parse", "HEAD") + git(t, dir, "status", "--porcelain", "--ignored")
	for _, list := range [][]badRequest{badTexts, badReads, badWrites} {
		for _, bad := range list {
			bad.holds(t, h)
		}
	}
	if after := git(t, dir, "rev-parse", "HEAD") + git(t, dir, "status", "--porcelain", "--ignored"); after != before {
		t.Errorf("the repository was %q, is %q", before, after)
	}
}

func (bad badRequest) holds(t *testing.T, h *Host) {
	t.Helper()
	name := cut(bad.request, 200)
	var e Envelope
	if r, err := ParseRequest([]byte(bad.request)); err != nil {
		e.Error = ErrorOf(err)
	} else {
		e = h.Do(t.Context(), r)
	}
	if e.OK {
		t.Errorf("%s was carried out", name)
		return
	}
	said := e.Error.Message + " " + e.Error.Hint
	if e.Error.Code != bad.code && bad.code != "" || e.Error.Code == model.Internal || e.Error.Hint == "" || len(said) > 5000 {
		t.Errorf("%s answers %s: %s", name, e.Error.Code, cut(said, 500))
	}
	if details, err := encode(e.Error.Details); err != nil || len(details) > 20_000 {
		t.Errorf("%s answers details of %d bytes, %v", name, len(details), err)
	}
	for _, part := range bad.says {
		if !strings.Contains(said+fmt.Sprint(e.Error.Details["try"]), part) {
			t.Errorf("%s answers %q, which does not say %q", name, cut(said, 500), part)
		}
	}
}
