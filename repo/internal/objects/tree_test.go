package objects

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
)

func revParse(t testing.TB, dir, name string) Hash {
	t.Helper()
	return plumbing.NewHash(git(t, dir, "", "rev-parse", name))
}

func TestTreesAsGitListsThem(t *testing.T) {
	dir := repository(t)
	s := open(t, dir)
	for _, at := range []string{"HEAD^{tree}", "HEAD:architecture"} {
		tree, err := s.Tree(t.Context(), revParse(t, dir, at))
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for e := range tree.Entries() {
			kind := "blob"
			if e.IsDir() {
				kind = "tree"
			}
			fmt.Fprintf(&got, "%06o %s %s\t%s\n", uint32(e.Mode), kind, e.Hash, e.Name)
		}
		if want := git(t, dir, "", "ls-tree", at) + "\n"; got.String() != want {
			t.Errorf("%s:\n%s\ngit says\n%s", at, got.String(), want)
		}
	}
}

func TestLookup(t *testing.T) {
	dir := repository(t)
	s := open(t, dir)
	root := revParse(t, dir, "HEAD^{tree}")
	for path, want := range map[string]string{
		"":                      "HEAD^{tree}",
		"architecture":          "HEAD:architecture",
		"architecture/a/w.json": "HEAD:architecture/a/w.json",
	} {
		e, ok, err := s.Lookup(t.Context(), root, path)
		if err != nil || !ok || e.Hash != revParse(t, dir, want) {
			t.Errorf("%q: %v %t %v", path, e, ok, err)
		}
	}
	for _, path := range []string{"nothing", "eik.json/below", "architecture/nothing"} {
		if e, ok, err := s.Lookup(t.Context(), root, path); ok || err != nil {
			t.Errorf("%q: %v %v", path, e, err)
		}
	}
}

