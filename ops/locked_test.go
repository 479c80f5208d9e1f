package ops

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// While somebody else holds a lock, a write waits as long as it may and no longer, says
// who holds what, and takes nothing away; reads do not wait at all.
func TestLocksOfOthersAreRespected(t *testing.T) {
	t.Parallel()
	const limit = 300 * time.Millisecond
	for _, lock := range []string{".git/index.lock", ".git/HEAD.lock", ".git/refs/heads/main.lock", ".eik/lock", ".git/eik/lock"} {
		t.Run(lock, func(t *testing.T) {
			t.Parallel()
			dir := houseDir(t)
			h, err := Open(t.Context(), dir, Options{LockWait: limit})
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			data[struct{}](t, h, one(`{"command": "rename", "id": "slab-ground", "name": "Slab"}`))
			give := take(t, filepath.Join(dir, filepath.FromSlash(lock)))
			before := git(t, dir, "rev-parse", "HEAD")
			data[struct{}](t, h, `{"action": "summary"}`)
			start := time.Now()
			rename := one(`{"command": "rename", "id": "wall-east", "name": "East"}`)
			e := do(t, h, rename)
			waited := time.Since(start)
			if e.OK || e.Error.Code != "locked" || !strings.Contains(e.Error.Message, filepath.FromSlash(lock)) || !strings.Contains(e.Error.Message, "Nothing was changed") {
				t.Errorf("a write answers %+v", e.Error)
			}
			if waited < limit || waited > limit+5*time.Second {
				t.Errorf("it waited %v, the limit is %v", waited, limit)
			}
			if strings.HasSuffix(lock, "/lock") && !strings.Contains(e.Error.Message, "process 4711 on drawing-office") {
				t.Errorf("it says %q", e.Error.Message)
			}
			if after := git(t, dir, "rev-parse", "HEAD"); after != before {
				t.Errorf("HEAD moved from %s to %s", before, after)
			}
			give()
			data[struct{}](t, h, rename)
			if status := git(t, dir, "status", "--porcelain"); status != "" {
				t.Errorf("git status: %s", status)
			}
		})
	}
}

// take takes a lock as its owner does: git by making the file, a host by locking it and
// writing into it who it is. It answers what gives the lock back.
func take(t *testing.T, file string) func() {
	t.Helper()
	if !strings.HasSuffix(file, string(filepath.Separator)+"lock") {
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := os.Remove(file); err != nil {
				t.Errorf("the lock of another is gone: %v", err)
			}
		}
	}
	held := flock.New(file)
	if ok, err := held.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	holder := fmt.Sprintf(`{"pid": 4711, "host": "drawing-office", "since": %q, "purpose": "execute move"}`, clock().Format(time.RFC3339))
	if err := os.WriteFile(file, []byte(holder), 0o644); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := held.Close(); err != nil {
			t.Error(err)
		}
	}
}
