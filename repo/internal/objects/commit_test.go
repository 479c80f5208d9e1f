package objects

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
)

func TestCommitAsGitShowsIt(t *testing.T) {
	dir := repository(t)
	git(t, dir, "", "checkout", "-q", "-b", "side", "HEAD~2")
	git(t, dir, "", "-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-q", "--allow-empty", "-m", "caf\xe9")
	git(t, dir, "", "merge", "-q", "-m", "Join both", "main")
	s := open(t, dir)
	for name := range strings.SplitSeq(git(t, dir, "", "rev-list", "--all"), "\n") {
		c, err := s.Commit(t.Context(), plumbing.NewHash(name))
		if err != nil {
			t.Fatal(err)
		}
		got := []string{
			c.Hash.String(), c.Tree.String(), strings.Join(names(c.Parents), " "),
			c.Author.Name, c.Author.Email, c.Author.When.Format("2006-01-02T15:04:05-07:00"),
			c.Committer.Name, c.Committer.Email, c.Committer.When.Format("2006-01-02T15:04:05-07:00"),
		}
		want := strings.Split(git(t, dir, "", "show", "-s", "--format=%H%n%T%n%P%n%an%n%ae%n%aI%n%cn%n%ce%n%cI", name), "\n")
		if !slices.Equal(got, want) {
			t.Errorf("%q, git says %q", got, want)
		}
		data, err := c.Encode()
		if raw := git(t, dir, "", "cat-file", "commit", name) + "\n"; err != nil || string(data) != raw {
			t.Errorf("written again: %v\n%q\ngit has\n%q", err, data, raw)
		}
	}
}

func names(hashes []Hash) []string {
	var list []string
	for _, h := range hashes {
		list = append(list, h.String())
	}
	return list
}

func TestSignedCommitKeepsItsSignature(t *testing.T) {
	dir := repository(t)
	key := filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "bob@example.org", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen: %v %s", err, out)
	}
	git(t, dir, "", "-c", "gpg.format=ssh", "-c", "user.signingKey="+key, "commit", "-q", "-S", "--allow-empty", "-m", "signed")
	c, err := open(t, dir).Commit(t.Context(), revParse(t, dir, "HEAD"))
	if err != nil || !strings.HasPrefix(c.GPGSig, "-----BEGIN SSH SIGNATURE-----\n") {
		t.Fatalf("%v, signature %q", err, c.GPGSig)
	}
	data, _ := c.Encode()
	if raw := git(t, dir, "", "cat-file", "commit", "HEAD") + "\n"; string(data) != raw {
		t.Errorf("%q, git has %q", data, raw)
	}
	written := git(t, dir, "", "hash-object", "-t", "commit", "-w", "--literally", writeTemp(t, data))
	public, _ := os.ReadFile(key + ".pub")
	allowed := writeTemp(t, append([]byte("bob@example.org "), public...))
	git(t, dir, "", "-c", "gpg.ssh.allowedSignersFile="+allowed, "verify-commit", written)
}

func writeTemp(t *testing.T, data []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestEncodeRefusesWhatBreaksAHeader(t *testing.T) {
	sound := Signature{Name: "A", Email: "a@b", When: time.Unix(1, 0).UTC()}
	for _, name := range []string{"a\nparent x", "a <b", "a>", "a\x00"} {
		c := Commit{Author: sound, Committer: sound}
		c.Author.Name = name
		if _, err := c.Encode(); err == nil {
			t.Errorf("name %q is written", name)
		}
	}
}

func TestOddCommitsAreRead(t *testing.T) {
	id := strings.Repeat("a", 40)
	c, err := ParseCommit([]byte("tree " + id + "\nauthor <> 12 +0000\ncommitter X <a@b>\nmergetag object b\n type commit\n \n tag x\nHG:extra x\n"))
	if err != nil || c.Author.When.Unix() != 12 || c.Committer.When.Unix() != 0 || c.Message != "" {
		t.Errorf("%+v, %v", c, err)
	}
	for name, raw := range map[string]string{
		"empty":        "",
		"no author":    "tree " + id + "\n\nmessage",
		"short parent": "tree " + id + "\nparent abc\nauthor A <> 1 +0000\ncommitter A <> 1 +0000\n\n",
		"long tree":    "tree " + id + "aa\nauthor A <> 1 +0000\ncommitter A <> 1 +0000\n\n",
		"no address":   "tree " + id + "\nauthor A 1 +0000\ncommitter A <> 1 +0000\n\n",
	} {
		if _, err := ParseCommit([]byte(raw)); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPeelFollowsTags(t *testing.T) {
	dir := repository(t)
	git(t, dir, "", "tag", "-a", "-m", "tag of a tag", "v2", "v1")
	git(t, dir, "", "tag", "-a", "-m", "no commit", "blob", "HEAD:empty")
	s := open(t, dir)
	head := revParse(t, dir, "HEAD")
	for _, name := range []string{"v1", "v2", "HEAD"} {
		if c, err := s.Peel(t.Context(), revParse(t, dir, name)); err != nil || c.Hash != head {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.Peel(t.Context(), revParse(t, dir, "blob")); !errors.Is(err, ErrKind) {
		t.Errorf("tag of a blob: %v", err)
	}
}

func TestByPrefixFindsTheCommitsGitFinds(t *testing.T) {
	dir := repository(t)
	for range 2 {
		s := open(t, dir)
		for name := range strings.SplitSeq(git(t, dir, "", "rev-list", "--all"), "\n") {
			for _, n := range []int{4, 7, 40} {
				found, err := s.ByPrefix(t.Context(), strings.ToUpper(name[:n]))
				if err != nil || !slices.Contains(found, plumbing.NewHash(name)) {
					t.Errorf("%s: %v %v", name[:n], found, err)
				}
			}
		}
		for _, odd := range []string{"", "abc", "xyzw", strings.Repeat("a", 41), git(t, dir, "", "rev-parse", "HEAD^{tree}")} {
			if found, err := s.ByPrefix(t.Context(), odd); err != nil || len(found) != 0 {
				t.Errorf("%q: %v %v", odd, found, err)
			}
		}
		git(t, dir, "", "repack", "-adq")
	}
}

func FuzzParseCommit(f *testing.F) {
	dir := repository(f)
	f.Add([]byte(git(f, dir, "", "cat-file", "commit", "HEAD")))
	f.Add([]byte("tree x\nauthor \n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseCommit(data)
		if err != nil {
			return
		}
		again, err := c.Encode()
		if err != nil {
			return
		}
		d, err := ParseCommit(again)
		if err != nil || d.Tree != c.Tree || !slices.Equal(d.Parents, c.Parents) || d.Message != c.Message {
			t.Fatalf("%v: %q becomes %q", err, data, again)
		}
	})
}
