//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/repotest"
)

// TestKilledWhileAModelIsMade kills the program while it makes a repository and brings
// a whole model into it, at random moments, each time in a folder that is not there
// yet. What is left is nothing, or a repository without a model, or the model whole;
// and sent again the import goes through.
func TestKilledWhileAModelIsMade(t *testing.T) {
	t.Parallel()
	n, seed := max(4, setting(t, "EKGIT_KILLS", kills)/5), setting(t, "EKGIT_SEED", int(time.Now().UnixNano()%1_000_000))
	t.Logf("%d kills, EKGIT_SEED=%d", n, seed)
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	source := filepath.Join(t.TempDir(), "source")
	if made := ek(t, "/", "generate", source, "--storeys", "2"); made.code != 0 {
		t.Fatal(made.err)
	}
	begin := time.Now()
	whole := imported(t, source, filepath.Join(t.TempDir(), "whole"))
	span := time.Since(begin)
	killed, left := 0, map[string]int{}
	for i := range 3 * n {
		if killed == n {
			break
		}
		dir := filepath.Join(t.TempDir(), fmt.Sprintf("model %d", i))
		cmd := exec.Command(program, "import", source, "--into", dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(random.Int64N(int64(span))), func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		timer.Stop()
		if !cmd.ProcessState.Exited() {
			killed++
		}
		left[standsAfter(t, dir, whole)]++
		if t.Failed() {
			return
		}
		if now := imported(t, source, dir); now != whole {
			t.Errorf("imported again the model has the tree %s, want %s", now, whole)
		}
	}
	t.Logf("%d kills survived; they left %v", killed, left)
}

// imported imports a model, if it is not there yet, and answers the tree of the last
// commit.
func imported(t *testing.T, source, dir string) string {
	t.Helper()
	if ran := ek(t, "/", "import", source, "--into", dir); ran.code != 0 && !strings.Contains(ran.err, "nothing that is not here already") {
		t.Fatalf("import: %d %s", ran.code, ran.err)
	}
	r := repotest.In(t, dir)
	r.Sound()
	if status := r.Status(); status != "" {
		t.Errorf("git status after an import: %.300s", status)
	}
	return r.Git("rev-parse", "HEAD^{tree}")
}

// standsAfter tells what a killed import has left.
func standsAfter(t *testing.T, dir, whole string) string {
	t.Helper()
	ran := ek(t, "/", "validate", "--json", "--model="+dir)
	switch e := ran.answer(t); {
	case !e.OK && e.Error.Code == "not_found":
		return "no model"
	case !e.OK:
		t.Errorf("after a kill validate answers %+v", e.Error)
	default:
		r := repotest.In(t, dir)
		if tree := r.Git("rev-parse", "HEAD^{tree}"); tree != whole || r.Status() != "" {
			t.Errorf("after a kill the tree is %s, want %s; git status: %.300s", tree, whole, r.Status())
		}
	}
	return "the model"
}
