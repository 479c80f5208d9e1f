package hooks_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/hooks"
)

// installed lets a server be guarded by this program as if it were ek, and answers
// what installing says.
func (w *world) installed() string {
	w.t.Helper()
	self, err := os.Executable()
	if err != nil {
		w.t.Fatal(err)
	}
	program := filepath.Join(w.keys, "ek")
	if err := os.WriteFile(program, fmt.Appendf(nil, "#!/bin/sh\n[ \"$1 $2\" = 'hook pre-receive' ] || exit 9\n%s=1 exec '%s'\n", asHook, self), 0o755); err != nil {
		w.t.Fatal(err)
	}
	r, err := hooks.Install(w.t.Context(), w.server.Dir, hooks.Options{Program: program, Server: true})
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.Join(r.Done, "\n")
}

// TestInstallServer guards a server that has a hook of its own, with a model in a folder.
func TestInstallServer(t *testing.T) {
	w := house(t)
	own := "#!/bin/sh\ncat > seen\n"
	e := empty(t)
	e.server.Write("hooks/pre-receive", own)
	e.Git("fetch", "-q", w.Dir, "main")
	e.Git("read-tree", "--prefix=models/the house/", "-u", "FETCH_HEAD")
	e.Git("commit", "-q", "-m", "First")
	e.Git("push", "-q", "origin", "HEAD:main")

	said := e.installed()
	if again := e.installed(); strings.Contains(again, "(eik.path)") || !strings.Contains(said, "the model lies in models/the house") {
		t.Errorf("first: %s\nagain: %s", said, again)
	}
	if got := e.server.Git("config", "eik.path"); got != "models/the house" {
		t.Errorf("eik.path is %q", got)
	}
	if got := e.server.Git("check-attr", "merge", "--", "a.json"); !strings.HasSuffix(got, "merge: eik") {
		t.Errorf("the server's attributes: %s", got)
	}
	e.server.Remove("seen")
	e.Write("models/the house/"+door, "{")
	e.Repo.Commit("Break")
	e.refused(door, "HEAD:main")
	if seen := e.server.Read("seen"); seen != "" {
		t.Errorf("the server's own hook saw a push that was refused: %s", seen)
	}
	e.taken("HEAD:refs/tags/t", "HEAD:refs/heads/try")
	if seen := e.server.Read("seen"); strings.Count(seen, "\n") != 2 || !strings.Contains(seen, "refs/tags/t") {
		t.Errorf("the server's own hook saw %q", seen)
	}
	if _, err := hooks.Remove(t.Context(), e.server.Dir); err != nil {
		t.Fatal(err)
	}
	if got := e.server.Read("hooks/pre-receive"); got != own {
		t.Errorf("after removing, the server's own hook is\n%s", got)
	}
	e.taken("HEAD:main")
}

// TestInstallServerFailsClosed takes the program away.
func TestInstallServerFailsClosed(t *testing.T) {
	w := house(t)
	w.installed()
	if err := os.Remove(filepath.Join(w.keys, "ek")); err != nil {
		t.Fatal(err)
	}
	w.offset(2500)
	w.Repo.Commit("Sound")
	before := w.state()
	out, err := w.Try("push", "origin", "main")
	if err == nil || !strings.Contains(out, "remote: ek: pre-receive stops") || strings.Contains(out, "--no-verify") || w.state() != before {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestInstallServerOfSeveralModels(t *testing.T) {
	e := empty(t)
	if said := e.installed(); strings.Contains(said, "eik.path") {
		t.Errorf("an empty server: %s", said)
	}
	e.Write("a/eik.json", "{}")
	e.Write("b/eik.json", "{}")
	e.Repo.Commit("Two")
	e.taken("main")
	if said := e.installed(); !strings.Contains(said, "there are several models (a, b)") {
		t.Errorf("%s", said)
	}
}
