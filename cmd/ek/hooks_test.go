package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/repotest"
)

const entrance = "architecture/level-0/door/door-entrance.json"

// hooked answers a repository under a name that needs quoting, with the example house
// in a folder of it, or in its root where that is ".", and the hooks installed.
func hooked(t testing.TB, folder string, flags ...string) (*repotest.Repo, string) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := repotest.In(t, filepath.Join(base, `Haus "am" Hügel's`))
	if err := os.Mkdir(r.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r.Git("init", "-q", "-b", "main")
	model := filepath.Join(r.Dir, folder)
	layHouse(t, model)
	r.Commit("The house as built")
	installed(t, model, flags...)
	r.Commit("Hooks")
	return r, filepath.ToSlash(filepath.Join(folder, entrance))
}

func installed(t testing.TB, dir string, flags ...string) ran {
	t.Helper()
	got := ek(t, dir, append([]string{"hooks", "install"}, flags...)...)
	if got.code != 0 {
		t.Fatalf("hooks install: %d\n%s%s", got.code, got.out, got.err)
	}
	return got
}

// edit changes text of a file in the work tree.
func edit(t testing.TB, r *repotest.Repo, path, old, next string) {
	t.Helper()
	text := r.Read(path)
	if !strings.Contains(text, old) {
		t.Fatalf("%s holds no %q:\n%s", path, old, text)
	}
	r.Write(path, strings.Replace(text, old, next, 1))
}

// breaks puts a door where its wall ends.
func breaks(t testing.TB, r *repotest.Repo, door string) {
	t.Helper()
	edit(t, r, door, `"offset": 3000`, `"offset": 300000`)
}

// refused runs git, which is to be stopped by a hook that names the words.
func refused(t testing.TB, r *repotest.Repo, words []string, args ...string) {
	t.Helper()
	before := r.Git("rev-parse", "HEAD")
	out, err := r.Try(args...)
	if err == nil {
		t.Fatalf("git %s went through:\n%s", strings.Join(args, " "), out)
	}
	for _, w := range words {
		if !strings.Contains(out, w) {
			t.Errorf("git %s does not say %q:\n%s", strings.Join(args, " "), w, out)
		}
	}
	if now := r.Git("rev-parse", "HEAD"); now != before {
		t.Errorf("git %s moved HEAD to %s", strings.Join(args, " "), now)
	}
}

func TestACommitWithANewErrorIsRefused(t *testing.T) {
	for _, folder := range []string{".", "bâtiment A/house"} {
		r, door := hooked(t, folder)
		breaks(t, r, door)
		says := []string{door, "hosted", "new error", "--no-verify"}
		r.Git("add", "-A")
		refused(t, r, says, "commit", "-m", "Move the door")
		r.Git("reset", "-q")
		refused(t, r, says, "commit", "-a", "-m", "Move the door")
		refused(t, r, says, "commit", "-m", "Move the door", door)
		refused(t, r, says, "commit", "--amend", "-a", "--no-edit")
		r.Git("commit", "-q", "--no-verify", "-a", "-m", "Move the door")
		edit(t, r, door, `"hinge": "start"`, `"hinge": "end"`)
		r.Git("commit", "-q", "-a", "-m", "A standing error passes")
		edit(t, r, door, `"offset": 300000`, `"offset": 3000`)
		r.Git("commit", "-q", "-a", "-m", "It is mended")
		r.Sound()
	}
}

func TestOnlyWhatIsStagedIsJudged(t *testing.T) {
	r, door := hooked(t, ".")
	breaks(t, r, door)
	edit(t, r, "levels/level-0.json", `"elevation": 0`, `"elevation": 10`)
	r.Git("commit", "-q", "-m", "The level alone", "levels/level-0.json")
	r.Git("add", door)
	edit(t, r, door, `"offset": 300000`, `"offset": 3000`)
	refused(t, r, []string{door}, "commit", "-m", "The staged door is broken")
	r.Git("reset", "-q", "--hard")

	edit(t, r, door, `"mark": "D-01"`, `"mark": "D-02"`)
	edit(t, r, door, `"swing": "left"`, `"swing": "sideways"`)
	out := r.Feed("s\ny\nn\n", "commit", "-q", "-p", "-m", "The mark alone")
	if got := r.Git("show", "HEAD:"+door); !strings.Contains(got, "D-02") || strings.Contains(got, "sideways") {
		t.Errorf("commit -p committed\n%s\nand said %s", got, out)
	}
	refused(t, r, []string{door, "swing"}, "commit", "-a", "-m", "The rest")
}

func TestFilesThatGitIsOnlyToldOfAreNotThere(t *testing.T) {
	r, _ := hooked(t, ".")
	r.Write("materials/steel.json", "{ this is no JSON")
	r.Git("add", "-N", "materials/steel.json")
	edit(t, r, "levels/level-0.json", `"elevation": 0`, `"elevation": 10`)
	r.Git("commit", "-q", "-m", "The level", "levels/level-0.json")
	r.Git("add", "materials/steel.json")
	refused(t, r, []string{"materials/steel.json", "file."}, "commit", "-m", "Steel")
}

func TestLinkedWorkTreesAreChecked(t *testing.T) {
	r, door := hooked(t, ".")
	beside := repotest.In(t, filepath.Join(filepath.Dir(r.Dir), "beside ümläut"))
	r.Git("worktree", "add", "-q", beside.Dir, "-b", "beside")
	breaks(t, beside, door)
	refused(t, beside, []string{door}, "commit", "-a", "-m", "Move the door")
	refused(t, beside, []string{door}, "commit", "-m", "Move the door", door)
	edit(t, beside, door, "300000", "3100")
	beside.Git("commit", "-q", "-a", "-m", "Move the door a little")
	if out := r.Git("rev-parse", "main"); out == beside.Git("rev-parse", "HEAD") {
		t.Error("the commit went to main")
	}
}

