package hooks_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit"
	"github.com/openeik/ekgit/hooks"
	"github.com/openeik/ekgit/repo/repotest"
)

// asHook makes this test program the hook of a server's repository.
const asHook = "EK_TEST_PRE_RECEIVE"

// Before any test there is a look at whether git runs this program as its hook.
var _ = beTheHook()

func beTheHook() bool {
	if os.Getenv(asHook) != "" {
		os.Exit(preReceive())
	}
	return false
}

func preReceive() int {
	refusals, err := hooks.Receive(context.Background(), hooks.Push{
		Dir: ".", Getenv: os.Getenv, Updates: os.Stdin,
		Now: func() time.Time { return time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "ek:", err)
		return 1
	}
	if err := hooks.WriteRefusals(os.Stderr, refusals); err != nil || len(refusals) > 0 {
		return 1
	}
	return 0
}

// world is a bare repository that a hook guards, and a clone to push from.
type world struct {
	*repotest.Repo                // the clone, on branch main
	server         *repotest.Repo // bare
	t              testing.TB
	keys           string // folder of keys
}

// empty is a world whose server holds nothing yet.
func empty(t testing.TB) *world {
	t.Helper()
	r := repotest.New(t)
	dir := filepath.Join(filepath.Dir(r.Dir), "the hill's.git")
	r.Git("init", "-q", "--bare", "--template=", "-b", "main", dir)
	r.Git("remote", "add", "origin", dir)
	w := &world{Repo: r, server: repotest.In(t, dir), t: t, keys: t.TempDir()}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w.server.Write("hooks/pre-receive", fmt.Sprintf("#!/bin/sh\n%s=1 exec '%s'\n", asHook, program))
	if err := os.Chmod(w.server.Path("hooks/pre-receive"), 0o755); err != nil {
		t.Fatal(err)
	}
	return w
}

// house is a world whose server holds the example house.
func house(t testing.TB) *world {
	t.Helper()
	w := empty(t)
	source, err := fs.Sub(ekgit.Examples, "testdata/one-storey-house")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(w.Dir, source); err != nil {
		t.Fatal(err)
	}
	w.Repo.Commit("First")
	w.Git("push", "-q", "-u", "origin", "main")
	return w
}

// set configures the server.
func (w *world) set(settings ...string) {
	w.t.Helper()
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		w.server.Git("config", name, value)
	}
}

// key makes a key, and lets the server allow it for principals where there are some.
func (w *world) key(name, principals string) string {
	w.t.Helper()
	file := filepath.Join(w.keys, name)
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", file).CombinedOutput(); err != nil {
		w.t.Fatalf("%v: %s", err, out)
	}
	public, err := os.ReadFile(file + ".pub")
	if err != nil {
		w.t.Fatal(err)
	}
	allowed := filepath.Join(w.keys, "allowed")
	if principals != "" {
		old, _ := os.ReadFile(allowed) // the first one finds none
		if err := os.WriteFile(allowed, fmt.Appendf(old, "%s %s", principals, public), 0o600); err != nil {
			w.t.Fatal(err)
		}
	}
	w.set("eik.allowedSigners=" + allowed)
	return file
}

// signsWith lets git sign with a key where it is told to sign.
func (w *world) signsWith(key string) {
	w.Git("config", "gpg.format", "ssh")
	w.Git("config", "user.signingkey", key)
}

const door = "architecture/level-0/door/door-entrance.json"

// edit changes the width of a wall or the offset of the door in the work tree.
func (w *world) offset(mm int) {
	w.t.Helper()
	w.Write(door, fmt.Sprintf(`{
  "id": "door-entrance",
  "category": "door",
  "mark": "D-01",
  "typeId": "door-type-1000x2100",
  "levelId": "level-0",
  "hostId": "wall-south",
  "offset": %d,
  "hinge": "start",
  "swing": "left"
}
`, mm))
}

// breaks makes the work tree one with a new error.
func (w *world) breaks() { w.offset(99_000) }

// state is all that a server holds, by path.
func (w *world) state() string {
	w.t.Helper()
	var all strings.Builder
	if err := filepath.WalkDir(w.server.Dir, func(path string, d fs.DirEntry, err error) error {
		fmt.Fprintln(&all, path)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return all.String() + w.server.Git("for-each-ref")
}

// refused pushes, and wants the server to refuse it with a text, and to stay as it is.
func (w *world) refused(want string, push ...string) {
	w.t.Helper()
	before := w.state()
	out, err := w.Try(append([]string{"push", "-q", "origin"}, push...)...)
	if err == nil {
		w.t.Fatalf("the push was let in; wanted: %s\n%s", want, out)
	}
	if !strings.Contains(out, "remote: ek: refused: ") || !strings.Contains(out, want) {
		w.t.Errorf("refused with:\n%s\nwanted: %s", out, want)
	}
	if after := w.state(); after != before {
		w.t.Errorf("the refused push left something behind:\n%s\nbefore:\n%s", after, before)
	}
}

// taken pushes, and wants the server to let it in.
func (w *world) taken(push ...string) {
	w.t.Helper()
	if out, err := w.Try(append([]string{"push", "-q", "origin"}, push...)...); err != nil {
		w.t.Fatalf("git push %q: %v\n%s", push, err, out)
	}
	w.server.Sound()
}
