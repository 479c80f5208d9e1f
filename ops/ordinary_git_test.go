package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// sideBySide is a running host and a person who uses git on the same folder.
type sideBySide struct {
	*testing.T
	dir string
	h   *Host
}

// TestOrdinaryGitIsSeen does to a repository what people do, one thing after another,
// while a host has it open, and holds after each that the next request sees it: every
// record, the hand edits, the branch, the commit, the sequence. Then the host writes,
// and git finds nothing wrong.
func TestOrdinaryGitIsSeen(t *testing.T) {
	for _, watch := range []bool{false, true} {
		for name, story := range stories {
			t.Run(fmt.Sprintf("%s, watching %v", name, watch), func(t *testing.T) {
				t.Parallel()
				dir := houseDir(t)
				h, err := Open(t.Context(), dir, Options{Watch: watch})
				if err != nil {
					t.Fatal(err)
				}
				defer h.Close()
				b := &sideBySide{t, dir, h}
				b.agrees("at first")
				story(b)
				if b.uncommitted() == nil {
					b.writes("architecture/level-0/wall/wall-east.json", `{"command": "rename", "id": "wall-east", "name": "At last"}`)
				}
				git(t, dir, "fsck", "--strict")
			})
		}
	}
}

// stories are what a person does. Each step ends with a look at what the host sees.
var stories = map[string]func(b *sideBySide){
	"commit by hand": func(b *sideBySide) {
		b.edits("materials/wood.json", `"density": 500`, `"density": 510`)
		b.git("commit", "-q", "-am", "Oak")
		b.edits("materials/wood.json", `"density": 510`, `"density": 520`)
		b.git("add", "materials/wood.json")
		b.agrees("staged")
		b.git("commit", "-q", "--amend", "--no-edit")
		b.git("commit", "-q", "--allow-empty", "-m", "Nothing")
	},
	"revert": func(b *sideBySide) {
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("revert", "--no-edit", "HEAD")
		b.git("revert", "--no-edit", "HEAD")
		b.git("revert", "--no-commit", "HEAD")
		b.git("revert", "--abort")
	},
	"branches": func(b *sideBySide) {
		b.git("checkout", "-q", "-b", "wide")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("switch", "-q", "main")
		b.writes("levels/level-1.json", `{"command": "add_level", "id": "level-1", "name": "First", "elevation": 3000}`)
		b.git("merge", "-q", "--no-edit", "wide")
		b.git("switch", "-q", "wide")
		b.git("branch", "-m", "wider")
		b.git("rebase", "-q", "main")
		b.git("switch", "-q", "--orphan", "empty")
		b.git("switch", "-q", "main")
		b.git("branch", "-D", "wider")
	},
	"rebase": func(b *sideBySide) {
		b.git("checkout", "-q", "-b", "work")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.writes("materials/wood.json", `{"command": "update", "id": "wood", "set": {"density": 510}}`)
		b.git("switch", "-q", "main")
		b.edits("materials/glass.json", `"density": 2500`, `"density": 2501`)
		b.git("commit", "-q", "-am", "Glass")
		b.git("switch", "-q", "work")
		b.git("rebase", "-q", "main")
		b.git("reset", "-q", "--soft", "HEAD~2")
		b.git("commit", "-q", "-m", "Both at once")
	},
	"stash": func(b *sideBySide) {
		b.edits("materials/wood.json", `"density": 500`, `"density": 510`)
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("stash", "-q")
		b.writes("levels/level-1.json", `{"command": "add_level", "id": "level-1", "name": "First", "elevation": 3000}`)
		b.git("stash", "pop", "-q")
		b.writes("materials/wood.json", `{"command": "commit_edits", "files": ["materials/wood.json"]}`)
		b.puts("materials/steel.json", `{"id": "steel", "category": "material", "name": "Steel"}`)
		b.git("stash", "-q", "-u")
		b.git("stash", "pop", "-q")
		b.git("add", "-A")
		b.git("stash", "-q")
	},
	"gc and maintenance": func(b *sideBySide) {
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("gc", "-q", "--prune=now")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1120}}`)
		for _, task := range []string{"loose-objects", "incremental-repack", "commit-graph", "gc"} {
			b.git("maintenance", "run", "--quiet", "--task="+task)
		}
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1130}}`)
		b.git("pack-refs", "--all")
		b.git("repack", "-q", "-a", "-d", "-f", "--depth=50", "--window=50")
		b.git("prune-packed")
		b.git("reflog", "expire", "--expire=now", "--all")
		b.git("gc", "-q", "--aggressive", "--prune=now")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1140}}`)
		b.git("config", "core.commitGraph", "false")
	},
	"reset": func(b *sideBySide) {
		for i := range 3 {
			b.writes("architecture/level-0/door/door-entrance.json", fmt.Sprintf(`{"command": "update", "id": "door-entrance", "set": {"width": %d}}`, 1110+i))
		}
		b.git("reset", "-q", "--hard", "HEAD~2")
		b.git("reset", "-q", "--hard", "ORIG_HEAD")
		b.git("reset", "-q", "--soft", "HEAD~1")
		b.git("reset", "-q", "HEAD")
		b.git("checkout", "-q", "HEAD~1", "--", "architecture/level-0/door")
		b.git("reset", "-q", "--hard")
		b.git("update-ref", "refs/heads/main", "HEAD~1")
		b.git("reset", "-q", "--hard")
	},
	"cherry-pick": func(b *sideBySide) {
		b.git("checkout", "-q", "-b", "other")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("switch", "-q", "main")
		b.writes("materials/wood.json", `{"command": "update", "id": "wood", "set": {"density": 510}}`)
		b.git("cherry-pick", "other")
		b.git("cherry-pick", "--no-commit", "HEAD")
		b.git("reset", "-q", "--hard")
		b.git("tag", "here")
	},
	"moves and removals": func(b *sideBySide) {
		b.git("rm", "-q", "architecture/level-0/window/window-north.json")
		b.git("commit", "-q", "-m", "No window")
		b.git("mv", "architecture/level-0/window", "architecture/windows")
		b.agrees("a folder moved to where it does not belong")
		b.git("mv", "architecture/windows", "architecture/level-0/window")
		b.remove("architecture/level-0/window")
		b.git("checkout", "-q", "--", ".")
		b.remove("architecture")
		b.git("restore", ".")
		b.git("clean", "-q", "-f", "-d", "-x")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
	},
	"merge": func(b *sideBySide) {
		b.git("checkout", "-q", "-b", "other")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("switch", "-q", "main")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1210}}`)
		b.fails("merge", "-q", "other")
		b.refused("busy", "git merge --continue or git merge --abort")
		b.git("merge", "--abort")
		b.fails("merge", "-q", "other")
		b.git("checkout", "-q", "--theirs", ".")
		b.refused("busy", "git merge")
		b.git("commit", "-q", "-a", "-m", "Theirs")
		b.git("merge", "-q", "--ff-only", "other")
	},
	"rebase that stops": func(b *sideBySide) {
		b.git("checkout", "-q", "-b", "other")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("switch", "-q", "main")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1210}}`)
		b.git("switch", "-q", "other")
		b.fails("rebase", "-q", "main")
		b.refused("busy", "git rebase --continue or git rebase --abort")
		b.git("checkout", "-q", "--theirs", ".")
		b.git("add", "-A")
		b.git("-c", "core.editor=true", "rebase", "--continue")
		b.fails("cherry-pick", "main~1", "--no-edit")
		b.fails("cherry-pick", "--continue")
		b.git("cherry-pick", "--skip")
	},
	"detached": func(b *sideBySide) {
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("switch", "-q", "--detach", "HEAD~1")
		b.refused("busy", "git switch")
		b.git("switch", "-q", "-c", "from-there")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1210}}`)
	},
	"worktree": func(b *sideBySide) {
		other := filepath.Join(b.TempDir(), "other")
		b.git("worktree", "add", "-q", "-b", "other", other)
		h := open(b, other)
		data[receipt](b, h, `{"action": "execute", "commands": [{"command": "update", "id": "door-entrance", "set": {"width": 1110}}]}`)
		b.agrees("the other tree was written")
		b.git("merge", "-q", "other")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1210}}`)
		there := &sideBySide{b.T, other, h}
		there.agrees("here was written")
		there.git("merge", "-q", "main")
		there.edits(".git", "gitdir", "gitdir")
		there.writes("materials/wood.json", `{"command": "update", "id": "wood", "set": {"density": 510}}`)
		b.git("worktree", "remove", "--force", other)
	},
	"fetch and pull": func(b *sideBySide) {
		origin := filepath.Join(b.TempDir(), "origin.git")
		b.git("clone", "-q", "--bare", b.dir, origin)
		b.git("remote", "add", "origin", origin)
		b.git("fetch", "-q")
		b.git("branch", "-q", "--set-upstream-to=origin/main")
		clone := filepath.Join(b.TempDir(), "clone")
		git(b, b.dir, "clone", "-q", origin, clone)
		write(b, clone, "materials/wood.json", []byte(strings.Replace(git(b, clone, "show", "HEAD:materials/wood.json"), "500", "510", 1)))
		commit(b, clone, "From elsewhere")
		git(b, clone, "push", "-q")
		b.git("fetch", "-q")
		b.git("pull", "-q", "--ff-only")
		b.writes("architecture/level-0/door/door-entrance.json", `{"command": "update", "id": "door-entrance", "set": {"width": 1110}}`)
		b.git("push", "-q")
	},
}

// git runs git beside the host and holds that the host then sees what is there.
func (b *sideBySide) git(args ...string) {
	b.Helper()
	git(b, b.dir, args...)
	b.agrees("git " + strings.Join(args, " "))
}

// fails runs git where it is meant to stop for the person.
func (b *sideBySide) fails(args ...string) {
	b.Helper()
	if err := tryGit(b.dir, args...); err == nil {
		b.Fatalf("git %v did not stop", args)
	}
	b.agrees("git " + strings.Join(args, " ") + " stopped")
}

func (b *sideBySide) edits(file, old, next string) {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, file))
	if err != nil || !strings.Contains(string(text), old) {
		b.Fatalf("%s holds %s, %v", file, text, err)
	}
	write(b, b.dir, file, []byte(strings.Replace(string(text), old, next, 1)))
	b.agrees("edited " + file)
}

func (b *sideBySide) puts(file, text string) {
	b.Helper()
	write(b, b.dir, file, []byte(text))
	b.agrees("put " + file)
}

func (b *sideBySide) remove(file string) {
	b.Helper()
	if err := os.RemoveAll(filepath.Join(b.dir, file)); err != nil {
		b.Fatal(err)
	}
	b.agrees("removed " + file)
}

// writes carries out a command that changes one file: it is committed alone, what was
// uncommitted before stays so, and the sequence rises by one.
func (b *sideBySide) writes(file, command string) {
	b.Helper()
	before := b.uncommitted()
	sequence := do(b, b.h, `{"action": "summary"}`).Meta.Sequence
	e := do(b, b.h, `{"action": "execute", "again": true, "commands": [`+command+`]}`)
	if !e.OK && e.Error.Details["confirm"] != nil {
		confirm, _ := json.Marshal(e.Error.Details["confirm"])
		e = do(b, b.h, `{"action": "execute", "again": true, "commands": [`+command+`], "confirm": `+string(confirm)+`}`)
	}
	w := answer[receipt](b, e)
	if w.Sequence != *sequence+1 {
		b.Errorf("%s: the sequence went from %d to %d", command, *sequence, w.Sequence)
	}
	if files := strings.TrimSpace(git(b, b.dir, "show", "--name-only", "--format=", w.Commit)); files != file {
		b.Errorf("%s changed %q", command, files)
	}
	before = slices.DeleteFunc(before, func(edit string) bool { return edit == file })
	if after := b.uncommitted(); !slices.Equal(before, after) {
		b.Errorf("%s: uncommitted were %v, are %v", command, before, after)
	}
	b.agrees(command)
}

// refused holds that a write is refused with a code and a way on, and reads go on.
func (b *sideBySide) refused(code model.Code, way string) {
	b.Helper()
	head := git(b, b.dir, "rev-parse", "HEAD")
	status := git(b, b.dir, "status", "--porcelain")
	e := do(b, b.h, `{"action": "execute", "again": true, "commands": [{"command": "rename", "id": "wall-east", "name": "Never"}]}`)
	if e.OK || e.Error.Code != code || !strings.Contains(e.Error.Message+e.Error.Hint, way) {
		b.Errorf("a write answers %+v, want %s and %q", e.Error, code, way)
	}
	if now := git(b, b.dir, "rev-parse", "HEAD") + git(b, b.dir, "status", "--porcelain"); now != head+status {
		b.Errorf("a refused write left %s", now)
	}
	b.agrees("refused")
}

// uncommitted answers the files that git finds to differ from the last commit.
func (b *sideBySide) uncommitted() []string {
	b.Helper()
	differ := map[string]bool{}
	if tryGit(b.dir, "rev-parse", "-q", "--verify", "HEAD") == nil {
		for file := range strings.SplitSeq(git(b, b.dir, "diff", "--name-only", "-z", "--no-renames", "HEAD"), "\x00") {
			differ[file] = true
		}
	} else {
		for file := range strings.SplitSeq(git(b, b.dir, "ls-files", "-z"), "\x00") {
			differ[file] = true
		}
	}
	for file := range strings.SplitSeq(git(b, b.dir, "ls-files", "-z", "--others", "--exclude-standard"), "\x00") {
		differ[file] = true
	}
	delete(differ, "")
	return slices.Sorted(maps.Keys(differ))
}

// agrees holds that the host answers what stands in the folder and what git says.
func (b *sideBySide) agrees(after string) {
	b.Helper()
	e := do(b, b.h, `{"action": "read", "tier": "full", "limit": 500, "whole": true}`)
	if tryGit(b.dir, "rev-parse", "-q", "--verify", "HEAD") != nil {
		if e.OK && (*e.Meta.Sequence != 0 || e.Meta.Commit != "") {
			b.Errorf("%s: no commit, and meta %+v", after, e.Meta)
		}
		return
	}
	if !e.OK {
		b.Fatalf("after %s: %+v", after, e.Error)
	}
	head := strings.TrimSpace(git(b, b.dir, "rev-parse", "HEAD"))
	branch := strings.TrimSpace(git(b, b.dir, "branch", "--show-current"))
	count := strings.TrimSpace(git(b, b.dir, "rev-list", "--first-parent", "--count", "HEAD"))
	if e.Meta.Commit != head || e.Meta.Branch != branch || fmt.Sprint(*e.Meta.Sequence) != count {
		b.Errorf("after %s: meta says %s %s %d, git %s %s %s", after, e.Meta.Commit, e.Meta.Branch, *e.Meta.Sequence, head, branch, count)
	}
	if want := b.uncommitted(); !slices.Equal(e.Meta.Uncommitted, want) {
		b.Errorf("after %s: uncommitted is %v, git says %v", after, e.Meta.Uncommitted, want)
	}
	b.sameRecords(after, e)
}

// sameRecords compares the records that were read with the files of the folder.
func (b *sideBySide) sameRecords(after string, e Envelope) {
	b.Helper()
	got := map[string]string{}
	for _, r := range answer[struct {
		Records []struct{ Record json.RawMessage }
	}](b, e).Records {
		o, err := model.DecodeObject(r.Record)
		if err != nil {
			b.Fatal(err)
		}
		got[o.Get("id").(string)] = string(model.AppendCompact(nil, o))
	}
	want := map[string]string{}
	err := filepath.WalkDir(b.dir, func(name string, d os.DirEntry, err error) error {
		path, _ := filepath.Rel(b.dir, name)
		if err != nil || d.IsDir() || !model.RecordPlace(filepath.ToSlash(path)) {
			return err
		}
		text, err := os.ReadFile(name)
		if o, bad := model.DecodeObject(text); bad == nil {
			want[o.Get("id").(string)] = string(model.AppendCompact(nil, o))
		} else { // the last good version stands for it
			id := strings.TrimSuffix(d.Name(), ".json")
			want[id] = got[id]
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	if !maps.Equal(got, want) {
		for id := range want {
			if got[id] != want[id] {
				b.Errorf("after %s: %s is\n%s, the file says\n%s", after, id, got[id], want[id])
			}
		}
		for id := range got {
			if want[id] == "" {
				b.Errorf("after %s: %s is answered and not there", after, id)
			}
		}
	}
}

func tryGit(dir string, args ...string) error {
	cmd := gitCommand(context.Background(), dir, args...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("git %v: %w: %s", args, err, out)
	}
	return nil
}
