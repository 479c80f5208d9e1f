package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/repotest"
)

// BenchmarkPreCommit commits one changed file of about 100,000 records, with the hook and
// with --no-verify in turn. It reports the least that each took, in ms, and what the
// hook adds as a share of the commit without. EKGIT_BENCH_DIR names a folder in which
// the building is kept from run to run.
func BenchmarkPreCommit(b *testing.B) {
	storeys := 500
	if testing.Short() {
		storeys = 5
	}
	r := repotest.In(b, benchBuilding(b, storeys))
	installed(b, r.Dir)
	for _, name := range []string{"pre-merge-commit", "commit-msg", "pre-push", "post-commit", "post-merge", "post-checkout", "post-rewrite"} {
		if err := os.Remove(filepath.Join(r.Dir, ".git", "hooks", name)); err != nil {
			b.Fatal(err)
		}
	}
	door, _, _ := strings.Cut(r.Git("ls-files", "*/door/*"), "\n")
	least, busy := map[bool]time.Duration{}, map[bool]time.Duration{}
	mark := 0
	for b.Loop() {
		for _, checked := range []bool{true, false, false, true} {
			mark++
			text := r.Read(door)
			at := strings.Index(text, `"mark": "`) + len(`"mark": "`)
			end := at + strings.IndexByte(text[at:], '"')
			r.Write(door, fmt.Sprintf("%sB%d-%d%s", text[:at], os.Getpid(), mark, text[end:]))
			r.Git("add", door)
			took, worked := commitTime(b, r.Dir, checked)
			if had, ok := least[checked]; !ok || took < had {
				least[checked] = took
			}
			if had, ok := busy[checked]; !ok || worked < had {
				busy[checked] = worked
			}
		}
	}
	with, without := least[true].Seconds()*1000, least[false].Seconds()*1000
	b.ReportMetric(without, "ms/commit")
	b.ReportMetric(with-without, "ms/hook")
	b.ReportMetric((with-without)/without, "hook/commit")
	b.ReportMetric(busy[true].Seconds()/busy[false].Seconds()-1, "hook/commit-cpu")
}

func commitTime(b *testing.B, dir string, checked bool) (took, worked time.Duration) {
	b.Helper()
	words := []string{"commit", "-q", "-m", "A mark"}
	if !checked {
		words = append(words, "--no-verify")
	}
	commit := exec.Command("git", words...)
	commit.Dir = dir
	start := time.Now()
	if out, err := commit.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return time.Since(start), commit.ProcessState.UserTime() + commit.ProcessState.SystemTime()
}

func benchBuilding(b *testing.B, storeys int) string {
	b.Helper()
	dir := os.Getenv("EKGIT_BENCH_DIR")
	if dir == "" {
		dir = b.TempDir()
	}
	dir = filepath.Join(dir, fmt.Sprintf("hooks-%d", storeys))
	if _, err := os.Stat(filepath.Join(dir, "eik.json")); err == nil {
		return dir
	}
	if got := ek(b, filepath.Dir(dir), "generate", dir, "--storeys", fmt.Sprint(storeys)); got.code != 0 {
		b.Fatalf("ek generate: %s%s", got.out, got.err)
	}
	return dir
}
