package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/repotest"
)

func workingOf(t testing.TB, m *Model, scan Scan, paths ...string) *Working {
	t.Helper()
	w, err := m.Working(context.Background(), WorkingOptions{Scan: scan, Paths: paths})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// shown answers edits in one line.
func shown(edits []Edit) string {
	var parts []string
	for _, e := range edits {
		staged := ""
		if e.Staged {
			staged = " staged"
		}
		parts = append(parts, fmt.Sprintf("%s %s (%s)%s", e.State, e.Path, e.ID, staged))
	}
	return strings.Join(parts, "; ")
}

func TestWorkingShowsHandEdits(t *testing.T) {
	for _, prefix := range []string{"", "models/house"} {
		r := site(t, prefix)
		m := openAt(t, r.Path(prefix), nil)
		clean := workingOf(t, m, ScanWatched)
		if len(clean.Edits) > 0 || clean.Snapshot.Total() != 5 || clean.Head.Sequence != 1 {
			t.Errorf("clean: %s, %d records, %+v", shown(clean.Edits), clean.Snapshot.Total(), clean.Head)
		}
		at := func(path string) string { return filepath.Join(prefix, path) }
		r.Write(at("architecture/level-0/wall/w-1.json"), wallText("w-1", "level-0", 9))
		r.Write(at("architecture/level-0/wall/w-9.json"), wallText("w-9", "level-0", 9))
		r.Git("add", at("architecture/level-0/wall/w-9.json"))
		r.Write(at("levels/level-1.json"), "{\n<<<<<<< HEAD\n")
		r.Write(at("architecture/level-9/wall/w-8.json"), "{")
		r.Remove(at("architecture/level-1"))
		r.Write(at("docs/note.md"), "a note")
		r.Write(at(".gitignore"), "*.bak\n")
		r.Write(at("architecture/level-0/wall/w-1.json.bak"), "")
		if err := os.Symlink("w-1.json", r.Path(at("architecture/level-0/wall/link.json"))); err != nil {
			t.Fatal(err)
		}
		w := workingOf(t, m, ScanWatched)
		want := "added .gitignore (); broken architecture/level-0/wall/link.json (); modified architecture/level-0/wall/w-1.json (w-1); " +
			"added architecture/level-0/wall/w-9.json (w-9) staged; deleted architecture/level-1/wall/w-3.json (w-3); " +
			"broken architecture/level-9/wall/w-8.json (w-8); added docs/note.md (); broken levels/level-1.json (level-1)"
		if got := shown(w.Edits); got != want {
			t.Errorf("edits:\n%s\nwant:\n%s", got, want)
		}
		level := w.Snapshot.Get("level-1")
		if level.Record() == nil || level.Faults()[0].Rule != "file.conflict-markers" {
			t.Errorf("the broken level has record %v and faults %+v", level.Record(), level.Faults())
		}
		height, _ := w.Snapshot.Record("w-1").Number("height")
		if w.Snapshot.Get("w-3") != nil || w.Snapshot.Get("w-9") == nil || height != 9 {
			t.Error("the snapshot does not hold the edits")
		}
		if again := workingOf(t, m, ScanAll); again.Snapshot != w.Snapshot {
			t.Error("the same folder is another snapshot")
		}
		r.Git("restore", "--staged", ".")
		r.Git("clean", "-qfdx", "-e", ".eik")
		r.Git("restore", ".")
		if back := workingOf(t, m, ScanWatched); len(back.Edits) > 0 || back.Snapshot != clean.Snapshot {
			t.Errorf("taken back: %s", shown(back.Edits))
		}
	}
}

func TestWorkingLooksWhereItIsTold(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	workingOf(t, m, ScanAll)
	r.Write("levels/level-0.json", levelText("level-0", 1))
	r.Write("architecture/level-0/wall/w-1.json", wallText("w-1", "level-0", 1))
	r.Write("architecture/level-1/wall/w-3.json", wallText("w-3", "level-1", 1))
	if got := shown(workingOf(t, m, ScanPaths, "levels/level-0.json").Edits); got != "modified levels/level-0.json (level-0)" {
		t.Errorf("one file: %s", got)
	}
	if got := shown(workingOf(t, m, ScanPaths, "architecture/level-1").Edits); got != "modified architecture/level-1/wall/w-3.json (w-3); modified levels/level-0.json (level-0)" {
		t.Errorf("a folder, and what is known: %s", got)
	}
	r.Write("levels/level-0.json", levelText("level-0", 0))
	r.Remove("architecture/level-1")
	if got := shown(workingOf(t, m, ScanPaths, "architecture/level-1").Edits); got != "deleted architecture/level-1/wall/w-3.json (w-3)" {
		t.Errorf("a folder that is gone: %s", got)
	}
	if got := len(workingOf(t, m, ScanWatched).Edits); got != 2 {
		t.Errorf("everything: %d edits, want 2", got)
	}
}

// A file with line ends of Windows is no edit, and neither is a new time.
func TestWorkingIgnoresWhatIsNoEdit(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	r.Write("levels/level-0.json", strings.ReplaceAll(levelText("level-0", 0), "\n", "\r\n"))
	if err := os.Chtimes(r.Path("levels/level-1.json"), fixed, fixed); err != nil {
		t.Fatal(err)
	}
	if got := shown(workingOf(t, m, ScanAll).Edits); got != "" {
		t.Errorf("edits: %s", got)
	}
	commit(t, m, put("Over it", map[string]string{"levels/level-0.json": levelText("level-0", 5), "levels/level-1.json": levelText("level-1", 5)}))
	if status := r.Status(); status != "" {
		t.Errorf("git status: %q", status)
	}
}

// An edit in the second in which the index was written, of the old length, is seen
// by the host and, after another commit, by git.
func TestRacyEditsSurviveACommit(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	for i := range 10 {
		path := fmt.Sprintf("levels/level-%d.json", i%2)
		r.Write(path, levelText(fmt.Sprintf("level-%d", i%2), 1000+i))
		commit(t, m, put("Elsewhere", map[string]string{"docs/note.md": fmt.Sprint(i)}))
		r.Write(path, levelText(fmt.Sprintf("level-%d", i%2), 2000+i))
		commit(t, m, put("Elsewhere", map[string]string{"docs/other.md": fmt.Sprint(i)}))
		if status := r.Status(); !strings.Contains(status, "M "+path) {
			t.Fatalf("git status after edit %d of %s: %q", i, path, status)
		}
		r.Git("add", path)
		r.Write(path, levelText(fmt.Sprintf("level-%d", i%2), 3000+i))
		commit(t, m, put("Elsewhere", map[string]string{"docs/note.md": fmt.Sprint(-i - 1)}))
		if status := r.Status(); !strings.Contains(status, "MM "+path) || !strings.Contains(shown(workingOf(t, m, ScanAll).Edits), "modified "+path) {
			t.Fatalf("git status after staging edit %d: %q", i, status)
		}
		r.Commit("by hand")
	}
}

func TestCommandsKeepOffHandEdits(t *testing.T) {
	r := site(t, "house")
	m := openAt(t, r.Path("house"), nil)
	r.Write("house/levels/level-0.json", levelText("level-0", 7))
	r.Write("house/levels/level-7.json", levelText("level-7", 7))
	r.Remove("house/architecture/level-1/wall/w-3.json")
	r.Write("house/architecture/level-0/wall/w-2.json", wallText("w-2", "level-0", 7))
	r.Git("add", "-A")
	r.Write("house/architecture/level-0/wall/w-2.json", wallText("w-2", "level-0", 2000))
	for _, path := range []string{"levels/level-0.json", "levels/level-7.json", "architecture/level-1/wall/w-3.json", "architecture/level-0/wall/w-2.json"} {
		_, err := m.Commit(context.Background(), put("Over it", map[string]string{path: "{}\n", "docs/a.md": "a"}))
		var conflict *ConflictError
		if !errors.As(err, &conflict) || len(conflict.Files) != 1 || conflict.Files[0] != path || !strings.Contains(err.Error(), "commit_edits") {
			t.Errorf("%s: %v, want a ConflictError", path, err)
		}
	}
	depends := put("Beside it", map[string]string{"docs/a.md": "a"})
	plan := depends.Plan
	depends.Plan = func(ctx context.Context, base Base) (*Plan, error) {
		p, err := plan(ctx, base)
		p.Depends = []string{"levels/level-0.json", "levels/level-1.json"}
		return p, err
	}
	var conflict *ConflictError
	if _, err := m.Commit(context.Background(), depends); !errors.As(err, &conflict) || conflict.Files[0] != "levels/level-0.json" {
		t.Errorf("a plan that read an edited file: %v", err)
	}
	before := r.Status()
	commit(t, m, put("Beside it", map[string]string{"docs/a.md": "a"}))
	if after := r.Status(); after != before {
		t.Errorf("git status was\n%s\nand is\n%s", before, after)
	}
}

func TestHandEditsAreCommitted(t *testing.T) {
	r := site(t, "")
	m := openAt(t, r.Dir, nil)
	r.Write("levels/level-0.json", levelText("level-0", 7))
	r.Write("levels/level-7.json", "{\"id\": \"level-7\", \"category\": \"level\", \"elevation\": 7}")
	r.Remove("architecture/level-1/wall/w-3.json")
	r.Write("levels/level-1.json", levelText("level-1", 1))
	named := []string{"levels/level-0.json", "levels/level-7.json", "architecture/level-1/wall/w-3.json"}
	done := commit(t, m, CommitRequest{Author: Person{"Bob", "bob@example.com"}, Committer: ada, HandEdits: named, Plan: func(_ context.Context, base Base) (*Plan, error) {
		plan := &Plan{Subject: "Take up edits"}
		for _, e := range base.Edits {
			change := FileChange{Path: e.Path, Data: e.Data}
			if e.Path == "levels/level-7.json" {
				change.Data = []byte(levelText("level-7", 7))
			}
			plan.Files = append(plan.Files, change)
		}
		return plan, nil
	}})
	if status := r.Status(); status != " M levels/level-1.json" {
		t.Errorf("git status: %q", status)
	}
	if got := r.Git("log", "-1", "--format=%an %cn", "--stat=200", "--name-status"); got != "Bob Ada\n\nD\tarchitecture/level-1/wall/w-3.json\nM\tlevels/level-0.json\nA\tlevels/level-7.json" {
		t.Errorf("git log: %q", got)
	}
	if r.Read("levels/level-7.json") != levelText("level-7", 7) || done.Snapshot.Get("level-7") == nil {
		t.Error("the edit was not brought into its canonical form")
	}
	if _, err := m.Commit(context.Background(), CommitRequest{Author: ada, HandEdits: []string{"levels"}, Plan: func(context.Context, Base) (*Plan, error) { return nil, nil }}); err != nil {
		t.Errorf("a folder is no file: %v", err)
	}
}

// between are what people do with git between two requests, in this order.
var between = []struct {
	what string
	do   func(r *repotest.Repo)
	only bool // it leaves the folder in a state in which no command is made
}{
	{"nothing", func(*repotest.Repo) {}, false},
	{"an edit", func(r *repotest.Repo) { r.Write("levels/level-0.json", levelText("level-0", 10)) }, false},
	{"git commit", func(r *repotest.Repo) { r.Commit("by hand") }, false},
	{"git revert", func(r *repotest.Repo) { r.Git("revert", "--no-edit", "HEAD~1") }, false},
	{"git checkout -b", func(r *repotest.Repo) { r.Git("checkout", "-q", "-b", "side", "HEAD~2") }, false},
	{"git stash", func(r *repotest.Repo) {
		r.Write("levels/level-1.json", levelText("level-1", 20))
		r.Write("architecture/level-0/wall/new.json", wallText("new", "level-0", 5))
		r.Git("stash", "-u", "-q")
	}, false},
	{"git stash pop", func(r *repotest.Repo) { r.Git("stash", "pop", "-q") }, false},
	{"git rebase", func(r *repotest.Repo) { r.Commit("on the side"); r.Git("rebase", "-q", "-X", "theirs", "main") }, false},
	{"git checkout", func(r *repotest.Repo) { r.Git("checkout", "-q", "main") }, false},
	{"git merge", func(r *repotest.Repo) { r.Git("merge", "-q", "-X", "theirs", "--no-edit", "side") }, false},
	{"git gc", func(r *repotest.Repo) { r.Git("gc", "-q", "--prune=now") }, false},
	{"git maintenance", func(r *repotest.Repo) {
		r.Git("maintenance", "run", "--task=gc", "--task=loose-objects", "--task=incremental-repack", "--task=pack-refs", "--quiet")
	}, false},
	{"git reset --hard", func(r *repotest.Repo) { r.Git("reset", "-q", "--hard", "HEAD~3") }, false},
	{"git reset --soft", func(r *repotest.Repo) { r.Git("reset", "-q", "--soft", "HEAD~1") }, true},
	{"git branch -m", func(r *repotest.Repo) { r.Git("reset", "-q", "--hard"); r.Git("branch", "-m", "main", "trunk") }, false},
	{"git commit --amend", func(r *repotest.Repo) { r.Git("commit", "-q", "--amend", "-m", "amended") }, false},
	{"rm -r", func(r *repotest.Repo) { r.Remove("architecture") }, false},
	{"git checkout .", func(r *repotest.Repo) { r.Git("checkout", "-q", ".") }, false},
	{"mv", func(r *repotest.Repo) { r.Write("moved/a.json", "{}"); r.Remove("levels") }, true},
	{"git clean -x", func(r *repotest.Repo) { r.Git("clean", "-qfdx"); r.Git("checkout", "-q", ".") }, false},
}

// Whatever git does between two requests is seen by an open model, watched or not,
// and the next command goes on from there.
func TestGitBetweenRequests(t *testing.T) {
	r := site(t, "")
	models := []*Model{openAt(t, r.Dir, nil), openAt(t, r.Dir, nil)}
	if _, err := models[1].Watch(context.Background()); err != nil {
		t.Fatal(err)
	}
	for n, step := range between {
		step.do(r)
		edits := 0
		for _, m := range models {
			w := workingOf(t, m, ScanWatched)
			edits = len(w.Edits)
			head, branch := r.Git("rev-parse", "HEAD"), r.Git("rev-parse", "--abbrev-ref", "HEAD")
			if w.Head.Commit.String() != head || w.Head.Branch != branch {
				t.Errorf("after %s HEAD is %s on %s, the model says %+v", step.what, head, branch, w.Head)
			}
			compareFolder(t, step.what, r, w.Snapshot)
		}
		if step.only {
			continue
		}
		done := commit(t, models[n%2], put(fmt.Sprintf("Command %d", n), map[string]string{"docs/counted.md": fmt.Sprint(n)}))
		if got := r.Git("rev-parse", "HEAD"); got != done.Commit.String() {
			t.Errorf("after %s and a command HEAD is %s", step.what, got)
		}
		if after := workingOf(t, models[0], ScanWatched); len(after.Edits) != edits {
			t.Errorf("after %s and a command the edits are %s", step.what, shown(after.Edits))
		}
	}
	r.Sound()
}

// compareFolder compares a snapshot with the files that stand in the folder.
func compareFolder(t *testing.T, what string, r *repotest.Repo, s *model.Snapshot) {
	t.Helper()
	on := map[string]string{}
	err := filepath.WalkDir(r.Dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() && (name == ".git" || name == ".eik") {
			return filepath.SkipDir
		}
		if !entry.IsDir() {
			rel, _ := filepath.Rel(r.Dir, path)
			on[filepath.ToSlash(rel)] = r.Read(rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for f := range s.Files() {
		text, there := on[f.Path]
		if delete(on, f.Path); !there || f.Revision != model.RevisionOf([]byte(text)) {
			t.Errorf("after %s, %s is not as it stands in the folder: %v", what, f.Path, there)
		}
	}
	for path := range on {
		t.Errorf("after %s, %s is missing", what, path)
	}
}
