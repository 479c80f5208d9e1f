package worktree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/internal/steps/stepstest"
)

func blob(content string) journal.Blob {
	if content == "" {
		return journal.Blob{}
	}
	return journal.Blob{Mode: index.ModeRegular, Hash: blobHash([]byte(content))}
}

// scene is a work tree with a swap that changes, takes away and adds a file.
type scene struct {
	dir   string
	files []Replacement
	want  []string
}

func newScene(t *testing.T) scene {
	s := scene{dir: t.TempDir(), want: []string{"new change", "", "new file"}}
	put(t, s.dir, "a/change.json", "old change")
	put(t, s.dir, "b/c/gone.json", "old gone")
	for i, f := range []struct{ path, from string }{{"a/change.json", "old change"}, {"b/c/gone.json", "old gone"}, {"d/e/added.json", ""}} {
		s.files = append(s.files, Replacement{f.path, []journal.Blob{blob(f.from)}, blob(s.want[i])})
	}
	return s
}

func (s scene) swap(fsys steps.FS) *Swap {
	return New(s.dir, fsys, full, false).NewSwap(filepath.Join(s.dir, ".eik/tmp"), s.files)
}

func (s scene) content(i int) ([]byte, error) { return []byte(s.want[i]), nil }

func (s scene) run(fsys steps.FS) ([]Placed, error) {
	swap := s.swap(fsys)
	if err := swap.Stage(context.Background(), s.content); err != nil {
		return nil, err
	}
	placed, err := swap.Run(context.Background())
	if err != nil {
		return nil, err
	}
	return placed, swap.Clear()
}

// recover does what is done after a stop: a swap that is staged and run anew, whose
// files may be old or new.
func (s scene) recover() ([]Placed, error) {
	for i := range s.files {
		s.files[i].From = append(s.files[i].From, s.files[i].To)
	}
	if err := s.swap(unsynced{steps.OS}).Restore(); err != nil {
		return nil, err
	}
	return s.run(unsynced{steps.OS})
}

// unsynced is a file system that takes its time to the disk: quick, and the same to
// whoever only looks at files.
type unsynced struct{ steps.FS }

func (unsynced) SyncDir(string) error { return nil }

func (u unsynced) Create(name string, perm fs.FileMode) (steps.File, error) {
	f, err := u.FS.Create(name, perm)
	return unsyncedFile{f}, err
}

type unsyncedFile struct{ steps.File }

func (unsyncedFile) Sync() error { return nil }

func (s scene) read(path string) string {
	content, _ := os.ReadFile(filepath.Join(s.dir, path))
	return string(content)
}

// systems are file systems with less and less to offer.
var systems = map[string]func(steps.FS) steps.FS{
	"all":         func(fsys steps.FS) steps.FS { return fsys },
	"no exchange": func(fsys steps.FS) steps.FS { return noExchange{fsys} },
	"no links":    func(fsys steps.FS) steps.FS { return noLinks{noExchange{fsys}} },
}

type noExchange struct{ steps.FS }

func (noExchange) Exchange(a, b string) error { return errors.ErrUnsupported }

type noLinks struct{ steps.FS }

func (noLinks) Link(from, to string) error { return steps.ErrNoLink }

func TestSwap(t *testing.T) {
	for name, system := range systems {
		s := newScene(t)
		placed, err := s.run(system(steps.OS))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i, file := range s.files {
			info, _ := os.Lstat(filepath.Join(s.dir, file.Path))
			if got := s.read(file.Path); got != s.want[i] || placed[i].Kept || info != nil && placed[i].Stat != index.StatOf(info) {
				t.Errorf("%s: %s holds %q, %+v", name, file.Path, got, placed[i])
			}
		}
		if _, err := os.Lstat(filepath.Join(s.dir, "b")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the emptied folders are still there: %v", name, err)
		}
		left, err := os.ReadDir(filepath.Join(s.dir, ".eik/tmp"))
		if len(left) > 0 || err != nil {
			t.Errorf("%s: %v is left, %v", name, left, err)
		}
	}
}

