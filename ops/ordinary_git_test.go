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
