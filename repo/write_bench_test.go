package repo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
	"github.com/openeik/ekgit/repo/repotest"
)

// buildings are generated models of about so many records, each in a repository
// of its own, made once for all benchmarks.
var buildings = map[string]func() (string, error){
	"1k": sync.OnceValues(func() (string, error) { return build(5) }), "10k": sync.OnceValues(func() (string, error) { return build(50) }),
	"100k": sync.OnceValues(func() (string, error) { return build(benchStoreys) }),
}

// build makes a building and commits it, as an import does.
func build(storeys int) (string, error) {
	dir, err := os.MkdirTemp("", "ekgit-bench-")
	if err != nil {
		return "", err
	}
	leave = append(leave, dir)
	m, err := Init(context.Background(), dir, InitOptions{Options: Options{Schema: category.Schema()}})
	if err != nil {
		return "", err
	}
	defer func() { _ = m.Close() }()
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: storeys, Seed: 1})
	if err != nil {
		return "", err
	}
	plan := &Plan{Subject: "Import"}
	for f := range s.Files() {
		plan.Files = append(plan.Files, FileChange{Path: f.Path, Data: f.Data()})
	}
	start := time.Now()
	done, err := m.Commit(context.Background(), CommitRequest{Author: ada, Plan: func(context.Context, Base) (*Plan, error) { return plan, nil }})
	if err != nil || done.Unfinished != nil {
		return "", fmt.Errorf("%w, %v", err, done)
	}
	fmt.Printf("import of %d files: %v\n", len(plan.Files), time.Since(start).Round(time.Millisecond))
	return dir, nil
}

// sizes runs a benchmark on buildings of each size.
func sizes(b *testing.B, run func(b *testing.B, dir string)) {
	repotest.Isolate(b)
	for _, size := range []string{"1k", "10k", "100k"} {
		b.Run(size, func(b *testing.B) {
			dir, err := buildings[size]()
			if err != nil {
				b.Fatal(err)
			}
			run(b, dir)
		})
	}
}

// oneWall answers the path and text of one wall of the building.
func oneWall(b *testing.B, dir string) (path, text string) {
	b.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "architecture/*/wall/*.json"))
	if err != nil || len(found) == 0 {
		b.Fatal("the building has no wall", err)
	}
	content, err := os.ReadFile(found[len(found)/2])
	if err != nil {
		b.Fatal(err)
	}
	rel, err := filepath.Rel(dir, found[len(found)/2])
	if err != nil {
		b.Fatal(err)
	}
	return filepath.ToSlash(rel), string(content)
}

func changed(text string, n int) string {
	return strings.TrimSuffix(text, "\n}\n") + fmt.Sprintf(",\n  \"note\": \"%d %d\"\n}\n", n, time.Now().UnixNano())
}

// One durable commit in a running host.
func BenchmarkCommit(b *testing.B) {
	sizes(b, func(b *testing.B, dir string) {
		m := openWith(b, dir, Options{Schema: category.Schema()})
		path, text := oneWall(b, dir)
		commit(b, m, put("Warm up", map[string]string{path: changed(text, 0)}))
		n := 0
		for b.Loop() {
			n++
			commit(b, m, put("Change a wall", map[string]string{path: changed(text, n)}))
		}
		b.StopTimer()
		commit(b, m, put("Back", map[string]string{path: text}))
	})
}

// One durable commit on a branch that is not checked out: without index and work tree.
func BenchmarkCommitWithoutIndex(b *testing.B) {
	sizes(b, func(b *testing.B, dir string) {
		m := openWith(b, dir, Options{Schema: category.Schema()})
		path, text := oneWall(b, dir)
		ref := fmt.Sprintf("refs/heads/proposals/bench-%d", time.Now().UnixNano())
		commit(b, m, on(ref, headOf(b, m), put("Warm up", map[string]string{path: changed(text, 0)})))
		n := 0
		for b.Loop() {
			n++
			commit(b, m, on(ref, Hash{}, put("Change a wall", map[string]string{path: changed(text, n)})))
		}
	})
}

// The same by git.
func BenchmarkCommitByGit(b *testing.B) {
	sizes(b, func(b *testing.B, dir string) {
		r := repotest.In(b, dir)
		path, text := oneWall(b, dir)
		n := 0
		for b.Loop() {
			n++
			r.Write(path, changed(text, n))
			r.Git("add", path)
			r.Git("commit", "-q", "-m", "Change a wall")
		}
		b.StopTimer()
		r.Write(path, text)
		r.Commit("back")
	})
}

// A working snapshot where everything is compared by stat data, and where a watcher
// tells what changed.
func BenchmarkWorking(b *testing.B) {
	sizes(b, func(b *testing.B, dir string) {
		m := openWith(b, dir, Options{Schema: category.Schema()})
		workingOf(b, m, ScanAll)
		b.Run("scan", func(b *testing.B) {
			for b.Loop() {
				workingOf(b, m, ScanAll)
			}
		})
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		if _, err := m.Watch(ctx); err != nil {
			b.Fatal(err)
		}
		workingOf(b, m, ScanWatched)
		b.Run("watched", func(b *testing.B) {
			for b.Loop() {
				workingOf(b, m, ScanWatched)
			}
		})
	})
}
