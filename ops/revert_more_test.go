package ops

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// A record that was moved to another level and edited there comes back to its place
// with what was edited.
func TestRevertOfAMoveKeepsTheEdit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.does(`{"command": "add_level", "id": "level-1", "name": "First floor", "above": "level-0"}`)
	moved := s.does(`{"command": "set_level", "id": "slab-ground", "level": "level-1"}`)
	s.does(`{"command": "rename", "id": "slab-ground", "name": "Slab"}`)
	s.does(fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, moved))
	if slab := s.get("slab-ground"); slab.Get("levelId") != "level-0" || slab.Get("name") != "Slab" {
		t.Errorf("the slab is %s", compact(slab))
	}
	if _, err := os.Stat(filepath.Join(s.dir, "architecture/level-1/slab/slab-ground.json")); err == nil {
		t.Error("the file lies in both places")
	}
	if status := git(t, s.dir, "status", "--porcelain"); status != "" {
		t.Errorf("git status: %s", status)
	}
}

// The level that others came to since cannot go without them.
func TestRevertOfALevelNamesWhatStandsOnIt(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	added := s.does(`{"command": "add_level", "id": "level-1", "name": "First floor", "above": "level-0"}`)
	s.does(`{"command": "set_level", "id": "slab-ground", "level": "level-1"}`)
	if e := s.refuses(fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, added), model.CheckFailed); !strings.Contains(e.Message, "slab-ground") {
		t.Errorf("it says %q", e.Message)
	}
	before := strings.TrimSpace(git(t, s.dir, "rev-parse", "HEAD~2^{tree}"))
	s.does(`{"command": "revert", "commits": ["HEAD~2..HEAD"]}`)
	if now := s.tree(); now != before {
		t.Errorf("it leaves\n%s", git(t, s.dir, "diff", before, now))
	}
}

// Hand-made layout comes back byte for byte, in records too.
func TestRevertBringsTheBytesBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	text := textOf(t, s.dir, northWindow)
	odd := strings.Replace(text, "  \"offset\"", "      \"offset\"", 1)
	write(t, s.dir, northWindow, []byte(odd))
	git(t, s.dir, "commit", "-qam", "Indent")
	edit := s.does(sill(1500))
	s.does(fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, edit))
	if got := textOf(t, s.dir, northWindow); got != odd {
		t.Errorf("the file is\n%s", got)
	}
}

// Hand edits in the files that a revert would write stand in its way, and are named.
func TestRevertLeavesHandEditsAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first := s.does(sill(1500))
	s.edit(northWindow, `"mark": "W-02"`, `"mark": "W-99"`)
	e := s.refuses(fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, first), model.Conflict)
	if !strings.Contains(e.Message, northWindow) || !strings.Contains(textOf(t, s.dir, northWindow), "W-99") {
		t.Errorf("it says %q", e.Message)
	}
}

// What the manifest protects is not taken back past a review: records and other files.
func TestRevertRespectsProtection(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	write(t, s.dir, "AGENTS.md", []byte("Mind the gap.\n"))
	s.edit("levels/level-0.json", `"Ground floor"`, `"Base"`)
	commit(t, s.dir, "By hand")
	s.edit("eik.json", `"format"`, "\"protected\": [\"levels\", \"AGENTS.md\"],\n  \"format\"")
	commit(t, s.dir, "Protect")
	for _, only := range []string{"level-0", "AGENTS.md"} {
		if e := s.refuses(fmt.Sprintf(`{"command": "revert", "commits": ["2"], "only": [%q]}`, only), model.Forbidden); !strings.Contains(e.Message, "protected by") {
			t.Errorf("%s: it says %q", only, e.Message)
		}
	}
}

// Very many commits are taken back in one step and named by a count and hash; what is
// left of them afterwards is nothing.
func TestRevertOfVeryManyCommits(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	before := s.tree()
	const many = mostTrailers + 5
	for i := range many {
		git(t, s.dir, "commit", "-q", "--allow-empty", "-m", fmt.Sprint("Empty ", i))
	}
	s.does(sill(1500))
	s.does(`{"command": "revert", "since": "1"}`)
	if now := s.tree(); now != before {
		t.Errorf("it leaves\n%s", git(t, s.dir, "diff", before, now))
	}
	message := git(t, s.dir, "show", "-s", "--format=%B", "HEAD")
	if !strings.Contains(message, fmt.Sprintf("\nEik-Reverts: %d commits, sha256 ", many+1)) || !strings.Contains(message, "and 17 more") {
		t.Errorf("the message is\n%s", message)
	}
	s.refuses(fmt.Sprintf(`{"command": "revert", "since": "1", "until": "%d"}`, many+2), model.InvalidArgument)
}

