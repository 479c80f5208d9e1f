package ops

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// site is a host on the example house where a test writes and reverts.
type site struct {
	t   *testing.T
	h   *Host
	dir string
}

func newSite(t *testing.T) *site {
	t.Helper()
	dir := houseDir(t)
	return &site{t, open(t, dir), dir}
}

// does carries out commands, confirmed where they have to be, and answers the commit.
func (s *site) does(commands string) string {
	s.t.Helper()
	return accepted(s.t, s.h, `{"action": "execute", "again": true, "commands": [`+commands+`]}`).Commit
}

// refuses carries out commands that have to be refused.
func (s *site) refuses(commands string, code model.Code) *Error {
	s.t.Helper()
	head := git(s.t, s.dir, "rev-parse", "HEAD")
	e := do(s.t, s.h, `{"action": "execute", "again": true, "commands": [`+commands+`]}`)
	if e.OK || e.Error.Code != code {
		s.t.Fatalf("%s: %s", commands, told(e))
	}
	if now := git(s.t, s.dir, "rev-parse", "HEAD"); now != head {
		s.t.Errorf("%s was refused and moved HEAD", commands)
	}
	return e.Error
}

func (s *site) tree() string { return strings.TrimSpace(git(s.t, s.dir, "rev-parse", "HEAD^{tree}")) }

func (s *site) get(id string) model.Object {
	s.t.Helper()
	out := data[struct{ Records []json.RawMessage }](s.t, s.h, fmt.Sprintf(`{"action": "read", "filter": {"ids": [%q]}, "tier": "full"}`, id))
	if len(out.Records) == 0 {
		return nil
	}
	var whole struct{ Record json.RawMessage }
	if err := json.Unmarshal(out.Records[0], &whole); err == nil && whole.Record != nil {
		out.Records[0] = whole.Record
	}
	o, err := model.DecodeObject(out.Records[0])
	if err != nil {
		s.t.Fatal(err)
	}
	return o
}

func sill(n int) string {
	return fmt.Sprintf(`{"command": "update", "id": "window-north", "set": {"sill": %d}}`, n)
}

func TestRevertKeepsWhatWasDoneSince(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first := s.does(sill(1500))
	s.does(`{"command": "rename", "id": "window-north", "name": "North"}`)
	reverted := s.does(fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, first))
	if w := s.get("window-north"); w.Get("sill") != 900.0 || w.Get("name") != "North" {
		t.Errorf("the window is %s", compact(w))
	}
	message := git(t, s.dir, "show", "-s", "--format=%B", reverted)
	for _, want := range []string{"Revert \"", "This reverts commit " + first + ".", "\nEik-Reverts: " + first + "\n", `Request: [{"command":"revert"`} {
		if !strings.Contains(message, want) {
			t.Errorf("the message lacks %q:\n%s", want, message)
		}
	}
	commits := data[changesOut](t, s.h, `{"action": "changes"}`).Commits
	if commits[2].RevertedBy != reverted || !slices.Equal(commits[0].Reverts, []string{first}) {
		t.Errorf("%+v is not told to be reverted by %+v", commits[2], commits[0])
	}
	git(t, s.dir, "fsck", "--strict")
	if status := git(t, s.dir, "status", "--porcelain"); status != "" {
		t.Errorf("git status: %s", status)
	}
}

func TestRevertOfARevertBringsBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first := s.does(`{"command": "delete", "id": "door-entrance"}`)
	gone := s.tree()
	back := s.does(fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, first))
	again := s.does(fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, back))
	if now := s.tree(); now != gone {
		t.Errorf("the revert of the revert leaves\n%s", git(t, s.dir, "diff", gone, now))
	}
	commits := data[changesOut](t, s.h, `{"action": "changes"}`).Commits
	if commits[2].RevertedBy != "" || commits[1].RevertedBy != again {
		t.Errorf("taken back are %q by %q and %q by %q", commits[2].Subject, commits[2].RevertedBy, commits[1].Subject, commits[1].RevertedBy)
	}
}

