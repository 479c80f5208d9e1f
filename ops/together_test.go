package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// One host carries out the requests of many goroutines at once: every accepted write
// is one commit, reads see whole writes alone, and sequences never go back.
func TestManyGoroutinesAtOneHost(t *testing.T) {
	t.Parallel()
	for _, watch := range []bool{false, true} {
		t.Run(fmt.Sprintf("watching %v", watch), func(t *testing.T) {
			dir := houseDir(t)
			h, err := Open(t.Context(), dir, Options{Watch: watch})
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			data[struct{}](t, h, noted(0))
			ctx, stop := context.WithCancel(t.Context())
			var readers, writers sync.WaitGroup
			for i := range 6 {
				readers.Go(func() { readWhole(ctx, t, h, i) })
			}
			for w := range 3 {
				writers.Go(func() {
					for i := range 6 {
						if e := h.Do(t.Context(), parsed(t, noted(10*(w+1)+i))); !e.OK {
							t.Errorf("%+v", e.Error)
						}
					}
				})
			}
			writers.Wait()
			stop()
			readers.Wait()
			if n := strings.TrimSpace(git(t, dir, "rev-list", "--count", "HEAD")); n != "20" {
				t.Errorf("%s commits, want 20", n)
			}
			if status := git(t, dir, "status", "--porcelain"); status != "" {
				t.Errorf("git status: %s", status)
			}
			git(t, dir, "fsck", "--strict")
		})
	}
}

// noted is a write of a number into two records.
func noted(n int) string {
	return one(fmt.Sprintf(`{"command": "update", "id": ["door-entrance", "window-south"], "set": {"note": "%d"}}`, n))
}

func parsed(t *testing.T, request string) Request {
	r, err := ParseRequest([]byte(request))
	if err != nil {
		t.Error(err)
	}
	return r
}

// readWhole asks until it is called off.
func readWhole(ctx context.Context, t *testing.T, h *Host, i int) {
	requests := []string{
		`{"action": "query", "filter": {"ids": ["door-entrance", "window-south"]}, "groupBy": ["note"]}`,
		`{"action": "summary"}`, `{"action": "validate"}`, `{"action": "changes", "limit": 3}`,
		`{"action": "history", "id": "door-entrance", "member": "*"}`, `{"action": "tree", "path": "architecture/level-0/door"}`,
	}
	last := 0
	for n := i; ctx.Err() == nil; n++ {
		e := h.Do(t.Context(), parsed(t, requests[n%len(requests)]))
		if !e.OK {
			t.Errorf("%s: %+v", e.Meta.Operation, e.Error)
			return
		}
		if *e.Meta.Sequence < last {
			t.Errorf("the sequence went from %d back to %d", last, *e.Meta.Sequence)
		}
		last = *e.Meta.Sequence
		if n%len(requests) > 0 {
			continue
		}
		text, err := json.Marshal(e.Data)
		var groups struct{ Rows [][]any }
		if err != nil || json.Unmarshal(text, &groups) != nil || len(groups.Rows) != 1 {
			t.Errorf("half a write: %s, %v", text, err)
		}
		if len(e.Meta.Uncommitted) > 0 {
			t.Errorf("uncommitted: %v", e.Meta.Uncommitted)
		}
	}
}
