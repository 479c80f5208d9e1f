package repo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/openeik/ekgit/repo/repotest"
)

// await takes events until one has what is wanted.
func await(t *testing.T, events <-chan Event, what string, wanted func(Event) bool) {
	t.Helper()
	patience := time.After(20 * time.Second)
	for {
		select {
		case e, open := <-events:
			if !open {
				t.Fatalf("%s: the channel is closed", what)
			}
			if wanted(e) {
				return
			}
		case <-patience:
			t.Fatalf("%s: nothing is heard", what)
		}
	}
}

func moved(e Event) bool  { return e.Moved }
func edited(e Event) bool { return e.Edited }

func TestWatchTellsWhatHappens(t *testing.T) {
	r := site(t, "house")
	m := openAt(t, r.Path("house"), nil)
	ctx, cancel := context.WithCancel(context.Background())
	events, err := m.Watch(ctx)
	if err != nil {
		t.Fatal(err)
	}
	other, err := m.Watch(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r.Write("house/levels/level-0.json", levelText("level-0", 1))
	await(t, events, "an edit", edited)
	r.Write("house/architecture/level-5/wall/w-5.json", wallText("w-5", "level-5", 1))
	await(t, events, "a new folder", edited)
	r.Write("house/architecture/level-5/wall/w-6.json", wallText("w-6", "level-5", 1))
	await(t, events, "a file in the new folder", edited)
	r.Commit("by hand")
	await(t, events, "git commit", moved)
	r.Git("checkout", "-q", "-b", "topic/deep")
	await(t, events, "git checkout", moved)
	r.Git("pack-refs", "--all")
	r.Git("update-ref", "refs/heads/topic/deeper/still", "HEAD")
	await(t, events, "a ref in new folders", moved)
	commit(t, m, put("Command", map[string]string{"docs/a.md": "a"}))
	await(t, other, "everything, as one event", func(e Event) bool { return e.Moved && e.Edited })
	cancel()
	for range events {
	}
	r.Write("house/levels/level-0.json", levelText("level-0", 2))
	await(t, other, "an edit after the first subscriber left", edited)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	for range other {
	}
	if _, err := m.Watch(context.Background()); err == nil {
		t.Error("a closed model is watched")
	}
}

// An edit made just before a request is in its answer, every time.
func TestWatchedEditsAreNeverLate(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	if _, err := m.Watch(context.Background()); err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		r.Write("levels/level-0.json", levelText("level-0", i+1))
		w := workingOf(t, m, ScanWatched)
		if got, _ := w.Snapshot.Record("level-0").Number("elevation"); got != float64(i+1) {
			t.Fatalf("edit %d is not seen: %v", i, got)
		}
	}
	for i := range 50 {
		folder := fmt.Sprintf("architecture/level-%d/wall", i+10)
		r.Write(folder+"/a.json", wallText("a", "l", 1))
		r.Write(folder+"/b.json", wallText("b", "l", 1))
		if w := workingOf(t, m, ScanWatched); w.Snapshot.FileAt(folder+"/b.json") == nil || w.Snapshot.FileAt(folder+"/a.json") == nil {
			t.Fatalf("files in new folder %s are not seen", folder)
		}
		r.Remove("architecture/" + fmt.Sprintf("level-%d", i+10))
		if w := workingOf(t, m, ScanWatched); len(w.Edits) != 1 {
			t.Fatalf("removed folder %s leaves %s", folder, shown(w.Edits))
		}
	}
}

// With a watcher a request does not look at files of which nothing was heard.
func TestWatchedRequestsLookAtWhatChanged(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	if _, err := m.Watch(context.Background()); err != nil {
		t.Fatal(err)
	}
	first := workingOf(t, m, ScanWatched)
	unreadable := r.Path("architecture/level-0")
	if err := os.Rename(unreadable, unreadable+"-gone"); err != nil {
		t.Fatal(err)
	}
	m.watch.watcher.reachFence(context.Background())
	m.watch.watcher.take() // the report is lost
	if again := workingOf(t, m, ScanWatched); again.Snapshot != first.Snapshot {
		t.Error("a request looked at files of which nothing was heard")
	}
	m.watch.watcher.miss(fsnotify.ErrEventOverflow)
	if all := workingOf(t, m, ScanWatched); len(all.Edits) != 4 {
		t.Errorf("after an overflow: %s", shown(all.Edits))
	}
	if again := workingOf(t, m, ScanWatched); len(again.Edits) != 4 {
		t.Errorf("and then: %s", shown(again.Edits))
	}
}

// Folders that git does not show are not watched, but for those in which it tracks
// something.
func TestWatchPassesOverIgnoredFolders(t *testing.T) {
	r := site(t, "")
	r.Write("docs/kept/a.md", "a")
	r.Commit("kept")
	r.Write(".gitignore", "node_modules/\ndocs/kept/\n")
	r.Write("node_modules/deep/er/a.json", "{}")
	m := openAt(t, r.Dir, nil)
	if _, err := m.Watch(context.Background()); err != nil {
		t.Fatal(err)
	}
	watched := map[string]bool{}
	for _, dir := range m.watch.watcher.notes.WatchList() {
		rel, err := filepath.Rel(r.Dir, dir)
		if err != nil {
			t.Fatal(err)
		}
		watched[filepath.ToSlash(rel)] = true
	}
	for dir, want := range map[string]bool{".": true, "docs/kept": true, "architecture/level-0/wall": true, ".git": true, ".git/refs/heads": true, ".eik": true,
		"node_modules": false, "node_modules/deep": false, ".git/objects": false, ".eik/tmp": false} {
		if watched[dir] != want {
			t.Errorf("%s is watched: %v", dir, watched[dir])
		}
	}
}

func TestWatchSurvivesGitClean(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	if _, err := m.Watch(context.Background()); err != nil {
		t.Fatal(err)
	}
	r.Git("clean", "-qfdx")
	workingOf(t, m, ScanWatched)
	commit(t, m, put("Command", map[string]string{"docs/a.md": "a"}))
	start := time.Now()
	for i := range 5 {
		r.Write("levels/level-0.json", levelText("level-0", i+1))
		if w := workingOf(t, m, ScanWatched); len(w.Edits) != 1 {
			t.Errorf("edit %d: %s", i, shown(w.Edits))
		}
	}
	if _, by := m.takeDirty(context.Background()); by == nil || time.Since(start) > 3*fenceWait {
		t.Errorf("the watcher is deaf, after %v", time.Since(start))
	}
}

func TestWatchABareRepository(t *testing.T) {
	r := site(t, "")
	bare := filepath.Join(t.TempDir(), "bare.git")
	r.Git("clone", "-q", "--bare", r.Dir, bare)
	m := openAt(t, bare, nil)
	events, err := m.Watch(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r.Write("levels/level-0.json", levelText("level-0", 1))
	r.Commit("by hand")
	r.Git("push", "-q", bare, "main")
	await(t, events, "git push", moved)
	if w := workingOf(t, m, ScanWatched); w.Head.Sequence != 2 {
		t.Errorf("sequence %d after a push", w.Head.Sequence)
	}
	repotest.In(t, bare).Sound()
}