func TestSwapKeepsHandEdits(t *testing.T) {
	s := newScene(t)
	put(t, s.dir, "a/change.json", "by hand")
	put(t, s.dir, "d/e/added.json", "by hand too")
	if err := os.Remove(filepath.Join(s.dir, "b/c/gone.json")); err != nil {
		t.Fatal(err)
	}
	put(t, s.dir, "b/c/gone.json", "by hand as well")
	placed, err := s.run(steps.OS)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"by hand", "by hand as well", "by hand too"} {
		if got := s.read(s.files[i].Path); got != want || !placed[i].Kept {
			t.Errorf("%s holds %q, %+v", s.files[i].Path, got, placed[i])
		}
	}
}

func TestSwapDoesNotWriteThroughLinks(t *testing.T) {
	s := newScene(t)
	outside := t.TempDir()
	put(t, outside, "change.json", "old change")
	if err := errors.Join(os.RemoveAll(filepath.Join(s.dir, "a")), os.Symlink(outside, filepath.Join(s.dir, "a"))); err != nil {
		t.Fatal(err)
	}
	placed, err := s.run(steps.OS)
	if err != nil || !placed[0].Kept {
		t.Errorf("%+v, %v", placed, err)
	}
	if content, _ := os.ReadFile(filepath.Join(outside, "change.json")); string(content) != "old change" {
		t.Errorf("outside the work tree stands %q", content)
	}
}

// person edits files by hand right before one step of a swap.
type person struct {
	steps.FS
	before int
	edit   func()
	at     *int
}

func (p person) step() {
	if *p.at++; *p.at == p.before {
		p.edit()
	}
}

func (p person) Rename(a, b string) error   { p.step(); return p.FS.Rename(a, b) }
func (p person) Link(a, b string) error     { p.step(); return p.FS.Link(a, b) }
func (p person) Exchange(a, b string) error { p.step(); return p.FS.Exchange(a, b) }
func (p person) Remove(a string) error      { p.step(); return p.FS.Remove(a) }

// Whenever a person saves a file while a swap runs, what they saved is there
// afterwards: in its place, or where the swap puts what has lost its place.
func TestSwapNeverLosesAnEditMadeMeanwhile(t *testing.T) {
	for name, system := range systems {
		if name == "no links" { // where looking and renaming are two steps
			continue
		}
		for i := range 3 {
			for before := 1; ; before++ {
				s := newScene(t)
				path := filepath.Join(s.dir, s.files[i].Path)
				at := 0
				edit := func() {
					if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
						t.Fatal(err)
					}
					aside := path + "~" // as editors save
					if err := errors.Join(os.WriteFile(aside, []byte("by hand"), 0o666), os.Rename(aside, path)); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := s.run(person{system(unsynced{steps.OS}), before, edit, &at}); err != nil {
					t.Fatalf("%s, %s edited before step %d: %v", name, path, before, err)
				}
				if at < before {
					break
				}
				kept, _ := filepath.Glob(filepath.Join(s.dir, ".eik/kept/*"))
				found := s.read(s.files[i].Path) == "by hand"
				for _, k := range kept {
					content, _ := os.ReadFile(k)
					found = found || string(content) == "by hand"
				}
				if !found {
					t.Errorf("%s: the edit of %s before step %d is lost", name, s.files[i].Path, before)
				}
			}
		}
	}
}