func TestRevertIsNotDoneTwice(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first := s.does(sill(1500))
	revert := fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, first)
	by := s.does(revert)
	if e := s.refuses(revert, model.InvalidArgument); !strings.Contains(e.Message, "taken back already, by "+by[:12]) {
		t.Errorf("it says %q", e.Message)
	}
	s.does(sill(1500)) // the same again, by another commit
	s.does(revert)
	if w := s.get("window-north"); w.Get("sill") != 900.0 {
		t.Errorf("the window is %s", compact(w))
	}
}

func TestRevertListsWhatWasChangedSince(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first := s.does(`{"command": "update", "id": "window-north", "set": {"sill": 1500, "name": "North"}}`)
	later := s.does(sill(1200))
	revert := fmt.Sprintf(`{"command": "revert", "commits": [%q]`, first)
	e := s.refuses(revert+"}", model.Conflict)
	var details struct {
		Conflicts []struct {
			Record, Member     string
			Base, Ours, Theirs float64
			Commit, Since      struct{ Commit string }
		}
		Try json.RawMessage
	}
	text, err := json.Marshal(e.Details)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &details); err != nil {
		t.Fatal(err)
	}
	if len(details.Conflicts) != 1 {
		t.Fatalf("%s", text)
	}
	c := details.Conflicts[0]
	if c.Record != "window-north" || c.Member != "sill" || c.Base != 1500 || c.Ours != 1200 || c.Theirs != 900 || !strings.HasPrefix(first, c.Commit.Commit) || !strings.HasPrefix(later, c.Since.Commit) {
		t.Errorf("the conflict is %+v", c)
	}
	before := s.tree()
	for take, want := range map[string]float64{`"ours"`: 1200, `"theirs"`: 900, `"value", "value": 1000`: 1000} {
		commit := s.does(revert + `, "resolutions": [{"record": "window-north", "member": "sill", "take": ` + take + `}]}`)
		if w := s.get("window-north"); w.Get("sill") != want || w.Get("name") != nil {
			t.Errorf("take %s: the window is %s", take, compact(w))
		}
		s.does(fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, commit))
		if now := s.tree(); now != before {
			t.Fatalf("taken back it is\n%s", git(t, s.dir, "diff", before, now))
		}
	}
	accepted(t, s.h, string(details.Try))
	if w := s.get("window-north"); w.Get("sill") != 1200.0 || w.Get("name") != nil {
		t.Errorf("details.try makes %s", compact(w))
	}
	s.refuses(fmt.Sprintf(`{"command": "revert", "commits": [%q], "resolutions": [{"record": "window-south", "take": "ours"}]}`, later), model.InvalidArgument)
}

func TestRevertNamesWhatDependsOnWhatGoes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	before := s.tree()
	wall := s.does(`{"command": "copy", "id": "wall-partition", "by": [1500, 0], "newId": "wall-new"}`)
	s.does(`{"command": "place_door", "host": "wall-new", "center": true, "like": "door-entrance", "id": "door-new"}`)
	revert := fmt.Sprintf(`{"command": "revert", "commits": [%q]`, wall)
	if e := s.refuses(revert+"}", model.CheckFailed); !strings.Contains(e.Message, "door-new") || !strings.Contains(e.Message, "wall-new") {
		t.Errorf("it says %q", e.Message)
	}
	s.does(revert + `, "cascade": true}`)
	if now := s.tree(); now != before {
		t.Errorf("with cascade it leaves\n%s", git(t, s.dir, "diff", before, now))
	}
}

func TestRevertNamesWhatIsNotThereForWhatComesBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	before := s.tree()
	door := s.does(`{"command": "delete", "id": "door-entrance"}`)
	s.does(`{"command": "delete", "id": "window-south"}`)
	s.does(`{"command": "delete", "id": "wall-south", "cascade": true}`)
	e := s.refuses(fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, door), model.CheckFailed)
	if !strings.Contains(e.Message, "wall-south") || !strings.Contains(e.Message, "door-entrance") {
		t.Errorf("it says %q", e.Message)
	}
	s.does(compact(e.Details["try"].(model.Object).Get("commands").([]any)[0].(model.Object)))
	s.does(`{"command": "revert", "commits": ["3"]}`)
	if now := s.tree(); now != before {
		t.Errorf("it leaves\n%s", git(t, s.dir, "diff", before, now))
	}
}

