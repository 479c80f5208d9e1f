package ops

import (
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// What is staged is checked as git would commit it, whatever stands in the folder.
func TestValidateTheIndex(t *testing.T) {
	dir := houseDir(t)
	h := open(t, dir)
	const door = "architecture/level-0/door/door-entrance.json"
	good := git(t, dir, "show", "HEAD:"+door)
	write(t, dir, door, []byte(strings.Replace(good, `"offset": 3000`, `"offset": 8000`, 1)))
	errors := func(scope string) int {
		t.Helper()
		return data[validateOut](t, h, `{"action": "validate", "scope": "`+scope+`"}`).Counts.Error
	}
	if folder, index := errors("folder"), errors("index"); folder != 1 || index != 0 {
		t.Errorf("before git add the folder has %d errors and the index %d", folder, index)
	}
	git(t, dir, "add", door)
	write(t, dir, door, []byte(good))
	if folder, index := errors("folder"), errors("index"); folder != 0 || index != 1 {
		t.Errorf("after git add the folder has %d errors and the index %d", folder, index)
	}
	if e := do(t, h, `{"action": "validate", "scope": "index", "at": "HEAD"}`); e.OK || e.Error.Code != model.InvalidArgument {
		t.Errorf("two places: %+v", e.Error)
	}
	git(t, dir, "reset", "-q", "--hard")
	git(t, dir, "checkout", "-q", "-b", "other")
	write(t, dir, door, []byte(strings.Replace(good, `"offset": 3000`, `"offset": 3100`, 1)))
	commit(t, dir, "Move it")
	git(t, dir, "checkout", "-q", "main")
	write(t, dir, door, []byte(strings.Replace(good, `"offset": 3000`, `"offset": 3200`, 1)))
	commit(t, dir, "Move it elsewhere")
	if out, err := gitCommand(t.Context(), dir, "merge", "other").CombinedOutput(); err == nil {
		t.Fatalf("git merges it: %s", out)
	}
	if e := do(t, h, `{"action": "validate", "scope": "index"}`); e.OK || e.Error.Code != model.PreconditionFailed || !strings.Contains(e.Error.Message, "door-entrance") {
		t.Errorf("in a merge: %+v", e.Error)
	}
}
