package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/repo/repotest"
)

// everything answers the files of a folder, by path: mode and content.
func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if d.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			files[path] = "link " + target
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = info.Mode().String() + " " + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func hookFile(t *testing.T, r *repotest.Repo, name, script string, mode fs.FileMode) {
	t.Helper()
	path := filepath.Join(".git", "hooks", name)
	r.Write(path, script)
	if err := os.Chmod(r.Path(path), mode); err != nil {
		t.Fatal(err)
	}
}

func TestHooksOfOthersStayAndRun(t *testing.T) {
	r := house(t)
	hookFile(t, r, "pre-commit", "#!/usr/bin/env bash\nset -e\necho theirs >> ran\nexit 0", 0o755)
	hookFile(t, r, "commit-msg", "#!/usr/bin/perl\nopen(F, '>>', 'ran'); print F \"perl\\n\"; close F; exit 0;\n", 0o750)
	hookFile(t, r, "pre-push", "#!/bin/sh\ncat >> ran\n", 0o755)
	hookFile(t, r, "post-commit", "#!/bin/sh\necho dormant >> ran\n", 0o644)
	if err := os.Symlink("pre-commit", r.Path(".git/hooks/post-merge")); err != nil {
		t.Fatal(err)
	}
	r.Write(".git/info/attributes", "*.pdf binary")
	hooks, tracked, config := everything(t, r.Path(".git/hooks")), r.Read(".gitattributes"), r.Read(".git/config")
	installed(t, r.Dir)
	installed(t, r.Dir, "--strict") // again
	if out := ek(t, r.Dir, "hooks", "status").out; !strings.Contains(out, "runs ek and then what was there") || !strings.Contains(out, "reference-transaction  runs ek") {
		t.Errorf("the status is\n%s", out)
	}
	edit(t, r, entrance, "3000", "3100")
	r.Git("add", entrance)
	r.Git("commit", "-q", "-m", "A little")
	if got := r.Read("ran"); got != "theirs\nperl\n" {
		t.Errorf("these ran: %q", got)
	}
	far := filepath.Join(filepath.Dir(r.Dir), "far.git")
	r.Git("init", "-q", "--bare", far)
	r.Git("push", "-q", far, "main")
	if got := r.Read("ran"); !strings.HasSuffix(got, "refs/heads/main "+strings.Repeat("0", 40)+"\n") {
		t.Errorf("their pre-push read %q", got)
	}
	breaks2 := strings.Replace(r.Read(entrance), "3100", "310000", 1)
	r.Write(entrance, breaks2)
	refused(t, r, []string{entrance}, "commit", "-a", "-m", "Broken")
	if got := ek(t, r.Dir, "hooks", "remove"); got.code != 0 {
		t.Fatalf("%s%s", got.out, got.err)
	}
	if diff := cmp.Diff(hooks, everything(t, r.Path(".git/hooks"))); diff != "" {
		t.Errorf("the hooks before (-), and after they were installed and removed (+):\n%s", diff)
	}
	if r.Read(".gitattributes") != tracked || r.Read(".git/info/attributes") != "*.pdf binary" || r.Read(".git/config") != config {
		t.Errorf("left behind:\n%s\n%s\n%s", r.Read(".gitattributes"), r.Read(".git/info/attributes"), r.Read(".git/config"))
	}
}

func TestTheExitCodeOfAChainedHookCounts(t *testing.T) {
	for _, script := range []string{"#!/bin/sh\nexit 3\n", "#!/usr/bin/perl\nexit 3;\n"} {
		r := house(t)
		hookFile(t, r, "pre-commit", script, 0o755)
		installed(t, r.Dir)
		edit(t, r, entrance, "3000", "3100")
		refused(t, r, nil, "commit", "-a", "-m", "Theirs refuses")
	}
}

