package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/repotest"
)

// rename is a request that writes one record, if it may.
const rename = `{"action": "execute", "again": true, "commands": [{"command": "rename", "id": "wall-east", "name": "East"}]}`

// state is a repository in a state in which not everything can be done.
type state struct {
	make  func(t *testing.T) string // answers what is given to the program as the model
	read  int                       // the exit code of a read
	write int                       // and of a write
	says  []string                  // what the refusals say: what, where, what next
}

var states = map[string]state{
	"no such folder": {func(t *testing.T) string { return filepath.Join(t.TempDir(), "nope") }, 4, 4, []string{"no model at", "nope", "ek init"}},
	"a file":         {func(t *testing.T) string { return house(t).Path("eik.json") }, 4, 4, []string{"no model at", "ek init"}},
	"no repository": {func(t *testing.T) string {
		dir := t.TempDir()
		layHouse(t, dir)
		return dir
	}, 4, 4, []string{"in no git repository", "git init"}},
	"no model": {func(t *testing.T) string { return newRepo(t).Dir }, 4, 4, []string{"no model at", "ek init"}},
	"unborn branch": {func(t *testing.T) string {
		r := newRepo(t)
		layHouse(t, r.Dir)
		return r.Dir
	}, 0, 3, []string{"in no commit yet", "git add and git commit", "commit_edits"}},
	"detached": {func(t *testing.T) string {
		r := house(t)
		r.Git("switch", "-q", "--detach")
		return r.Dir
	}, 0, 3, []string{"HEAD is detached", "git switch"}},
	"mid-merge":  {func(t *testing.T) string { return diverged(t, "merge", "-q", "other").Dir }, 0, 3, []string{"middle of a merge", "git merge --abort"}},
	"mid-rebase": {func(t *testing.T) string { return diverged(t, "rebase", "-q", "other").Dir }, 0, 3, []string{"middle of a rebase", "git rebase --abort"}},
	"mid-cherry-pick": {func(t *testing.T) string { return diverged(t, "cherry-pick", "other").Dir }, 0, 3,
		[]string{"middle of a cherry-pick", "git cherry-pick --abort"}},
	"branch elsewhere": {func(t *testing.T) string {
		r := house(t)
		other := filepath.Join(t.TempDir(), "other")
		r.Git("worktree", "add", "-q", "--force", other, "main")
		return r.Dir
	}, 0, 3, []string{"checked out in", "other"}},
	"another object format": {func(t *testing.T) string {
		r := repotest.In(t, t.TempDir())
		r.Git("init", "-q", "--object-format=sha256")
		layHouse(t, r.Dir)
		return r.Dir
	}, 3, 3, []string{"sha256", "--object-format=sha1"}},
	"a newer model": {func(t *testing.T) string {
		r := house(t)
		r.Write("eik.json", strings.Replace(r.Read("eik.json"), `"0.2"`, `"9.9"`, 1))
		r.Commit("From the future")
		return r.Dir
	}, 0, 3, []string{"version 9.9", "newer ek"}},
	"a broken manifest": {func(t *testing.T) string {
		r := house(t)
		r.Write("eik.json", "{\n")
		r.Commit("Broken")
		return r.Dir
	}, 0, 3, []string{"eik.json cannot be read", "commit_edits"}},
	"a lost git directory": {func(t *testing.T) string {
		dir := t.TempDir()
		layHouse(t, dir)
		repotest.In(t, dir).Write(".git", "gitdir: /nowhere/at/all\n")
		return dir
	}, 3, 3, []string{"/nowhere/at/all", "git worktree repair"}},
	"a broken HEAD":          {damaged(".git/HEAD", "garbage\n"), 3, 3, []string{"HEAD is neither", "git fsck", "damaged"}},
	"a broken branch":        {damaged(".git/refs/heads/main", "garbage\n"), 3, 3, []string{"refs/heads/main is neither", "git fsck", "damaged"}},
	"a broken index":         {damaged(".git/index", "garbage\n"), 3, 3, []string{"index is corrupt", "git reset", "damaged"}},
	"a broken configuration": {damaged(".git/config", "[core\n"), 3, 3, []string{"configuration", ".git/config", "damaged"}},
	"a missing object": {func(t *testing.T) string {
		r := house(t)
		id := r.Git("rev-parse", "HEAD:levels/level-0.json")
		r.Remove(".git/objects/" + id[:2] + "/" + id[2:])
		return r.Dir
	}, 3, 3, []string{"no such object", "git fsck", "damaged"}},
	"a damaged object": {func(t *testing.T) string {
		r := house(t)
		id := r.Git("rev-parse", "HEAD:levels/level-0.json")
		r.Remove(".git/objects/" + id[:2] + "/" + id[2:])
		r.Write(".git/objects/"+id[:2]+"/"+id[2:], "garbage\n")
		return r.Dir
	}, 3, 3, []string{"objects/", "git fsck", "damaged"}},
	"a file for the host's folder": {func(t *testing.T) string {
		r := house(t)
		r.Write(".eik", "mine")
		return r.Dir
	}, 3, 3, []string{".eik is", "take it away"}},
}

// diverged answers a repository in which git has stopped at a conflict.
func diverged(t *testing.T, command ...string) *repotest.Repo {
	t.Helper()
	r := house(t)
	good := r.Read("materials/wood.json")
	r.Git("switch", "-q", "-c", "other")
	r.Write("materials/wood.json", strings.Replace(good, "500", "510", 1))
	r.Commit("Oak")
	r.Git("switch", "-q", "main")
	r.Write("materials/wood.json", strings.Replace(good, "500", "520", 1))
	r.Commit("Ash")
	if out, err := r.Try(command...); err == nil {
		t.Fatalf("git %v did not stop: %s", command, out)
	}
	return r
}

func damaged(file, text string) func(t *testing.T) string {
	return func(t *testing.T) string {
		r := house(t)
		if file == ".git/config" {
			text = r.Read(file) + text
		}
		r.Remove(file)
		r.Write(file, text)
		return r.Dir
	}
}

// In every state the program says what is wrong, where and what to do, exits as it is
// documented, and writes nothing.
func TestStatesOfARepository(t *testing.T) {
	t.Parallel()
	for name, s := range states {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := s.make(t)
			before := contents(t, filepath.Dir(dir))
			read := ek(t, t.TempDir(), "summary", "-m", dir)
			write := ek(t, t.TempDir(), "request", dir, rename)
			e := write.answer(t)
			if read.code != s.read || write.code != s.write || e.OK {
				t.Errorf("a read exits with %d, a write with %d: %s %+v", read.code, write.code, read.err, e.Error)
			}
			for _, said := range []string{read.err, e.Error.Message + "\n" + e.Error.Hint} {
				if said == read.err && s.read == 0 {
					continue
				}
				for _, part := range s.says {
					if !strings.Contains(said, part) {
						t.Errorf("%q does not say %q", said, part)
					}
				}
			}
			for path, text := range contents(t, filepath.Dir(dir)) {
				if before[path] != text {
					t.Errorf("%s was written: %.100q", path, text)
				}
				delete(before, path)
			}
			if len(before) > 0 {
				t.Errorf("%d files are gone", len(before))
			}
		})
	}
}

// contents reads every file below a folder but those in the host's own.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil || d.IsDir() {
			if d != nil && (d.Name() == ".eik" || d.Name() == "eik") {
				return filepath.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
