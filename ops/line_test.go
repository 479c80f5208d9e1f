package ops

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// accepting makes a history in which a proposal of two commits by an agent was accepted
// by a merge, while the branch moved: 1 the house, 2 and 3 the branch's own, 4 the
// merge, 5 a rename since.
func accepting(t *testing.T) (s *site, raised, moved, merge string) {
	t.Helper()
	s = newSite(t)
	s.does(`{"command": "add_level", "id": "level-1", "name": "First floor", "above": "level-0"}`)
	git(t, s.dir, "checkout", "-q", "-b", "proposals/p-abcdefgh")
	s.edit(northWindow, `"sill": 900`, `"sill": 1500`)
	raised = s.commitAs("Raise the sill", "The neighbour looks in.")
	s.edit("architecture/level-0/slab/slab-ground.json", `"levelId": "level-0"`, `"levelId": "level-1"`)
	if err := s.rename("architecture/level-0/slab/slab-ground.json", "architecture/level-1/slab/slab-ground.json"); err != nil {
		t.Fatal(err)
	}
	moved = s.commitAs("Move the slab", "It lay on the wrong level.")
	git(t, s.dir, "checkout", "-q", "main")
	s.does(`{"command": "rename", "id": "window-north", "name": "North"}`)
	git(t, s.dir, "-c", "user.name=Rev Iewer", "merge", "-q", "--no-ff", "-m", "Accept \"Raise the sill\"\n\nFine.\n\nEik-Proposal: p-abcdefgh\n", "proposals/p-abcdefgh")
	git(t, s.dir, "branch", "-q", "-D", "proposals/p-abcdefgh")
	merge = s.head()
	s.does(`{"command": "rename", "id": "slab-ground", "name": "Slab"}`)
	return s, raised, moved, merge
}

func (s *site) head() string { return strings.TrimSpace(git(s.t, s.dir, "rev-parse", "HEAD")) }

func (s *site) edit(file, old, new string) {
	s.t.Helper()
	text := textOf(s.t, s.dir, file)
	if !strings.Contains(text, old) {
		s.t.Fatalf("%s has no %s:\n%s", file, old, text)
	}
	write(s.t, s.dir, file, []byte(strings.Replace(text, old, new, 1)))
}

func (s *site) rename(from, to string) error {
	write(s.t, s.dir, to, []byte(textOf(s.t, s.dir, from)))
	return gitCommand(s.t.Context(), s.dir, "rm", "-q", "-f", from).Run()
}

// commitAs commits the folder as a proposal of an agent.
func (s *site) commitAs(subject, why string) string {
	commit(s.t, s.dir, subject+"\n\n"+why+"\n\nEik-Agent: drafter/2\nEik-Proposal: p-abcdefgh\n")
	return s.head()
}

func TestHistoryThroughAMergeNamesWhoMadeTheChange(t *testing.T) {
	t.Parallel()
	s, raised, moved, merge := accepting(t)
	for _, c := range []struct {
		id, member, commit, agent, proposal, through, why string
		sequence                                          int
	}{
		{"window-north", "sill", raised, "drafter/2", "p-abcdefgh", merge, "The neighbour looks in.", 0},
		{"window-north", "name", "", "", "", "", "", 3},
		{"slab-ground", "levelId", moved, "drafter/2", "p-abcdefgh", merge, "It lay on the wrong level.", 0},
		{"slab-ground", "name", "", "", "", "", "", 5},
		{"slab-ground", "typeId", "", "", "", "", "", 1},
	} {
		out := data[changesOut](t, s.h, fmt.Sprintf(`{"action": "history", "id": %q, "member": %q}`, c.id, c.member))
		b := out.Blame[0]
		if c.commit != "" && b.Commit != c.commit || b.Agent != c.agent || b.Proposal != c.proposal || b.Through != c.through || b.Why != c.why {
			t.Errorf("%s %s is told as %+v", c.id, c.member, b)
		}
		if n := b.Sequence; (n == nil) != (c.sequence == 0) || n != nil && *n != c.sequence {
			t.Errorf("%s %s has sequence %v", c.id, c.member, n)
		}
	}
	slab := data[changesOut](t, s.h, `{"action": "history", "id": "slab-ground"}`).Commits
	var subjects []string
	for _, c := range slab {
		subjects = append(subjects, c.Subject)
	}
	if window := data[changesOut](t, s.h, `{"action": "history", "id": "window-north"}`).Commits; len(window) != 3 || window[0].Commit != raised || window[1].Sequence == nil || *window[1].Sequence != 3 {
		t.Errorf("the window's history is %+v", window)
	}
	if want := []string{"Rename slab slab-ground to Slab", "Move the slab", "The house as built"}; !slices.Equal(subjects, want) || slab[1].Through != merge || slab[1].Proposal != "p-abcdefgh" {
		t.Errorf("the history is %q, %+v", subjects, slab[1])
	}
}

func TestAnAcceptedProposalIsOneLineThatExpands(t *testing.T) {
	t.Parallel()
	s, raised, moved, merge := accepting(t)
	line := data[changesOut](t, s.h, `{"action": "changes"}`).Commits
	if len(line) != 5 || line[1].Commit != merge || line[1].Brought != 2 || line[1].Brings != nil || line[1].Proposal != "p-abcdefgh" || line[0].Brought != 0 {
		t.Fatalf("the line is %+v", line)
	}
	expanded := data[changesOut](t, s.h, `{"action": "changes", "expand": true}`).Commits[1].Brings
	if len(expanded) != 2 || expanded[0].Commit != moved || expanded[1].Commit != raised || expanded[1].Agent != "drafter/2" || expanded[1].Why != "The neighbour looks in." {
		t.Errorf("it brought %+v", expanded)
	}
}