func TestHooksGoWhereGitLooksForThem(t *testing.T) {
	r := house(t)
	r.Git("config", "core.hooksPath", "tools/my hooks")
	beside := repotest.In(t, filepath.Join(filepath.Dir(r.Dir), "beside"))
	r.Git("worktree", "add", "-q", beside.Dir, "-b", "beside")
	installed(t, filepath.Join(r.Dir, "levels"), "-m", r.Dir)
	if _, err := os.Stat(r.Path("tools/my hooks/pre-commit")); err != nil {
		t.Error(err)
	}
	breaks(t, r, entrance)
	refused(t, r, []string{entrance}, "commit", "-a", "-m", "Broken")
	if got := ek(t, r.Dir, "hooks", "remove"); got.code != 0 || r.Read("tools/my hooks/pre-commit") != "" {
		t.Errorf("%s%s", got.out, got.err)
	}
}

func TestHooksThatAreNotTheRepositorysOwnAreNotTouched(t *testing.T) {
	for name, set := range map[string]func(*repotest.Repo){
		"husky":      func(r *repotest.Repo) { r.Git("config", "core.hooksPath", ".husky/_") },
		"pre-commit": func(r *repotest.Repo) { r.Write(".pre-commit-config.yaml", "repos: []\n") },
		"lefthook":   func(r *repotest.Repo) { r.Write("lefthook.yml", "pre-push:\n") },
		"in each hook": func(r *repotest.Repo) {
			r.Git("config", "core.hooksPath", filepath.Join(filepath.Dir(r.Dir), "of all repositories"))
		},
	} {
		r := house(t)
		set(r)
		before := everything(t, r.Path(".git/hooks"))
		got := installed(t, r.Dir)
		if !strings.Contains(got.out, "hook pre-commit") || !strings.Contains(got.out, name) {
			t.Errorf("%s: it says\n%s", name, got.out)
		}
		if diff := cmp.Diff(before, everything(t, r.Path(".git/hooks"))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if r.Git("config", "merge.eik.driver") == "" {
			t.Errorf("%s: there is no merge driver", name)
		}
	}
}

func TestTwoModelsOfARepositoryAreBothChecked(t *testing.T) {
	r := newRepo(t)
	layHouse(t, r.Path("a"))
	layHouse(t, r.Path("b c"))
	r.Commit("Two houses")
	installed(t, r.Path("a"))
	installed(t, r.Path("b c"))
	for _, folder := range []string{"a", "b c"} {
		breaks(t, r, folder+"/"+entrance)
		refused(t, r, []string{folder + "/" + entrance}, "commit", "-a", "-m", "Broken")
		r.Git("checkout", "-q", ".")
	}
	r.Git("switch", "-q", "--orphan", "docs")
	r.Write("readme.txt", "No model here.\n")
	r.Git("add", "readme.txt")
	r.Git("commit", "-q", "-m", "Another branch")
}

func TestTheDriversGetTheModelsFilesAlone(t *testing.T) {
	r := newRepo(t)
	folders := []string{"a", `Hügel's [1] "b"\c*`}
	for _, folder := range folders {
		layHouse(t, r.Path(folder))
	}
	r.Write("package.json", "{}\n")
	r.Commit("Two houses")
	for _, folder := range folders {
		if out := installed(t, r.Path(folder)).out; !strings.Contains(out, "info/attributes") {
			t.Errorf("it says\n%s", out)
		}
	}
	if got := r.Status(); got != "" {
		t.Errorf("what is tracked is changed: %s", got)
	}
	for _, folder := range folders {
		for path, want := range map[string]string{folder + "/" + entrance: "eik", folder + "/eik.json": "eik", folder + "/AGENTS.md": "unspecified", "package.json": "unspecified"} {
			if got := r.Git("check-attr", "-z", "merge", "--", path); !strings.Contains(got, "\x00"+want+"\x00") {
				t.Errorf("%s: %q", path, got)
			}
		}
		if out := ek(t, r.Path(folder), "hooks", "status").out; !strings.Contains(out, "attributes             set up") {
			t.Errorf("the status is\n%s", out)
		}
		edit(t, r, folder+"/"+entrance, `"offset": 3000`, `"offset": 3100`)
		if out := r.Git("diff", "--", ":(literal)"+folder); !strings.Contains(out, "-offset: 3000\n+offset: 3100") {
			t.Errorf("git diff shows\n%s", out)
		}
	}
}
