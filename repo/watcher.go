package repo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/openeik/ekgit/repo/internal/worktree"
)

// watcher listens to the file system for one model.
type watcher struct {
	m     *Model
	notes *fsnotify.Watcher
	// ignore holds the patterns of what git does not show.
	ignore *worktree.Ignore
	done   chan struct{} // closed once the goroutine has ended
	blind  bool          // only refs are watched

	mu          sync.Mutex
	subscribers map[*subscriber]bool
	dirty       map[string]bool // from the model's root
	lost        bool            // something may have been missed
	fences      map[string]chan struct{}
	count       int
}

// newWatcher begins to watch refs and, where the system can, files.
func (m *Model) newWatcher() (*watcher, error) {
	notes, err := fsnotify.NewBufferedWatcher(1 << 12)
	if err != nil {
		return nil, err
	}
	w := &watcher{
		m: m, notes: notes, done: make(chan struct{}),
		subscribers: map[*subscriber]bool{}, dirty: map[string]bool{}, fences: map[string]chan struct{}{},
	}
	if err := w.addAll(); err != nil {
		return nil, join(err, notes.Close())
	}
	go w.run()
	return w, nil
}

func (w *watcher) addAll() error {
	m := w.m
	for _, dir := range []string{m.layout.Git, m.layout.Common} {
		if err := w.notes.Add(dir); err != nil {
			return err
		}
	}
	if err := w.addBelow(filepath.Join(m.layout.Common, "refs")); err != nil {
		return err
	}
	if m.Bare() {
		return nil
	}
	if !watchesFolders {
		w.blind = true
		return nil
	}
	if err := m.makeFolder(m.eik()); err != nil {
		return err
	}
	if err := w.notes.Add(m.eik()); err != nil {
		return err
	}
	var err error
	if w.ignore, err = m.ignore(); err != nil {
		return err
	}
	return w.addBelow(m.dir)
}

// watchesFolders tells whether the system reports on the files of a folder by
// watching the folder alone, not by opening every file.
const watchesFolders = runtime.GOOS == "linux" || runtime.GOOS == "windows"

// addBelow watches a folder and all below it that may hold files of the model, or
// refs.
func (w *watcher) addBelow(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !entry.IsDir() {
			return err
		}
		if w.ofNoInterest(path) {
			return fs.SkipDir
		}
		err = w.notes.Add(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
}

// ofNoInterest tells whether a folder holds nothing of the model: git's own, the
// host's own, and what git does not show and tracks nothing in.
func (w *watcher) ofNoInterest(path string) bool {
	switch {
	case w.m.Bare():
		return false
	case path == w.m.eik(), path == w.m.layout.Git, path == w.m.layout.Common, filepath.Base(path) == ".git":
		return true
	case path == w.m.dir, w.isGit(path):
		return false
	}
	rel, err := filepath.Rel(w.m.layout.WorkTree, path)
	if err != nil {
		return false
	}
	ignored, err := w.ignore.Folder(w.m.tree, filepath.ToSlash(rel))
	if err != nil || !ignored {
		return false
	}
	ix, err := w.m.readIndex()
	return err == nil && len(ix.Under(filepath.ToSlash(rel)+"/")) == 0
}

// end stops the goroutine, waits for it and closes what subscribers listen to.
func (w *watcher) end() {
	_ = w.notes.Close() // it only fails where it was closed before
	<-w.done
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := range w.subscribers {
		s.stop()
		close(s.events)
	}
	w.subscribers = nil
}

func (w *watcher) add(s *subscriber) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.subscribers[s] = true
}

// remove takes a subscriber away and answers how many are left.
func (w *watcher) remove(s *subscriber) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.subscribers[s] {
		delete(w.subscribers, s)
		close(s.events)
	}
	return len(w.subscribers)
}

// run passes on what the system reports until the watcher is closed.
func (w *watcher) run() {
	defer close(w.done)
	for {
		select {
		case note, ok := <-w.notes.Events:
			if !ok {
				return
			}
			w.hear(note)
		case err, ok := <-w.notes.Errors:
			if !ok {
				return
			}
			w.miss(err)
		}
	}
}