// A model in a folder is taken back; what the commit did beside it stays, and is said.
func TestRevertStaysInTheModelsFolder(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	git(t, root, "init", "-q", "-b", "main")
	git(t, root, "config", "user.name", "Ada Quill")
	git(t, root, "config", "user.email", "ada@example.org")
	if err := os.CopyFS(filepath.Join(root, "house"), os.DirFS("../testdata/one-storey-house")); err != nil {
		t.Fatal(err)
	}
	write(t, root, "notes.txt", []byte("one\n"))
	commit(t, root, "All")
	s := &site{t, open(t, filepath.Join(root, "house")), filepath.Join(root, "house")}
	s.edit("levels/level-0.json", `"Ground floor"`, `"Base"`)
	write(t, root, "notes.txt", []byte("two\n"))
	commit(t, root, "Both")
	w := data[written](t, s.h, `{"action": "execute", "confirm": {"records": 10, "deletes": 0}, "commands": [{"command": "revert", "commits": ["HEAD"]}]}`)
	if s.get("level-0").Get("name") != "Ground floor" || textOf(t, root, "notes.txt") != "two\n" || len(w.Notes) != 1 || !strings.Contains(w.Notes[0], "notes.txt") {
		t.Errorf("the level is %s, the notes %q", compact(s.get("level-0")), w.Notes)
	}
}

// What was tried names its commits, so that it does the same though the branch moved.
func TestWhatWasTriedIsTakenBackThoughTheBranchMoved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first := s.does(sill(1500))
	tried := data[validateOut](t, s.h, `{"action": "validate", "commands": [{"command": "revert", "since": "1", "only": ["window-north"]}]}`)
	s.does(`{"command": "rename", "id": "window-north", "name": "North"}`)
	accepted(t, s.h, compact(tried.MakeReal))
	told := data[changesOut](t, s.h, `{"action": "changes", "limit": 1}`).Commits[0]
	if w := s.get("window-north"); w.Get("sill") != 900.0 || w.Get("name") != "North" || len(told.Reverts) != 1 || told.Reverts[0] != first {
		t.Errorf("%s makes %s and reverts %v", compact(tried.MakeReal), compact(w), told.Reverts)
	}
}

// A revert is proposed, made real and accepted as other commands are; and an accepted
// proposal is taken back by its name.
func TestRevertThroughProposals(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first := s.does(sill(1500))
	s.does(`{"command": "rename", "id": "window-north", "name": "North"}`)
	moved := s.tree()
	revert := fmt.Sprintf(`"commands": [{"command": "revert", "commits": [%q]}]`, first)

	dry := data[proposedAnswer](t, s.h, `{"action": "propose", `+revert+`}`)
	if s.tree() != moved || dry.Counts.Updated != 1 || len(dry.MakeReal) == 0 {
		t.Fatalf("proposed, it answers %+v", dry)
	}
	real := data[written](t, s.h, string(dry.MakeReal))
	if w := s.get("window-north"); w.Get("sill") != 900.0 || w.Get("name") != "North" {
		t.Errorf("made real the window is %s", compact(w))
	}
	accepted(t, s.h, compact(real.Undo))
	if now := s.tree(); now != moved {
		t.Fatalf("undo leaves\n%s", git(t, s.dir, "diff", moved, now))
	}

	titled := data[proposedAnswer](t, s.h, `{"action": "propose", "again": true, "title": "Lower it again", `+revert+`}`)
	s.does(`{"command": "rename", "id": "window-south", "name": "South"}`)
	before := s.tree()
	answer[written](t, do(t, reviewer(t, s.dir), fmt.Sprintf(`{"action": "accept", "proposal": %q}`, titled.Proposal)))
	if w := s.get("window-north"); w.Get("sill") != 900.0 {
		t.Errorf("accepted the window is %s", compact(w))
	}
	for _, c := range data[changesOut](t, s.h, `{"action": "changes"}`).Commits {
		if c.Commit == first && c.RevertedBy == "" {
			t.Error("the first commit is not told to be reverted by what the proposal brought")
		}
	}
	back := do(t, s.h, fmt.Sprintf(`{"action": "execute", "commands": [{"command": "revert", "commits": [%q]}]}`, titled.Proposal))
	if want := "ek proposals reopen " + titled.Proposal; !back.OK || !strings.Contains(fmt.Sprintf("%s %+v", back.Data, back.Meta), want) {
		t.Errorf("the proposal taken back is answered with %s, want %q in it", told(back), want)
	}
	if now := s.tree(); now != before {
		t.Errorf("the proposal taken back leaves\n%s", git(t, s.dir, "diff", before, now))
	}
}
