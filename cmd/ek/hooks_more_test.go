package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/repotest"
)

func TestAnAgentIsNamedInTheMessage(t *testing.T) {
	r, door := hooked(t, ".")
	t.Setenv("EKGIT_AGENT", "claude-code/2.1.0")
	trailers := func(want string) {
		t.Helper()
		if got := r.Git("log", "-1", "--format=%(trailers:only)"); strings.TrimSpace(got) != want {
			t.Errorf("the trailers are\n%s\nof\n%s", got, r.Git("log", "-1", "--format=%B"))
		}
	}
	both := "Eik-Agent: claude-code/2.1.0\nCo-authored-by: claude-code <claude-code@agents.invalid>"
	edit(t, r, door, `"offset": 3000`, `"offset": 3100`)
	r.Git("commit", "-q", "-a", "--cleanup=strip", "-m", "Move the door\n\n# a comment")
	trailers(both)
	r.Git("commit", "-q", "--amend", "--no-edit")
	trailers(both)
	r.Git("commit", "-q", "--amend", "-m", "Move it\n\nSigned-off-by: Ada <ada@example.com>")
	trailers("Signed-off-by: Ada <ada@example.com>\n" + both)
	edit(t, r, door, `"offset": 3100`, `"offset": 3000`)
	r.Git("commit", "-q", "-a", "-v", "-m", "Back", "--edit")
	trailers(both)
	edit(t, r, door, `"swing": "left"`, `"swing": "right"`)
	if out, err := r.Try("commit", "-a", "--cleanup=strip", "-m", "# nothing"); err == nil {
		t.Errorf("a message that says nothing is committed:\n%s", out)
	}
}

func TestAPushOfNewErrorsIsRefused(t *testing.T) {
	r, door := hooked(t, ".")
	far := filepath.Join(filepath.Dir(r.Dir), "far.git")
	r.Git("init", "-q", "--bare", far)
	r.Git("remote", "add", "origin", far)
	r.Git("push", "-q", "origin", "main")
	breaks(t, r, door)
	r.Git("commit", "-q", "--no-verify", "-a", "-m", "Broken")
	refused(t, r, []string{door, "push"}, "push", "origin", "main")
	r.Git("push", "-q", "origin", "main:refs/heads/trial")
	r.Git("push", "-q", "--no-verify", "origin", "main")
	r.Git("push", "-q", "origin", ":trial")
}

func TestAPushOverWhatWasNotFetchedIsJudgedByWhatWas(t *testing.T) {
	r, door := hooked(t, ".")
	far := filepath.Join(filepath.Dir(r.Dir), "far.git")
	r.Git("init", "-q", "--bare", "-b", "main", far)
	r.Git("remote", "add", "origin", far)
	r.Git("push", "-q", "origin", "main")
	other := repotest.In(t, filepath.Join(filepath.Dir(r.Dir), "other"))
	r.Git("clone", "-q", far, other.Dir)
	other.Git("commit", "-q", "--allow-empty", "-m", "Meanwhile")
	other.Git("push", "-q", "origin", "main")
	breaks(t, r, door)
	r.Git("commit", "-q", "--no-verify", "-a", "-m", "Broken")
	refused(t, r, []string{door, "the push of"}, "push", "--force", "origin", "main")
}

func TestStrictRefusesWhatRunsNoOtherHook(t *testing.T) {
	r, door := hooked(t, ".", "--strict")
	r.Git("switch", "-q", "-c", "beside")
	breaks(t, r, door)
	if out, err := r.Try("commit", "--no-verify", "-q", "-a", "-m", "Broken"); err == nil || !strings.Contains(out, door) {
		t.Errorf("--no-verify went through: %s", out)
	}
	r.Git("add", door)
	tree := r.Git("write-tree")
	bad := r.Git("commit-tree", "-p", "HEAD", "-m", "Broken", tree)
	r.Git("tag", "kept", bad)
	r.Git("branch", "other", bad) // not checked out
	r.Git("reset", "-q", "--hard")
	r.Git("switch", "-q", "main")
	refused(t, r, []string{door}, "cherry-pick", bad)
	if _, err := r.Try("cherry-pick", "--abort"); err != nil {
		r.Git("reset", "-q", "--hard")
	}
	refused(t, r, []string{door}, "merge", "--ff-only", "other")
	r.Git("reset", "-q", "--hard")
	r.Git("branch", "-q", "-D", "other")
	r.Git("tag", "-d", "kept")
	edit(t, r, door, `"offset": 3000`, `"offset": 3100`)
	r.Git("commit", "-q", "-a", "-m", "Sound")
	r.Git("reset", "-q", "--hard", "HEAD~")
	if got := request(t, r.Dir, `{"action":"execute","commands":[{"command":"update","id":"door-entrance","set":{"offset":3200}}]}`); !got.OK {
		t.Errorf("the host's own write: %+v", got.Error)
	}
}

