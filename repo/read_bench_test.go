package repo

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
)

// benchStoreys makes about 100,000 records.
const benchStoreys = 500

// benchCommits is how long the history is that is searched.
const benchCommits = 10_000

// building is a generated building in a packed repository, made once for all
// benchmarks: one commit that imports it and many that each change a record.
var building = sync.OnceValues(func() (past, error) {
	dir, err := os.MkdirTemp("", "ekgit-bench-")
	if err != nil {
		return past{}, err
	}
	leave = append(leave, dir)
	p := past{dir, filepath.Join(dir, ".git", "eik", "cache")}
	stream, err := importStream()
	if err != nil {
		return past{}, err
	}
	for _, command := range []struct {
		stdin io.Reader
		args  []string
	}{
		{nil, []string{"init", "-q", "-b", "main"}},
		{stream, []string{"fast-import", "--quiet"}},
		{nil, []string{"gc", "-q"}},
		{nil, []string{"commit-graph", "write", "--reachable", "--changed-paths"}},
	} {
		cmd := exec.Command("git", command.args...)
		cmd.Dir, cmd.Stdin = dir, command.stdin
		if out, err := cmd.CombinedOutput(); err != nil {
			return past{}, fmt.Errorf("git %v: %w\n%s", command.args, err, out)
		}
	}
	return p, nil
})

// leave are folders that TestMain removes.
var leave []string

// importStream is what git fast-import makes the building of. Every 100th commit
// changes the same record.
func importStream() (io.Reader, error) {
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: benchStoreys, Seed: 1})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	commit := func(n int) {
		fmt.Fprintf(&b, "commit refs/heads/main\ncommitter A <a@b> %d +0000\ndata 4\nedit\n", 1_700_000_000+60*n)
	}
	put := func(path string, data []byte) {
		fmt.Fprintf(&b, "M 100644 inline %s\ndata %d\n", path, len(data))
		b.Write(data)
		b.WriteByte('\n')
	}
	commit(0)
	var paths []string
	for f := range s.Files() {
		put(f.Path, f.Data())
		if f.Category() == "wall" {
			paths = append(paths, f.Path)
		}
	}
	for n := 1; n < benchCommits; n++ {
		path := paths[n*7919%len(paths)]
		if n%100 == 0 {
			path = paths[0]
		}
		commit(n)
		put(path, bytes.Replace(s.FileAt(path).Data(), []byte("\n}"), fmt.Appendf(nil, ",\n  \"note\": \"edit %d\"\n}", n), 1))
	}
	return &b, nil
}

func bench(b *testing.B) past {
	b.Helper()
	p, err := building()
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// gitBeside measures git doing the same on the same repository.
func gitBeside(b *testing.B, p past, stdin string, args ...string) {
	b.Helper()
	b.Run("git", func(b *testing.B) {
		for b.Loop() {
			cmd := exec.Command("git", args...)
			cmd.Dir, cmd.Stdin = p.dir, strings.NewReader(stdin)
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkOpenCold(b *testing.B) {
	p := bench(b)
	head := p.hash(b, "HEAD")
	b.Run("ekgit", func(b *testing.B) {
		for b.Loop() {
			cold := past{p.dir, b.TempDir()}
			if _, err := cold.reader(b, "").at(b.Context(), head); err != nil {
				b.Fatal(err)
			}
		}
	})
	var blobs strings.Builder
	for line := range strings.Lines(p.git(b, "", "ls-tree", "-r", "HEAD")) {
		fmt.Fprintln(&blobs, strings.Fields(line)[2])
	}
	gitBeside(b, p, blobs.String(), "cat-file", "--batch")
}

func BenchmarkOpenWarm(b *testing.B) {
	p := bench(b)
	head := p.hash(b, "HEAD")
	if _, err := p.reader(b, "").at(b.Context(), head); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := p.reader(b, "").at(b.Context(), head); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHistory(b *testing.B) {
	p := bench(b)
	head := p.hash(b, "HEAD")
	path := p.git(b, "", "diff-tree", "-r", "--name-only", "HEAD~99", "HEAD~100")
	id := recordName(path)
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			if err := os.RemoveAll(filepath.Join(p.dir, ".git", "eik", "touched")); err != nil {
				b.Fatal(err)
			}
			if v, err := p.reader(b, "").history.Versions(b.Context(), head, id); err != nil || len(v) != benchCommits/100 {
				b.Fatalf("%d versions, %v", len(v), err)
			}
		}
	})
	b.Run("ekgit", func(b *testing.B) {
		for b.Loop() {
			if _, err := p.reader(b, "").history.Versions(b.Context(), head, id); err != nil {
				b.Fatal(err)
			}
		}
	})
	gitBeside(b, p, "", "log", "--format=%H", "--", path)
}

func BenchmarkChanges(b *testing.B) {
	p := bench(b)
	head, before := p.hash(b, "HEAD"), p.hash(b, "HEAD~1000")
	r := p.reader(b, "")
	b.Run("cached", func(b *testing.B) {
		for b.Loop() {
			if c, err := r.changes(b.Context(), before, head); err != nil || len(c) < 900 {
				b.Fatalf("%d changes, %v", len(c), err)
			}
		}
	})
	b.Run("uncached", func(b *testing.B) {
		for b.Loop() {
			if _, err := p.reader(b, "").changes(b.Context(), before, head); err != nil {
				b.Fatal(err)
			}
		}
	})
	gitBeside(b, p, "", "diff-tree", "-r", "HEAD~1000", "HEAD")
}

// BenchmarkFollow measures the snapshot of another commit than the last one.
func BenchmarkFollow(b *testing.B) {
	p := bench(b)
	for _, back := range []int{1, 1000} {
		b.Run(fmt.Sprint(back), func(b *testing.B) {
			r := p.reader(b, "")
			a, c := p.hash(b, "HEAD"), p.hash(b, fmt.Sprintf("HEAD~%d", back))
			if _, err := r.at(b.Context(), a); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := r.at(b.Context(), c); err != nil {
					b.Fatal(err)
				}
				r.recent = r.recent[1:]
			}
		})
	}
}

func BenchmarkMemory(b *testing.B) {
	p := bench(b)
	head := p.hash(b, "HEAD")
	for _, kind := range []string{"cold", "warm"} {
		b.Run(kind, func(b *testing.B) {
			q := p
			if kind == "cold" {
				q.cache = b.TempDir()
			}
			for b.Loop() {
				before := heap()
				r := q.reader(b, "")
				s, err := r.at(b.Context(), head)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(heap()-before)/float64(s.Total()), "B/record")
				runtime.KeepAlive(r)
			}
		})
	}
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
