//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/repotest"
)

// TestInterruptedWrites ends a large write at random moments as Ctrl-C and a system that
// shuts down do: it is finished, or nothing of it is there, and nothing is left for
// anybody to clear away.
func TestInterruptedWrites(t *testing.T) {
	t.Parallel()
	seed := setting(t, "EKGIT_SEED", int(time.Now().UnixNano()%1_000_000))
	t.Logf("EKGIT_SEED=%d", seed)
	random := rand.New(rand.NewPCG(uint64(seed), 2))
	r := newRepo(t)
	if made := ek(t, r.Dir, "generate", r.Dir, "--storeys", "2"); made.code != 0 {
		t.Fatal(made.err)
	}
	r.Write("README.md", "By hand\n")
	write := func(n int) *exec.Cmd {
		return exec.Command(program, "request", r.Dir, fmt.Sprintf(`{"action": "execute", "requestId": "round-%d", "confirm": {"records": %d, "deletes": 0},
			"commands": [{"command": "set_properties", "filter": {"categories": ["wall"]}, "properties": {"Survey": {"Round": %[1]d}}}]}`, n, walls(t, r)))
	}
	begin := time.Now()
	if out, err := write(0).Output(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	span, finished := time.Since(begin)*3/2, 0
	for n := 1; n <= 16; n++ {
		signal := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[n%2]
		before := r.Git("rev-parse", "HEAD")
		var out strings.Builder
		cmd := write(n)
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(random.Int64N(int64(span))), func() { _ = cmd.Process.Signal(signal) })
		_ = cmd.Wait()
		timer.Stop()
		var e envelope
		acknowledged := json.Unmarshal([]byte(out.String()), &e) == nil && e.OK
		moved := r.Git("rev-parse", "HEAD") != before
		if cmd.ProcessState.Exited() && acknowledged != moved || !acknowledged && e.Error.Code != "" && e.Error.Code != "busy" {
			t.Errorf("%v after round %d: it answers %+v, the branch moved: %v", signal, n, e, moved)
		}
		if moved {
			finished++
		}
		if status := r.Status(); status != "?? README.md" {
			t.Errorf("%v after round %d: git status: %.300s", signal, n, status)
		}
		for _, left := range []string{".git/*.lock", ".git/refs/heads/*.lock", ".git/eik/journal", ".eik/tmp/*"} {
			if found, err := filepath.Glob(r.Path(left)); err != nil || len(found) > 0 {
				t.Errorf("%v after round %d: left are %v, %v", signal, n, found, err)
			}
		}
	}
	r.Sound()
	t.Logf("%d of 16 writes were finished", finished)
}

// walls counts the walls of a model.
func walls(t *testing.T, r *repotest.Repo) int {
	t.Helper()
	return len(lines(r.Git("ls-files", "*/wall/*.json"))) - len(lines(r.Git("ls-files", "types/wall/*.json")))
}