func TestGitsOwnMergeThatTearsARecordIsCaught(t *testing.T) {
	r, door := hooked(t, ".")
	r.Git("switch", "-q", "-c", "beside")
	edit(t, r, door, `"offset": 3000`, `"offset": 3100`)
	r.Git("commit", "-q", "-a", "-m", "Theirs")
	r.Git("switch", "-q", "main")
	edit(t, r, door, `"offset": 3000`, `"offset": 3200`)
	r.Git("commit", "-q", "-a", "-m", "Ours")
	out, err := r.Try("merge", "beside")
	if err == nil || !strings.Contains(out, "offset") {
		t.Errorf("the driver says %v:\n%s", err, out)
	}
	if got := r.Read(door); strings.Count(got, "<<<<<<< ") != 1 || strings.Count(got, "\"offset\"") != 2 || strings.Count(got, "\"hinge\"") != 1 {
		t.Errorf("the file holds\n%s", got)
	}
	r.Git("add", door)
	refused(t, r, []string{door, "file.conflict-markers"}, "commit", "-m", "With the markers")
	r.Git("merge", "--abort")

	r.Git("config", "--remove-section", "merge.eik")
	if _, err := r.Try("merge", "beside"); err == nil {
		t.Fatal("git merged what is in conflict")
	}
	r.Git("add", door)
	refused(t, r, []string{door, "file.conflict-markers"}, "commit", "-m", "With git's markers")
	r.Git("commit", "-q", "--no-verify", "-m", "All the same")
	found := ek(t, r.Dir, "validate")
	if found.code == 0 || !strings.Contains(found.out+found.err, "file.conflict-markers") {
		t.Errorf("the host says %d\n%s%s", found.code, found.out, found.err)
	}
}

// Each side gives the record a name, in lines apart: git finds nothing in conflict, and
// makes a file that says two things.
func TestALineMergeWithoutConflictsIsJudgedToo(t *testing.T) {
	r, door := hooked(t, ".")
	r.Git("config", "--remove-section", "merge.eik")
	r.Git("switch", "-q", "-c", "beside")
	edit(t, r, door, `"mark":`, `"name": "Front",`+"\n  "+`"mark":`)
	r.Git("commit", "-q", "-a", "-m", "Theirs")
	r.Git("switch", "-q", "main")
	edit(t, r, door, `"hinge":`, `"name": "Garden",`+"\n  "+`"hinge":`)
	r.Git("commit", "-q", "-a", "-m", "Ours")
	says := []string{door, "file.json", "name"}
	refused(t, r, says, "merge", "--no-edit", "beside")
	if out := r.Status(); strings.Contains(out, "UU") {
		t.Fatalf("git found a conflict: %s", out)
	}
	refused(t, r, says, "commit", "--no-edit")
	r.Git("commit", "-q", "--no-edit", "--no-verify")
	found := ek(t, r.Dir, "validate")
	for _, w := range says {
		if found.code == 0 || !strings.Contains(found.out+found.err, w) {
			t.Errorf("the host does not say %q: %d\n%s%s", w, found.code, found.out, found.err)
		}
	}
}

func TestAMergeWithoutTheProgramLosesNothing(t *testing.T) {
	r, door := hooked(t, ".")
	r.Git("switch", "-q", "-c", "beside")
	edit(t, r, door, `"hinge": "start"`, `"hinge": "end"`)
	r.Git("commit", "-q", "-a", "-m", "Theirs")
	r.Git("switch", "-q", "main")
	edit(t, r, door, `"swing": "left"`, `"swing": "right"`)
	r.Git("commit", "-q", "-a", "-m", "Ours")
	driver := r.Git("config", "merge.eik.driver")
	r.Git("config", "merge.eik.driver", strings.ReplaceAll(driver, program, "/no/such/ek"))
	refused(t, r, []string{"as lines"}, "merge", "--no-edit", "beside")
	if got := r.Read(door); !strings.Contains(got, ">>>>>>> theirs") || !strings.Contains(got, `"end"`) || !strings.Contains(got, `"right"`) {
		t.Errorf("git leaves\n%s", got)
	}
	r.Git("merge", "--abort")
	r.Git("config", "merge.eik.driver", driver)
	r.Git("merge", "-q", "--no-edit", "beside")
	if got := r.Read(door); !strings.Contains(got, `"end"`) || !strings.Contains(got, `"right"`) {
		t.Errorf("merged it is\n%s", got)
	}
}

func TestGitShowsRecordsAsLines(t *testing.T) {
	r, door := hooked(t, "a b")
	edit(t, r, door, `"offset": 3000`, `"offset": 3100`)
	if out := r.Git("diff"); !strings.Contains(out, "-offset: 3000\n+offset: 3100") {
		t.Errorf("git diff shows\n%s", out)
	}
	odd := filepath.Join(t.TempDir(), "it's odd.json")
	if err := os.WriteFile(odd, []byte("no { record"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := ek(t, r.Dir, "textconv", odd); got.out != "no { record" || got.code != 0 {
		t.Errorf("what is no record is shown as %+v", got)
	}
}

func TestWakingHooksTouchTheHostsFile(t *testing.T) {
	r, door := hooked(t, "house")
	edit(t, r, door, `"offset": 3000`, `"offset": 3100`)
	r.Git("commit", "-q", "-a", "-m", "No host has been here")
	if _, err := os.Stat(r.Path("house/.eik")); err == nil {
		r.Remove("house/.eik")
	}
	if err := os.Mkdir(r.Path("house/.eik"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"commit", "-q", "--allow-empty", "-m", "Nothing"}, {"switch", "-q", "-c", "beside"}, {"commit", "-q", "--amend", "--allow-empty", "--no-edit"}} {
		r.Remove("house/.eik/wake")
		r.Git(args...)
		if _, err := os.Stat(r.Path("house/.eik/wake")); err != nil {
			t.Errorf("git %s: %v", strings.Join(args, " "), err)
		}
	}
}
