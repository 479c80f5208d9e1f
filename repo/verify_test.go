package repo

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/repo/repotest"
)

// signing makes a key of Ada's, lets git sign with it and trust it, and answers the
// allowed-signers file.
func signing(t *testing.T, r *repotest.Repo) (allowed string) {
	t.Helper()
	dir := t.TempDir()
	key := filepath.Join(dir, "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	public, err := os.ReadFile(key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	allowed = filepath.Join(dir, "allowed")
	if err := os.WriteFile(allowed, append([]byte("ada@example.com "), public...), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"gpg.format": "ssh", "user.signingkey": key, "gpg.ssh.allowedSignersFile": allowed} {
		r.Git("config", name, value)
	}
	return allowed
}

func TestSignerAgreesWithGit(t *testing.T) {
	r := site(t, "")
	allowed := signing(t, r)
	signers, err := ReadSigners(allowed)
	if err != nil {
		t.Fatal(err)
	}
	r.Git("commit", "-q", "--allow-empty", "-S", "-m", "signed\n\n gpgsig x\n")
	signed := r.Git("rev-parse", "HEAD")
	r.Git("switch", "-q", "-c", "side", "HEAD~")
	r.Commit("beside")
	r.Git("tag", "-s", "-m", "a tag", "v1")
	r.Git("switch", "-q", "main")
	r.Git("merge", "-q", "-S", "--no-ff", "-m", "merge a tag", "v1")
	merge := r.Git("rev-parse", "HEAD")
	raw := r.Git("cat-file", "commit", signed) + "\n"
	if !strings.Contains(r.Git("cat-file", "commit", merge), "mergetag") {
		t.Fatal("the merge holds no tag")
	}
	m := openAt(t, r.Dir, nil)
	for name, c := range map[string]struct{ commit, why string }{
		"signed":               {signed, ""},
		"a signed merge":       {merge, ""},
		"unsigned":             {r.Git("rev-parse", "side"), "there is none"},
		"another message":      {r.Feed(strings.Replace(raw, "\nsigned", "\nforged", 1), "hash-object", "-t", "commit", "-w", "--stdin"), "not one over this content"},
		"another parent":       {r.Feed(strings.Replace(raw, "parent ", "parent "+merge+"\nparent ", 1), "hash-object", "-t", "commit", "-w", "--stdin"), "not one over this content"},
		"a signature of chaff": {r.Feed(strings.Replace(raw, "U1NIU0lH", "AAAAAAAA", 1), "hash-object", "-t", "commit", "-w", "--stdin"), "not those of an SSH signature"},
	} {
		_, git := r.Try("verify-commit", c.commit)
		who, err := m.Signer(t.Context(), hashOf(t, c.commit), signers)
		if (git == nil) != (c.why == "") {
			t.Errorf("%s: git verify-commit: %v", name, git)
		}
		var refused *SignatureError
		switch {
		case c.why == "" && (err != nil || !who.Is("ada@example.com") || who.Is("bob@example.com") || who.Is("")):
			t.Errorf("%s: %+v, %v", name, who, err)
		case c.why != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), c.why)):
			t.Errorf("%s: %v, want %q", name, err, c.why)
		}
	}
}

func TestReadSignersNamesTheLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "allowed")
	if err := os.WriteFile(file, []byte("# none\nada\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadSigners(file); err == nil || !strings.Contains(err.Error(), file+": line 2") {
		t.Errorf("%v", err)
	}
	if _, err := ReadSigners(file + "-none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