func TestDiffTreesAsGitDoes(t *testing.T) {
	dir := repository(t)
	git(t, dir, "", "rm", "-qr", "architecture/a", "levels/one.js")
	write(t, dir, map[string]string{"architecture/a": "a file where a folder was", "levels/one.js/x": "the other way round"})
	git(t, dir, "", "add", "-A")
	git(t, dir, "", "commit", "-qm", "swap")
	s := open(t, dir)
	for _, pair := range [][2]string{{"HEAD~1", "HEAD"}, {"HEAD", "HEAD~2"}, {"HEAD~4", "HEAD"}, {"HEAD", "HEAD"}} {
		var got strings.Builder
		a, b := revParse(t, dir, pair[0]+"^{tree}"), revParse(t, dir, pair[1]+"^{tree}")
		err := s.DiffTrees(t.Context(), a, b, func(d FileDiff) error {
			status := "M"
			if d.Old.Name == "" {
				status = "A"
			} else if d.New.Name == "" {
				status = "D"
			}
			fmt.Fprintf(&got, ":%06o %06o %s %s %s\t%s\n", uint32(d.Old.Mode), uint32(d.New.Mode), d.Old.Hash, d.New.Hash, status, d.Path)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := git(t, dir, "", "diff-tree", "-r", "--no-renames", pair[0], pair[1]); strings.TrimSuffix(got.String(), "\n") != want {
			t.Errorf("%v:\n%s\ngit says\n%s", pair, got.String(), want)
		}
	}
}

// TestEditTreeAsGitWould makes random edits and compares each tree with the one
// that git's own index gives.
func TestEditTreeAsGitWould(t *testing.T) {
	dir := repository(t)
	s := open(t, dir)
	root := revParse(t, dir, "HEAD^{tree}")
	blob := revParse(t, dir, "HEAD:eik.json")
	random := rand.New(rand.NewSource(7))
	paths := []string{"eik.json", "a", "a-b", "a0", "architecture/a/w.json", "architecture/a/v.json", "architecture/a.b/x", "architecture/new/deep/er.json", "zz/1", "zz/2", "empty"}
	for range 25 {
		var edits []Edit
		var commands strings.Builder
		for _, path := range paths {
			switch random.Intn(3) {
			case 0:
				edits = append(edits, Edit{Path: path, Mode: filemode.Regular, Hash: blob})
				fmt.Fprintf(&commands, "100644 %s\t%s\n", blob, path)
			case 1:
				edits = append(edits, Edit{Path: path})
				fmt.Fprintf(&commands, "0 %s\t%s\n", Hash{}, path)
			}
		}
		git(t, dir, "", "read-tree", root.String())
		git(t, dir, commands.String(), "update-index", "--index-info")
		want := plumbing.NewHash(git(t, dir, "", "write-tree"))
		got, made, err := s.EditTree(t.Context(), root, edits)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatalf("tree %s, git says %s after\n%s", got, want, commands.String())
		}
		if !slices.ContainsFunc(made, func(o Object) bool { return o.Hash == got }) && got != root {
			t.Errorf("the new root is not among the new objects")
		}
		root = got
	}
}

func TestEditTreeTouchesOnlyItsFolders(t *testing.T) {
	dir := repository(t)
	s := open(t, dir)
	root := revParse(t, dir, "HEAD^{tree}")
	blob := revParse(t, dir, "HEAD:empty")
	_, made, err := s.EditTree(t.Context(), root, []Edit{{Path: "architecture/a/w.json", Mode: filemode.Regular, Hash: blob}})
	if err != nil || len(made) != 3 {
		t.Errorf("%d trees made, %v; want those of a, architecture and the root", len(made), err)
	}
	same, _, _ := s.Lookup(t.Context(), root, "architecture/a/w.json")
	got, made, err := s.EditTree(t.Context(), root, []Edit{{Path: "architecture/a/w.json", Mode: same.Mode, Hash: same.Hash}})
	if err != nil || got != root || len(made) != 0 {
		t.Errorf("an edit that changes nothing made %d trees: %v", len(made), err)
	}
	var all []Edit
	tree, _ := s.Tree(t.Context(), root)
	for e := range tree.Entries() {
		all = append(all, Edit{Path: e.Name})
	}
	if got, made, err := s.EditTree(t.Context(), root, all); err != nil || !got.IsZero() || len(made) != 0 {
		t.Errorf("taking all away: %s, %d trees, %v", got, len(made), err)
	}
}

func TestEditTreeRefuses(t *testing.T) {
	dir := repository(t)
	s := open(t, dir)
	h := revParse(t, dir, "HEAD:empty")
	for name, edits := range map[string][]Edit{
		"twice":          {{Path: "a", Hash: h}, {Path: "a", Hash: h}},
		"file and below": {{Path: "a", Hash: h}, {Path: "a-b", Hash: h}, {Path: "a/b", Hash: h}},
		"outside":        {{Path: "../a", Hash: h}},
		"absolute":       {{Path: "/a", Hash: h}},
		"git itself":     {{Path: "x/.GIT/config", Hash: h}},
		"no name":        {{Path: "", Hash: h}},
	} {
		if _, _, err := s.EditTree(t.Context(), Hash{}, edits); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestParseTreeRefuses(t *testing.T) {
	id := strings.Repeat("x", 20)
	for name, raw := range map[string]string{
		"cut off":      "100644 a\x00xxx",
		"no mode":      "a\x00" + id,
		"no name":      "100644 \x00" + id,
		"parent":       "40000 ..\x00" + id,
		"path":         "100644 a/b\x00" + id,
		"git":          "40000 .Git\x00" + id,
		"order":        "100644 b\x00" + id + "100644 a\x00" + id,
		"twice":        "100644 a\x00" + id + "100644 a\x00" + id,
		"folder order": "40000 a\x00" + id + "100644 a.b\x00" + id,
	} {
		if _, err := ParseTree([]byte(raw)); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParseTree(f *testing.F) {
	dir := repository(f)
	for _, at := range []string{"HEAD^{tree}", "HEAD:architecture"} {
		f.Add([]byte(git(f, dir, "", "cat-file", "tree", at)))
	}
	f.Add([]byte("100644 a\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, err := ParseTree(data)
		if err != nil {
			return
		}
		var entries []TreeEntry
		for e := range tree.Entries() {
			if _, ok := tree.Entry(e.Name); !ok {
				t.Fatalf("entry %q is not found", e.Name)
			}
			entries = append(entries, e)
		}
		again, err := ParseTree(encodeTree(entries))
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		for range tree.Diff(again) {
			t.Fatal("what was written differs")
		}
	})
}