// miss notes that something was not reported, such as after an overflow.
func (w *watcher) miss(error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lost = true
	w.tell(Event{Moved: true, Edited: true})
}

// hear takes one report of the system.
func (w *watcher) hear(note fsnotify.Event) {
	switch own := w.m.eik(); {
	case w.m.Bare():
	case note.Name == own:
		if note.Has(fsnotify.Create) { // made again after git clean
			_ = w.notes.Add(own) // the next fence tells whether it is heard
		}
		return
	case note.Name == filepath.Join(own, wakeName):
		w.miss(nil)
		return
	case strings.HasPrefix(note.Name, own+string(filepath.Separator)):
		w.passFence(note)
		return
	}
	if w.isGit(note.Name) {
		w.hearGit(note)
		return
	}
	if note.Has(fsnotify.Create) {
		if info, err := os.Lstat(note.Name); err == nil && info.IsDir() {
			if err := w.addBelow(note.Name); err != nil {
				w.miss(err)
			}
		}
	}
	rel, err := filepath.Rel(w.m.dir, note.Name)
	if err != nil {
		w.miss(err)
		return
	}
	if rel == "." {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dirty[filepath.ToSlash(rel)] = true
	w.tell(Event{Edited: true})
}

func (w *watcher) isGit(name string) bool {
	for _, dir := range []string{w.m.layout.Git, w.m.layout.Common} {
		if name == dir || strings.HasPrefix(name, dir+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// hearGit tells of HEAD, refs and the index; git's lock files are of no interest.
func (w *watcher) hearGit(note fsnotify.Event) {
	if strings.HasSuffix(note.Name, ".lock") || note.Op == fsnotify.Chmod {
		return
	}
	refs := filepath.Join(w.m.layout.Common, "refs") + string(filepath.Separator)
	var e Event
	switch {
	case note.Name == filepath.Join(w.m.layout.Git, "HEAD"), note.Name == filepath.Join(w.m.layout.Common, "packed-refs"), strings.HasPrefix(note.Name, refs):
		e.Moved = true
		if info, err := os.Lstat(note.Name); err == nil && info.IsDir() {
			if err := w.addBelow(note.Name); err != nil {
				w.miss(err)
			}
		}
	case note.Name == w.m.indexPath():
		e.Edited = true
	default:
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tell(e)
}

// tell passes an event to all. w.mu is held.
func (w *watcher) tell(e Event) {
	for s := range w.subscribers {
		s.tell(e)
	}
}

// take answers and forgets what is dirty, and whether something was missed.
func (w *watcher) take() (dirty []string, lost bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for path := range w.dirty {
		dirty = append(dirty, path)
	}
	lost, w.lost = w.lost, false
	clear(w.dirty)
	return dirty, lost
}

// wakeName is the file in the host's own folder that git's hooks touch after they
// changed what is checked out. It tells what a file system that reports only some
// changes may have kept back.
const wakeName = "wake"

// fenceWait is how long a fence is waited for. The system reports in microseconds.
const fenceWait = 2 * time.Second

// reachFence waits until everything that had happened when it was called has been
// heard: it makes a file of its own and waits to hear of that. It answers false
// where that cannot be known.
func (w *watcher) reachFence(ctx context.Context) bool {
	if w.m.Bare() || w.blind {
		return !w.blind
	}
	w.mu.Lock()
	w.count++
	fence := filepath.Join(w.m.eik(), fmt.Sprintf("fence-%d-%d", os.Getpid(), w.count))
	passed := make(chan struct{})
	w.fences[fence] = passed
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.fences, fence)
	}()
	if err := os.WriteFile(fence, nil, 0o666); err != nil {
		return false
	}
	defer func() { _ = os.Remove(fence) }()
	timeout, cancel := context.WithTimeout(ctx, fenceWait)
	defer cancel()
	select {
	case <-passed:
		return true
	case <-w.done:
	case <-timeout.Done():
	}
	return false
}

func (w *watcher) passFence(note fsnotify.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if passed, ok := w.fences[note.Name]; ok {
		delete(w.fences, note.Name)
		close(passed)
	}
}