func TestRevertOfPart(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	both := s.does(sill(1500) + `, {"command": "update", "id": "window-south", "set": {"sill": 700}}`)
	s.does(fmt.Sprintf(`{"command": "revert", "commits": [%q], "only": ["window-south"]}`, both))
	if north, south := s.get("window-north"), s.get("window-south"); north.Get("sill") != 1500.0 || south.Get("sill") == 700.0 {
		t.Errorf("the windows are %s and %s", compact(north), compact(south))
	}
	s.refuses(fmt.Sprintf(`{"command": "revert", "commits": [%q], "only": ["door-entrance"]}`, both), model.InvalidArgument)
}

// Several commits are one merge where they follow upon each other: what came and went
// in between is in nobody's way.
func TestRevertOfSeveral(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	before := s.tree()
	agent := func(name, commands string) string {
		t.Helper()
		return accepted(t, s.h, `{"action": "execute", "agent": "`+name+`", "again": true, "commands": [`+commands+`]}`).Commit
	}
	one := agent("robot/1", sill(1500))
	two := agent("robot/1", sill(1400)+`, {"command": "rename", "id": "wall-south", "name": "S"}`)
	three := agent("human/1", `{"command": "rename", "id": "wall-north", "name": "N"}`)
	four := agent("robot/1", `{"command": "rename", "id": "wall-east", "name": "E"}`)
	for _, c := range []struct{ arguments, subject string }{
		{fmt.Sprintf(`"commits": [%q, %q]`, one, two), "Revert 2 commits"},
		{fmt.Sprintf(`"commits": ["%s..%s"]`, "1", two), "Revert 2 commits"},
		{`"since": "1", "by": {"agent": "robot"}`, "Revert 3 commits by agent robot since 1"},
		{`"since": "1", "until": "3", "filter": {"ids": ["window-north"]}`, "Revert 2 commits since 1 until 3"},
		{`"commits": ["2..4"]`, "Revert 2 commits"},
		{`"by": {"agent": "human"}`, `Revert "`},
	} {
		tree := s.tree()
		w := accepted(t, s.h, `{"action": "execute", "commands": [{"command": "revert", `+c.arguments+`}]}`)
		if !strings.HasPrefix(w.Subject, c.subject) {
			t.Errorf("%s: the subject is %q", c.arguments, w.Subject)
		}
		accepted(t, s.h, string(w.Undo))
		if now := s.tree(); now != tree {
			t.Fatalf("%s: undo %s leaves\n%s", c.arguments, w.Undo, git(t, s.dir, "diff", tree, now))
		}
	}
	w := accepted(t, s.h, fmt.Sprintf(`{"action": "execute", "commands": [{"command": "revert", "commits": [%q, %q, %q, %q]}]}`, four, one, three, two))
	if now := s.tree(); now != before {
		t.Errorf("all taken back leave\n%s", git(t, s.dir, "diff", before, now))
	}
	message := git(t, s.dir, "show", "-s", "--format=%B", w.Commit)
	if n := strings.Count(message, "\nEik-Reverts: "); n != 4 || !strings.Contains(message, "Takes back:\n"+four[:12]+" ") {
		t.Errorf("the message is\n%s", message)
	}
	if commits := data[changesOut](t, s.h, `{"action": "changes", "limit": 1}`).Commits; commits[0].Why != "" {
		t.Errorf("why is %q", commits[0].Why)
	}
}

