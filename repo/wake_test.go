package repo

import (
	"context"
	"testing"
)

// Where git's hooks touch the host's own file, everything is compared anew.
func TestAHostIsWokenByItsFile(t *testing.T) {
	r := site(t, "house")
	m := openAt(t, r.Path("house"), nil)
	events, err := m.Watch(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	workingOf(t, m, ScanWatched)
	r.Write("house/.eik/wake", "")
	await(t, events, "the hooks' touch", moved)
	if dirty, by := m.takeDirty(t.Context()); by != nil {
		t.Errorf("after that %v is taken for all that changed", dirty)
	}
}