// An accepted proposal is taken back as a whole, by its name or that of the merge, or a
// commit of it alone; what was done since stays.
func TestRevertOfAnAcceptedProposal(t *testing.T) {
	t.Parallel()
	s, raised, moved, merge := accepting(t)
	for _, c := range []struct {
		commits, subject string
		sill             float64
		level            string
		reverts          []string
	}{
		{`"p-abcdefgh"`, `Revert "Accept "Raise the sill""`, 900, "level-0", []string{merge}},
		{fmt.Sprintf("%q", merge), `Revert "Accept "Raise the sill""`, 900, "level-0", []string{merge}},
		{fmt.Sprintf("%q, %q", raised, merge), `Revert "Accept "Raise the sill""`, 900, "level-0", []string{merge}},
		{fmt.Sprintf("%q", raised), `Revert "Raise the sill"`, 900, "level-1", []string{raised}},
		{fmt.Sprintf("%q", moved), `Revert "Move the slab"`, 1500, "level-0", []string{moved}},
		{fmt.Sprintf("%q, %q", raised, moved), "Revert 2 commits", 900, "level-0", []string{moved, raised}},
		{fmt.Sprintf("%q, %q", s.head(), raised), "Revert 2 commits", 900, "level-1", []string{s.head(), raised}},
	} {
		before := s.tree()
		w := accepted(t, s.h, fmt.Sprintf(`{"action": "execute", "commands": [{"command": "revert", "commits": [%s]}]}`, c.commits))
		window, slab := s.get("window-north"), s.get("slab-ground")
		if window.Get("sill") != c.sill || window.Get("name") != "North" || slab.Get("levelId") != c.level {
			t.Errorf("%s: the window is %s, the slab %s", c.commits, compact(window), compact(slab))
		}
		told := data[changesOut](t, s.h, `{"action": "changes", "limit": 1}`).Commits[0]
		if w.Subject != c.subject || !slices.Equal(told.Reverts, c.reverts) {
			t.Errorf("%s: %q reverts %v", c.commits, w.Subject, told.Reverts)
		}
		accepted(t, s.h, string(w.Undo))
		if now := s.tree(); now != before {
			t.Fatalf("%s: undo leaves\n%s", c.commits, git(t, s.dir, "diff", before, now))
		}
	}
	accepted(t, s.h, `{"action": "execute", "commands": [{"command": "revert", "commits": ["p-abcdefgh"]}]}`)
	by := s.head()
	for _, c := range append(data[changesOut](t, s.h, `{"action": "changes"}`).Commits, data[changesOut](t, s.h, `{"action": "changes", "until": "4"}`).Commits...) {
		if c.Commit == merge && c.RevertedBy != by {
			t.Errorf("the merge is reverted by %q, not %q", c.RevertedBy, by)
		}
	}
	if e := s.refuses(`{"command": "revert", "commits": ["p-abcdefgh"]}`, model.InvalidArgument); !strings.Contains(e.Message, "taken back already") {
		t.Errorf("it says %q", e.Message)
	}
}

// What an agent did in proposals is found and taken back as what it did itself: the
// merges are other people's.
func TestWorkInProposalsIsItsAuthors(t *testing.T) {
	t.Parallel()
	s, raised, _, merge := accepting(t)
	if commits := data[changesOut](t, s.h, `{"action": "changes", "by": {"agent": "drafter"}}`).Commits; len(commits) != 1 || commits[0].Commit != merge {
		t.Errorf("by the agent are %+v", commits)
	}
	changed := data[table](t, s.h, `{"action": "query", "select": ["id"], "filter": {"changedSince": "1", "changedBy": {"agent": "drafter"}}}`)
	if len(changed.Rows) != 2 {
		t.Errorf("changed by the agent are %v", changed.Rows)
	}
	w := accepted(t, s.h, `{"action": "execute", "commands": [{"command": "revert", "by": {"agent": "drafter"}}]}`)
	if w.Subject != `Revert "Accept "Raise the sill""` {
		t.Errorf("all of the agent's is %q", w.Subject)
	}
	accepted(t, s.h, string(w.Undo))

	git(t, s.dir, "checkout", "-q", "-b", "mixed")
	s.edit(northWindow, `"sill": 1500`, `"sill": 1600`)
	by := s.commitAs("Raise it more", "Higher.")
	s.edit("architecture/level-0/window/window-south.json", `"sill": 900`, `"sill": 800`)
	commit(t, s.dir, "By hand")
	git(t, s.dir, "checkout", "-q", "main")
	git(t, s.dir, "merge", "-q", "--no-ff", "-m", "Take both", "mixed")
	w = accepted(t, s.h, `{"action": "execute", "commands": [{"command": "revert", "since": "6", "by": {"agent": "drafter"}}]}`)
	told := data[changesOut](t, s.h, `{"action": "changes", "limit": 1}`).Commits[0]
	if !slices.Equal(told.Reverts, []string{by}) || s.get("window-south").Get("sill") != 800.0 || s.get("window-north").Get("sill") != 1500.0 {
		t.Errorf("%q reverts %v, not %s (%s before)", w.Subject, told.Reverts, by, raised)
	}
}
