package index

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	out, err := gitCommand(dir, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimRight(string(out), "\n")
}

func gitCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@x", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@x")
	return cmd
}

// repository makes a repository of nested folders with one commit.
func repository(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	for i := range 60 {
		put(t, dir, fmt.Sprintf("folder-%d/sub-%d/file-%02d.json", i%3, i%5, i), fmt.Sprint(i))
	}
	put(t, dir, "folder/x", "a folder's name that begins as others'")
	put(t, dir, "folder.json", "sorts before folder/")
	put(t, dir, strings.Repeat("long", 40)+"/"+strings.Repeat("n", 200), "over the length that flags hold with its folder: "+strings.Repeat("z", 5000))
	if err := os.Chmod(filepath.Join(dir, "folder/x"), 0o755); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "first")
	return dir
}

func put(t testing.TB, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, dir string) *Index {
	t.Helper()
	ix, err := Read(filepath.Join(dir, ".git/index"))
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

func replace(t testing.TB, dir string, ix *Index) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, ".git/index"), ix.Encode(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// debug is what git shows of an index, as git shows it.
func debug(ix *Index) string {
	var b strings.Builder
	for _, e := range ix.Entries() {
		tag := "H"
		switch {
		case e.Stage > 0:
			tag = "M"
		case e.SkipWorktree:
			tag = "S"
		}
		if e.AssumeValid {
			tag = strings.ToLower(tag)
		}
		fmt.Fprintf(&b, "%s %06o %s %d\t%s\n", tag, e.Mode, e.Hash, e.Stage, e.Path)
		fmt.Fprintf(&b, "  ctime: %d:%d\n  mtime: %d:%d\n", e.Stat.CTime.Sec, e.Stat.CTime.Nsec, e.Stat.MTime.Sec, e.Stat.MTime.Nsec)
		fmt.Fprintf(&b, "  dev: %d\tino: %d\n  uid: %d\tgid: %d\n  size: %d\tflags: ", e.Stat.Dev, e.Stat.Ino, e.Stat.UID, e.Stat.GID, e.Stat.Size)
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// withoutFlags takes git's own flags in memory out of its listing.
func withoutFlags(listing string) string {
	lines := strings.Split(listing, "\n")
	for i, line := range lines {
		if before, _, ok := strings.Cut(line, "flags: "); ok {
			lines[i] = before + "flags: "
		}
	}
	return strings.Join(lines, "\n")
}

// variants are the kinds of index that git writes.
var variants = map[string]func(t testing.TB, dir string){
	"version 2": func(testing.TB, string) {},
	"version 3": func(t testing.TB, dir string) {
		git(t, dir, "update-index", "--skip-worktree", "folder/x", "folder-1/sub-1/file-01.json")
		git(t, dir, "update-index", "--assume-unchanged", "folder.json")
		put(t, dir, "later.json", "{}")
		git(t, dir, "add", "-N", "later.json")
	},
	"version 4": func(t testing.TB, dir string) { git(t, dir, "update-index", "--index-version", "4") },
	"split": func(t testing.TB, dir string) {
		git(t, dir, "update-index", "--split-index")
		put(t, dir, "folder/x", "replaced")
		put(t, dir, "folder/y", "added")
		git(t, dir, "add", ".")
		git(t, dir, "rm", "-q", "folder.json")
	},
	"untracked cache and fsmonitor": func(t testing.TB, dir string) {
		git(t, dir, "update-index", "--untracked-cache")
		git(t, dir, "config", "core.fsmonitor", "false")
		git(t, dir, "status")
	},
	"threads": func(t testing.TB, dir string) {
		git(t, dir, "config", "index.threads", "2")
		git(t, dir, "update-index", "--force-write-index")
	},
	"conflict": func(t testing.TB, dir string) {
		git(t, dir, "checkout", "-q", "-b", "side")
		put(t, dir, "folder/x", "theirs")
		git(t, dir, "commit", "-q", "-a", "-m", "theirs")
		git(t, dir, "checkout", "-q", "main")
		put(t, dir, "folder/x", "ours")
		git(t, dir, "commit", "-q", "-a", "-m", "ours")
		_ = gitCommand(dir, "merge", "side").Run() // stops at the conflict
	},
	"sparse": func(t testing.TB, dir string) {
		git(t, dir, "sparse-checkout", "set", "--cone", "--sparse-index", "folder-1")
	},
	"no checksum": func(t testing.TB, dir string) {
		path := filepath.Join(dir, ".git/index")
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(raw[:len(raw)-20], make([]byte, 20)...), 0o666); err != nil {
			t.Fatal(err)
		}
	},
}

// What git lists of each kind of index is what is read, and what is written again
// is to git the same.
func TestReadAndWriteAgreeWithGit(t *testing.T) {
	for name, make := range variants {
		t.Run(name, func(t *testing.T) {
			dir := repository(t)
			make(t, dir)
			list := []string{"ls-files", "--stage", "-v", "--debug", "--sparse"}
			if name == "no checksum" { // this git demands one
				replace(t, dir, read(t, dir))
			}
			want := withoutFlags(git(t, dir, list...))
			status := git(t, dir, "status", "--porcelain")
			ix := read(t, dir)
			if got := debug(ix); got != want {
				t.Fatalf("read:\n%.3000s\ngit lists:\n%.3000s", got, want)
			}
			replace(t, dir, ix)
			if got := withoutFlags(git(t, dir, list...)); got != want {
				t.Errorf("git lists of what was written:\n%.3000s\nwant:\n%.3000s", got, want)
			}
			if got := git(t, dir, "status", "--porcelain"); got != status {
				t.Errorf("git's status is %q, was %q", got, status)
			}
			git(t, dir, "fsck", "--strict")
			if unmerged := ix.Unmerged(); (unmerged != "") != (name == "conflict") {
				t.Errorf("unmerged is %q", unmerged)
			}
		})
	}
}

func TestLookups(t *testing.T) {
	dir := repository(t)
	git(t, dir, "sparse-checkout", "set", "--cone", "--sparse-index", "folder-1")
	ix := read(t, dir)
	if e, ok := ix.Get("folder-1/sub-1/file-01.json"); !ok || e.Mode != ModeRegular {
		t.Errorf("a file: %+v, %v", e, ok)
	}
	if _, ok := ix.Get("folder-1/sub-1"); ok {
		t.Error("a folder is an entry")
	}
	if n := len(ix.Under("folder-1/")); n != 20 {
		t.Errorf("%d entries under folder-1/, want 20", n)
	}
	if folder, ok := ix.Sparse("folder-2/sub-1/any.json"); !ok || folder != "folder-2" {
		t.Errorf("outside the sparse checkout: %q, %v", folder, ok)
	}
	if folder, ok := ix.Sparse("folder-1/sub-1/any.json"); ok {
		t.Errorf("inside the sparse checkout, but in %q", folder)
	}
}

func TestReadOfNothingAndOfWhatIsNoIndex(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "index")
	if ix, err := Read(path); err != nil || len(ix.Entries()) > 0 || len(ix.Encode()) != 32 {
		t.Errorf("no index: %v", err)
	}
	good := (&Index{version: 2, entries: []Entry{{Path: "a", Mode: ModeRegular}}}).Encode()
	foreign := (&Index{version: 2}).Encode()
	foreign = appendExtension(foreign[:12], "neww", nil)
	sum := checksum(foreign)
	for name, raw := range map[string][]byte{
		"short": good[:20], "other": []byte("PACK" + string(good[4:])), "sum": append(good[:len(good)-1:len(good)-1], good[len(good)-1]^1),
		"version": []byte("DIRC\x00\x00\x00\x09" + strings.Repeat("\x00", 24)), "extension": append(foreign, sum[:]...),
	} {
		if err := os.WriteFile(path, raw, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Read(path)
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want an error that names the file", name, err)
		}
		if corrupt := name == "short" || name == "other" || name == "sum"; errors.Is(err, ErrCorrupt) != corrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRacy(t *testing.T) {
	ix := &Index{Time: Time{Sec: 100, Nsec: 5}}
	for sec, want := range map[uint32]bool{0: false, 99: false, 100: true, 101: true} {
		if got := ix.Racy(Entry{Stat: Stat{MTime: Time{Sec: sec}}}); got != want {
			t.Errorf("written at %d, index at 100: racy is %v", sec, got)
		}
	}
}

func TestStatSame(t *testing.T) {
	s := Stat{CTime: Time{1, 2}, MTime: Time{3, 4}, Ino: 5, UID: 6, GID: 7, Size: 8}
	full := Trust{CTime: true, Inode: true}
	for _, c := range []struct {
		name  string
		edit  func(*Stat)
		trust Trust
		same  bool
	}{
		{"itself", func(*Stat) {}, full, true},
		{"size", func(s *Stat) { s.Size++ }, Trust{}, false},
		{"fraction", func(s *Stat) { s.MTime.Nsec++ }, Trust{}, false},
		{"no fraction", func(s *Stat) { s.MTime.Nsec = 0 }, full, true},
		{"change time", func(s *Stat) { s.CTime.Sec++ }, full, false},
		{"change time, not trusted", func(s *Stat) { s.CTime.Sec++ }, Trust{Inode: true}, true},
		{"inode", func(s *Stat) { s.Ino++ }, full, false},
		{"inode, minimal", func(s *Stat) { s.Ino++; s.CTime.Sec++ }, Trust{CTime: true}, true},
		{"device", func(s *Stat) { s.Dev++ }, full, true},
	} {
		now := s
		c.edit(&now)
		if got := s.Same(now, c.trust); got != c.same {
			t.Errorf("%s: same is %v", c.name, got)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, version := range []uint32{2, 3, 4} {
		ix := &Index{version: version, entries: []Entry{
			{Path: "a/b", Mode: ModeRegular, SkipWorktree: version == 3}, {Path: "a/c", Mode: ModeRegular, Stage: 1}, {Path: "a/c", Mode: ModeRegular, Stage: 2},
		}, tree: &treeNode{count: 3, subs: []*treeNode{{name: "a", count: -1}}}}
		f.Add(ix.Encode())
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) >= 20 { // so that the fuzzer gets past the checksum
			copy(raw[len(raw)-20:], make([]byte, 20))
		}
		ix, err := decode(raw, nil)
		if err != nil {
			return
		}
		again, err := decode(ix.Encode(), nil)
		if err != nil || !reflect.DeepEqual(again.entries, ix.entries) || !reflect.DeepEqual(again.tree, ix.tree) {
			t.Errorf("written and read again: %v", err)
		}
	})
}

func FuzzBitmap(f *testing.F) {
	f.Add([]byte{0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0}, uint16(3))
	f.Fuzz(func(t *testing.T, raw []byte, limit uint16) {
		set, rest, err := readBitmap(raw, int(limit))
		if err == nil && (len(set) > int(limit) || len(rest) > len(raw)) {
			t.Errorf("%d bits of %d, %d bytes left of %d", len(set), limit, len(rest), len(raw))
		}
	})
}

// FuzzReadRoot holds what is read of an index without its entries against the whole.
func FuzzReadRoot(f *testing.F) {
	for _, version := range []uint32{2, 3, 4} {
		ix := &Index{version: version, entries: []Entry{
			{Path: "a/b", Mode: ModeRegular, SkipWorktree: version == 3}, {Path: "a/c", Mode: ModeRegular},
		}, tree: &treeNode{count: 2, hash: Hash{1}, subs: []*treeNode{{name: "a", count: 2, hash: Hash{2}}}}}
		f.Add(ix.Encode())
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) >= 20 {
			copy(raw[len(raw)-20:], make([]byte, 20))
		}
		file := filepath.Join(dir, fmt.Sprint(len(raw)))
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		ix, err := decode(raw, nil)
		if err != nil {
			return
		}
		root, ok := ReadRoot(file)
		if whole, known := ix.Root(); ok && (!known || whole != root) {
			t.Errorf("the root is %s, by the whole index %s", root, whole)
		}
	})
}