// Wherever a swap stops it can be run again, and then everything is in place. Hand
// edits survive, those that had just been swapped out too.
func TestSwapStoppedAnywhere(t *testing.T) {
	for name, system := range systems {
		counting := stepstest.Counting(t)
		if _, err := newScene(t).run(system(counting)); err != nil {
			t.Fatal(err)
		}
		for _, loss := range []stepstest.Loss{stepstest.None, stepstest.Data, stepstest.Names} {
			for n := 1; n <= counting.Steps(); n++ {
				at := fmt.Sprintf("%s, stop %d (%s), %v", name, n, counting.Trace()[n-1], loss)
				s := newScene(t)
				stopping := stepstest.Stopping(t, n, loss)
				if _, err := s.run(system(stopping)); !errors.Is(err, stepstest.ErrStopped) || stopping.LossError() != nil {
					t.Fatal(at, err, stopping.LossError())
				}
				placed, err := s.recover()
				if err != nil {
					t.Fatalf("%s: %v", at, err)
				}
				for i, file := range s.files {
					if got := s.read(file.Path); got != s.want[i] || placed[i].Kept {
						t.Errorf("%s: %s holds %q, %+v", at, file.Path, got, placed[i])
					}
				}
			}
		}
	}
}

// A person edits at one step, and the swap stops at any later one.
func TestSwapStoppedAfterAnEditMeanwhile(t *testing.T) {
	counting := stepstest.Counting(t)
	if _, err := newScene(t).run(counting); err != nil {
		t.Fatal(err)
	}
	staged := slices.IndexFunc(counting.Trace(), func(step string) bool { return strings.HasPrefix(step, "exchange") })
	for i := range 3 {
		for n := staged; n <= counting.Steps(); n++ {
			for before := 3; before < 12; before++ {
				s := newScene(t)
				path := filepath.Join(s.dir, s.files[i].Path)
				at, edited := 0, false
				edit := func() {
					edited = true
					if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path+"~", []byte("by hand"), 0o666), os.Rename(path+"~", path)); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := s.run(person{stepstest.Stopping(t, n, stepstest.None), before, edit, &at}); err == nil {
					break
				}
				if _, err := s.recover(); err != nil {
					t.Fatal(err)
				}
				if got := s.read(s.files[i].Path); edited && got != "by hand" && !rescued(s.dir) {
					t.Errorf("%s edited before name step %d, stopped at %d: it holds %q", s.files[i].Path, before, n, got)
				}
			}
		}
	}
}

func rescued(dir string) bool {
	kept, _ := filepath.Glob(filepath.Join(dir, ".eik/kept/*"))
	for _, k := range kept {
		if content, _ := os.ReadFile(k); string(content) == "by hand" {
			return true
		}
	}
	return false
}

func TestBulkSwap(t *testing.T) {
	s := scene{dir: t.TempDir()}
	for i := range 2 * bulk {
		s.want = append(s.want, fmt.Sprintf("file %d", i))
		s.files = append(s.files, Replacement{fmt.Sprintf("a/%d/f.json", i), []journal.Blob{{}}, blob(s.want[i])})
	}
	counting := stepstest.Counting(t)
	if _, err := s.run(counting); err != nil {
		t.Fatal(err)
	}
	for i, file := range s.files {
		if got := s.read(file.Path); got != s.want[i] {
			t.Errorf("%s holds %q", file.Path, got)
		}
	}
	if all := strings.Count(strings.Join(counting.Trace(), "\n"), "sync all"); all != 2 {
		t.Errorf("everything was synced %d times, want once staged and once placed", all)
	}
	// One by one is as durable.
	for _, system := range []func(steps.FS) steps.FS{systems["all"], func(fsys steps.FS) steps.FS { return noSyncAll{fsys} }} {
		counting := stepstest.Counting(t)
		s.dir = t.TempDir()
		if _, err := s.run(system(counting)); err != nil {
			t.Fatal(err)
		}
		s.dir = t.TempDir()
		if _, err := s.run(system(stepstest.Stopping(t, counting.Steps(), stepstest.Names))); !errors.Is(err, stepstest.ErrStopped) {
			t.Fatal(err)
		}
		for i, file := range s.files {
			if got := s.read(file.Path); got != s.want[i] {
				t.Errorf("after a power cut %s holds %q", file.Path, got)
			}
		}
	}
}

type noSyncAll struct{ steps.FS }

func (noSyncAll) SyncAll(string) error { return errors.ErrUnsupported }
