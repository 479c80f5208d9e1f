package sidelog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// reader follows a log and keeps what it read.
type reader struct {
	*Log
	got    []string
	resets int
}

func newReader(path string) *reader { return &reader{Log: New(path, "test 1")} }

func (r *reader) refresh(t *testing.T) []string {
	t.Helper()
	err := r.Refresh(func() { r.got, r.resets = nil, r.resets+1 }, func(f []byte) { r.got = append(r.got, string(f)) })
	if err != nil {
		t.Fatal(err)
	}
	return r.got
}

func (r *reader) add(t *testing.T, frames ...string) {
	t.Helper()
	var add [][]byte
	for _, f := range frames {
		add = append(add, []byte(f))
	}
	if err := r.Append(t.Context(), add...); err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, r *reader, frames ...string) {
	t.Helper()
	if got := r.refresh(t); !slices.Equal(got, frames) {
		t.Errorf("read %q, want %q", got, frames)
	}
}

func TestReadersSeeWhatWritersAdd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "below", "log")
	a, b := newReader(path), newReader(path)
	want(t, a)
	b.add(t, "one", "two")
	want(t, a, "one", "two")
	a.add(t, "own")
	want(t, a, "one", "two") // its own frames do not come again
	b.add(t, "three")
	want(t, a, "one", "two", "three")
	want(t, b, "own", "three") // it wrote that behind what it had not read
	want(t, newReader(path), "one", "two", "own", "three")
	if a.resets+b.resets != 0 {
		t.Error("started over without reason")
	}
}

func TestAnotherFileStartsOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	a, b := newReader(path), newReader(path)
	a.add(t, "one", "two")
	want(t, b, "one", "two")
	if err := a.Replace(t.Context(), []byte("new")); err != nil {
		t.Fatal(err)
	}
	want(t, b, "new")
	a.add(t, "more")
	want(t, b, "new", "more")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	want(t, b)
	b.add(t, "again")
	want(t, a, "again")
	if b.resets != 2 || a.resets != 1 {
		t.Errorf("%d and %d resets", b.resets, a.resets)
	}
	other := New(path, "test 2")
	if err := other.Append(t.Context(), []byte("newer format")); err != nil {
		t.Fatal(err)
	}
	want(t, a)
}

// TestDamageCostsOnlyTheRest damages every byte of a file in turn, and cuts it at
// every length.
func TestDamageCostsOnlyTheRest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	frames := []string{"first frame", "second", "third one"}
	newReader(path).add(t, frames...)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, damaged []byte) {
		t.Helper()
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		r := newReader(path)
		got := r.refresh(t)
		if len(got) > 0 && !slices.Equal(got, frames[:len(got)]) || slices.Equal(got, frames) {
			t.Errorf("%s: read %q", what, got)
		}
		r.add(t, "mended")
		want(t, newReader(path), append(got, "mended")...)
	}
	for i := range sound {
		damaged := bytes.Clone(sound)
		damaged[i] ^= 0x10
		check(fmt.Sprintf("byte %d", i), damaged)
		check(fmt.Sprintf("length %d", i), sound[:i])
	}
	check("zeros", append(sound[:len(sound)-9:len(sound)-9], make([]byte, 500)...))
}

func TestACutOrDamagedFileUnderAReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	r := newReader(path)
	newReader(path).add(t, "one", "two")
	want(t, r, "one", "two")
	if err := os.Truncate(path, 20); err != nil {
		t.Fatal(err)
	}
	want(t, r, "one")
	if r.resets != 1 {
		t.Errorf("%d resets", r.resets)
	}
}

func TestWithoutRightsNothingIsLost(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l := New(filepath.Join(blocked, "log"), "test 1")
	if err := l.Append(t.Context(), []byte("x")); err == nil {
		t.Error("appended below a file")
	}
	if err := l.Replace(t.Context(), []byte("x")); err == nil {
		t.Error("replaced below a file")
	}
}

func TestACancelledWriterGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(t.TempDir(), "log")
	l := New(path, "test 1")
	if err := l.Append(ctx, []byte("x")); err == nil {
		want(t, newReader(path), "x") // the lock was free at once
	}
}

// TestManyProcesses lets processes and goroutines append to one file at a time.
func TestManyProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	const each = 60
	var writers sync.WaitGroup
	for k := range 3 {
		writers.Go(func() {
			cmd := exec.Command(os.Args[0], "-test.run=TestWriterProcess")
			cmd.Env = append(os.Environ(), "SIDELOG="+path, "SIDELOG_K="+strconv.Itoa(k), "SIDELOG_N="+strconv.Itoa(each))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("writer: %v\n%s", err, out)
			}
		})
	}
	own := New(path, "test 1")
	for k := range 3 {
		writers.Go(func() { appendMany(t, own, 3+k, each) })
	}
	writers.Wait()
	seen := map[string]int{}
	for _, frame := range newReader(path).refresh(t) {
		head, _, _ := strings.Cut(frame, ":")
		seen[head]++
	}
	for k := range 6 {
		for i := range each {
			if n := seen[fmt.Sprintf("%d/%d", k, i)]; n != 1 {
				t.Fatalf("frame %d of writer %d is there %d times", i, k, n)
			}
		}
	}
}

func appendMany(t *testing.T, l *Log, k, n int) {
	for i := range n {
		frame := fmt.Appendf(nil, "%d/%d:%s", k, i, strings.Repeat("x", i*17))
		for {
			err := l.Append(t.Context(), frame)
			if err == nil {
				break
			}
			if !errors.Is(err, ErrBusy) {
				t.Error(err)
				return
			}
		}
	}
}

// TestWriterProcess is what TestManyProcesses runs; alone it writes one file.
func TestWriterProcess(t *testing.T) {
	path, k, n := os.Getenv("SIDELOG"), 0, 5
	if path == "" {
		path = filepath.Join(t.TempDir(), "log")
	} else {
		k, _ = strconv.Atoi(os.Getenv("SIDELOG_K"))
		n, _ = strconv.Atoi(os.Getenv("SIDELOG_N"))
	}
	l := New(path, "test 1")
	appendMany(t, l, k, n)
	if len(newReader(path).refresh(t)) < n {
		t.Error("frames are missing")
	}
}

func FuzzFrames(f *testing.F) {
	f.Add(encode(nil, [][]byte{[]byte("a"), []byte("bc")}))
	f.Add([]byte{255, 255, 255, 255, 0, 0, 0, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		var got [][]byte
		n := frames(data, func(frame []byte) { got = append(got, frame) })
		if again := encode(nil, got); !bytes.Equal(again, data[:n]) {
			t.Fatalf("%d sound bytes, written again %d", n, len(again))
		}
	})
}
