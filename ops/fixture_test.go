package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/openeik/ekgit"
)

// clock is the time that hosts of tests have.
func clock() time.Time { return time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC) }

// git runs git in a folder, as one person at one time, so that commits have the same
// names on every run. It answers what git prints.
func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	out, err := gitCommand(t.Context(), dir, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func gitCommand(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=Ada Quill", "GIT_AUTHOR_EMAIL=ada@example.org", "GIT_AUTHOR_DATE=2026-04-01T10:00:00Z",
		"GIT_COMMITTER_NAME=Ada Quill", "GIT_COMMITTER_EMAIL=ada@example.org", "GIT_COMMITTER_DATE=2026-04-01T10:00:00Z")
	return cmd
}

// write puts a file into a folder.
func write(t testing.TB, dir, name string, data []byte) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// houseDir makes a repository that holds the example house in one commit.
func houseDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	root, err := fs.Sub(ekgit.Examples, "testdata/one-storey-house")
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		write(t, dir, name, data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "config", "user.name", "Ada Quill")
	git(t, dir, "config", "user.email", "ada@example.org")
	commit(t, dir, "The house as built")
	return dir
}

// commit commits everything in a folder.
func commit(t testing.TB, dir, message string) {
	t.Helper()
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", message)
}

// open opens a host on a folder, for the time of a test.
func open(t testing.TB, dir string) *Host {
	t.Helper()
	var n atomic.Int64
	h, err := Open(context.Background(), dir, Options{Clock: clock, NewID: func() string { return fmt.Sprintf("request-%d", n.Add(1)) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// do carries out a request given as JSON.
func do(t testing.TB, h *Host, request string) Envelope {
	t.Helper()
	r, err := ParseRequest([]byte(request))
	if err != nil {
		t.Fatalf("%s: %v", request, err)
	}
	return h.Do(context.Background(), r)
}

// data carries out a request that has to work, and reads its answer.
func data[T any](t testing.TB, h *Host, request string) T {
	t.Helper()
	e := do(t, h, request)
	if !e.OK {
		t.Fatalf("%s: %s: %s. %s %v", request, e.Error.Code, e.Error.Message, e.Error.Hint, e.Error.Details)
	}
	text, err := json.Marshal(e.Data)
	if err != nil {
		t.Fatal(err)
	}
	var out T
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%s: %v\n%s", request, err, text)
	}
	return out
}