func TestARepositoryElsewhereIsFound(t *testing.T) {
	r, door := hooked(t, ".")
	breaks(t, r, door)
	refused(t, r, []string{door}, "--git-dir="+filepath.Join(r.Dir, ".git"), "--work-tree="+r.Dir, "commit", "-a", "-m", "Move the door")
	away := filepath.Join(filepath.Dir(r.Dir), "away.git")
	if err := os.Rename(filepath.Join(r.Dir, ".git"), away); err != nil {
		t.Fatal(err)
	}
	out, err := r.Try("--git-dir="+away, "--work-tree="+r.Dir, "commit", "-a", "-m", "Move the door")
	if err == nil || !strings.Contains(out, door) {
		t.Errorf("the commit ended %v:\n%s", err, out)
	}
	if out, err := r.Try("--git-dir="+away, "--work-tree="+r.Dir, "commit", "--no-verify", "-qam", "Move the door"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestObjectsElsewhereAreRead(t *testing.T) {
	r, door := hooked(t, ".")
	objects := filepath.Join(filepath.Dir(r.Dir), "objects")
	if err := os.Mkdir(objects, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_OBJECT_DIRECTORY", objects)
	t.Setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", filepath.Join(r.Dir, ".git", "objects"))
	breaks(t, r, door)
	refused(t, r, []string{door}, "commit", "-a", "-m", "Move the door")
	edit(t, r, door, "300000", "3100")
	r.Git("commit", "-q", "-a", "-m", "Move the door a little")
}

func TestASubfolderAndASplitIndexAreNoTrouble(t *testing.T) {
	r, door := hooked(t, "house")
	r.Git("update-index", "--split-index")
	breaks(t, r, door)
	below := repotest.In(t, filepath.Join(r.Dir, "house", "levels"))
	refused(t, below, []string{door}, "commit", "-a", "-m", "Move the door")
	edit(t, r, door, "300000", "3100")
	below.Git("commit", "-q", "-a", "-m", "Move the door a little")
}

// TestAClientWithoutAnEnvironment commits as programs with windows do: no HOME, no
// terminal, a PATH without ek.
func TestAClientWithoutAnEnvironment(t *testing.T) {
	r, door := hooked(t, ".")
	breaks(t, r, door)
	bare := func(args ...string) (string, error) {
		git := exec.Command("git", args...)
		git.Dir, git.Env = r.Dir, []string{"PATH=/usr/bin:/bin"}
		out, err := git.CombinedOutput()
		return string(out), err
	}
	person := []string{"-c", "user.name=Ada", "-c", "user.email=ada@example.org"}
	if out, err := bare(append(person, "commit", "-a", "-m", "Move the door")...); err == nil || !strings.Contains(out, door) {
		t.Errorf("%v\n%s", err, out)
	}
	edit(t, r, door, "300000", "3100")
	if out, err := bare(append(person, "commit", "-q", "-a", "-m", "Move the door a little")...); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestAMissingProgramStopsACommit(t *testing.T) {
	r, door := hooked(t, ".")
	script := filepath.Join(r.Dir, ".git", "hooks", "pre-commit")
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	gone := strings.ReplaceAll(string(text), program, "/no/such/ek")
	if gone == string(text) {
		t.Fatalf("the hook does not name %s:\n%s", program, text)
	}
	if err := os.WriteFile(script, []byte(gone), 0o755); err != nil {
		t.Fatal(err)
	}
	edit(t, r, door, `"offset": 3000`, `"offset": 3100`)
	refused(t, r, []string{"/no/such/ek", "install"}, "commit", "-a", "-m", "Move the door")
	t.Setenv("PATH", filepath.Dir(program)+":"+os.Getenv("PATH"))
	r.Git("commit", "-q", "-a", "-m", "It is found in PATH")
}

func TestMergesAreJudgedAgainstBothParents(t *testing.T) {
	r, door := hooked(t, ".")
	r.Git("switch", "-q", "-c", "beside")
	breaks(t, r, door)
	r.Git("commit", "-q", "--no-verify", "-a", "-m", "Break it beside")
	r.Git("switch", "-q", "main")
	edit(t, r, "levels/level-0.json", `"elevation": 0`, `"elevation": 10`)
	r.Git("commit", "-q", "-a", "-m", "The level")
	r.Git("merge", "-q", "--no-edit", "beside") // the error stands on one side
	r.Sound()
}

func TestAMergeThatBreaksWhatNeitherSideDoesIsRefused(t *testing.T) {
	r, door := hooked(t, ".")
	twin := "architecture/level-0/door/door-%s.json"
	second := func(name, offset string) {
		text := strings.NewReplacer("door-entrance", "door-"+name, `"D-01"`, `"`+name+`"`, "3000", offset).Replace(r.Read(door))
		r.Write(strings.Replace(twin, "%s", name, 1), text)
	}
	r.Git("switch", "-q", "-c", "beside")
	second("ours", "5200")
	r.Commit("A second door")
	r.Git("switch", "-q", "main")
	second("theirs", "5200")
	r.Commit("A second door too")
	refused(t, r, []string{"door-", "new error"}, "merge", "--no-edit", "beside")
	refused(t, r, []string{"door-", "new error"}, "commit", "--no-edit")
	r.Git("rm", "-qf", strings.Replace(twin, "%s", "ours", 1))
	r.Git("commit", "-q", "--no-edit")
	if parents := r.Git("log", "-1", "--format=%P"); len(strings.Fields(parents)) != 2 {
		t.Errorf("the merge has the parents %q", parents)
	}
}