// Files that are no records come back as they were, those that are not read among
// them.
func TestRevertOfOtherFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	shape := []byte("glTF\x00\x01not read")
	write(t, s.dir, "shapes/"+strings.Repeat("ab", 32)+".glb", shape)
	write(t, s.dir, "AGENTS.md", []byte("Mind the gap.\n"))
	if err := os.Chmod(filepath.Join(s.dir, "AGENTS.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	commit(t, s.dir, "Files")
	before := s.tree()
	git(t, s.dir, "rm", "-q", "AGENTS.md", "shapes/"+strings.Repeat("ab", 32)+".glb")
	commit(t, s.dir, "Away with them")
	s.does(`{"command": "revert", "commits": ["HEAD"]}`)
	if now := s.tree(); now != before {
		t.Errorf("it leaves\n%s", git(t, s.dir, "diff", before, now))
	}
	if status := git(t, s.dir, "status", "--porcelain"); status != "" {
		t.Errorf("git status: %s", status)
	}
}

func TestRevertRefuses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.does(sill(1500))
	git(t, s.dir, "checkout", "-q", "-b", "aside", "HEAD~1")
	git(t, s.dir, "commit", "-q", "--allow-empty", "-m", "Aside")
	git(t, s.dir, "checkout", "-q", "main")
	for _, c := range []struct {
		arguments string
		code      model.Code
		says      string
	}{
		{``, model.InvalidArgument, "needs commits"},
		{`, "commits": ["1"]`, model.InvalidArgument, "the first commit"},
		{`, "commits": ["nothing"]`, model.NotFound, "nothing"},
		{`, "commits": ["aside"]`, model.InvalidArgument, "not in the history"},
		{`, "commits": ["p-abcdefgh"]`, model.NotFound, "no commit of the branch accepts"},
		{`, "commits": ["HEAD"], "since": "1"`, model.InvalidArgument, "two ways"},
		{`, "by": {"agent": "nobody"}`, model.NotFound, "no commit fits"},
		{`, "commits": ["HEAD"], "resolutions": [{"record": "x", "take": "both"}]`, model.InvalidArgument, "take"},
	} {
		if e := s.refuses(`{"command": "revert"`+c.arguments+`}`, c.code); !strings.Contains(e.Message, c.says) {
			t.Errorf("%s: it says %q", c.arguments, e.Message)
		}
	}
	if e := s.refuses(`{"command": "revert", "commits": ["HEAD"]}, {"command": "rename", "id": "wall-east", "name": "E"}`, model.InvalidArgument); !strings.Contains(e.Message, "stands alone") {
		t.Errorf("it says %q", e.Message)
	}
}

// A revert is tried and carried out as other commands are: the same request is carried
// out once, and what reaches far is confirmed.
func TestRevertIsAWriteLikeOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.does(`{"command": "update", "id": "level-0", "set": {"name": "Base"}}`)
	first := strings.TrimSpace(git(t, s.dir, "rev-parse", "HEAD"))
	revert := fmt.Sprintf(`"commands": [{"command": "revert", "commits": [%q]}]`, first)
	tried := data[validateOut](t, s.h, `{"action": "validate", `+revert+`}`)
	if !tried.Valid || tried.MakeReal.Get("confirm") == nil {
		t.Fatalf("tried, it answers %+v", tried)
	}
	s.refuses(fmt.Sprintf(`{"command": "revert", "commits": [%q]}`, first), model.PreconditionFailed)
	once := data[written](t, s.h, compact(tried.MakeReal))
	again := data[written](t, s.h, compact(tried.MakeReal))
	if !again.Replayed || again.Commit != once.Commit || again.Subject != once.Subject || again.Counts.Updated != once.Counts.Updated || again.Counts.Reached != once.Counts.Reached || compact(again.Undo) != compact(once.Undo) {
		t.Errorf("first\n%+v\nthen\n%+v", once, again)
	}
}

// Do, undo and do again is not the same request sent twice.
func TestWhatWasTakenBackIsDoneAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	again := func(commands string) Envelope { return do(t, s.h, `{"action": "execute", "commands": [`+commands+`]}`) }
	for range 2 {
		w := answer[receipt](t, again(sill(1500)))
		if e := again(sill(1500)); e.OK || e.Error.Code != model.Conflict {
			t.Fatalf("sent twice: %s", told(e))
		}
		answer[receipt](t, do(t, s.h, string(w.Undo)))
	}
	for range 2 {
		answer[receipt](t, again(sill(1500)))
		answer[receipt](t, again(`{"command": "revert", "commits": ["HEAD"]}`))
	}
}
