package index

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

// gitEdit does to the index with git what edits do, and answers the tree that git
// then makes of it.
func gitEdit(t testing.TB, dir, indexFile string, edits []Edit) Hash {
	t.Helper()
	run := func(input string, args ...string) string {
		cmd := gitCommand(dir, args...)
		cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+indexFile)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	var lines strings.Builder
	for _, e := range edits {
		if e.Entry == nil {
			fmt.Fprintf(&lines, "0 %s\t%s\n", plumbing.ZeroHash, e.Path)
		} else {
			fmt.Fprintf(&lines, "%o %s\t%s\n", e.Entry.Mode, e.Entry.Hash, e.Path)
		}
	}
	run(lines.String(), "update-index", "--index-info")
	return plumbing.NewHash(run("", "write-tree"))
}

// foldersOf answers the trees of every folder on the way to an edit, before and
// after, asked of git.
func foldersOf(t testing.TB, dir string, old, next Hash, edits []Edit) map[string]Folder {
	t.Helper()
	list := func(tree Hash) map[string]Hash {
		trees := map[string]Hash{"": tree}
		for line := range strings.Lines(git(t, dir, "ls-tree", "-r", "-d", "--full-tree", tree.String())) {
			meta, path, _ := strings.Cut(strings.TrimSpace(line), "\t")
			trees[path] = plumbing.NewHash(strings.Fields(meta)[2])
		}
		return trees
	}
	before, after := list(old), list(next)
	folders := map[string]Folder{"": {old, next}}
	for _, e := range edits {
		for i, c := range e.Path {
			if c == '/' {
				folders[e.Path[:i]] = Folder{before[e.Path[:i]], after[e.Path[:i]]}
			}
		}
	}
	return folders
}

// Random edits make the index that git makes of them, and every tree in its cache
// is the one that git would write.
func TestWithAgreesWithGit(t *testing.T) {
	dir := repository(t)
	random := rand.New(rand.NewPCG(1, 2))
	blobs := []Hash{
		plumbing.NewHash(git(t, dir, "hash-object", "-w", "folder.json")), plumbing.NewHash(git(t, dir, "hash-object", "-w", "folder/x")),
	}
	for round := range 40 {
		if round == 20 {
			git(t, dir, "update-index", "--index-version", "4")
		}
		tree := plumbing.NewHash(git(t, dir, "write-tree"))
		ix := read(t, dir) // whose cache git has just filled
		if root, ok := ix.Root(); !ok || root != tree {
			t.Fatalf("round %d: git's cache says %v, git wrote %v", round, root, tree)
		}
		edits := randomEdits(random, ix, blobs)
		aside := filepath.Join(t.TempDir(), "index")
		if err := os.WriteFile(aside, ix.Encode(), 0o666); err != nil {
			t.Fatal(err)
		}
		want := gitEdit(t, dir, aside, edits)
		known := round%4 != 3
		var folders map[string]Folder
		if known {
			folders = foldersOf(t, dir, tree, want, edits)
		}
		next := ix.With(edits, folders)
		replace(t, dir, next)
		if root, ok := next.Root(); ok != known || known && root != want {
			t.Fatalf("round %d: the cache says %v, %v, git made %v", round, root, ok, want)
		}
		if got := git(t, dir, "write-tree"); got != want.String() {
			t.Fatalf("round %d: git writes tree %s with our cache, %s without", round, got, want)
		}
		cmd := gitCommand(dir, "ls-files", "--stage")
		cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+aside)
		listed, err := cmd.Output()
		if err != nil || strings.TrimRight(string(listed), "\n") != git(t, dir, "ls-files", "--stage") {
			t.Fatalf("round %d: the entries differ from git's, %v", round, err)
		}
	}
	git(t, dir, "fsck", "--strict")
}

// randomEdits changes, removes and adds a few files.
func randomEdits(random *rand.Rand, ix *Index, blobs []Hash) []Edit {
	var edits []Edit
	taken := map[string]bool{}
	for range 1 + random.IntN(6) {
		e := ix.Entries()[random.IntN(len(ix.Entries()))]
		path := e.Path
		entry := &Entry{Hash: blobs[random.IntN(2)], Mode: ModeRegular}
		switch random.IntN(4) {
		case 0:
			entry = nil
		case 1:
			path = fmt.Sprintf("folder-%d/new-%d/deep/%d.json", random.IntN(3), random.IntN(3), random.IntN(9))
		case 2:
			path = fmt.Sprintf("made-%d/%d.json", random.IntN(3), random.IntN(9))
		}
		if !taken[path] {
			taken[path] = true
			edits = append(edits, Edit{path, entry})
		}
	}
	return edits
}

func TestWithKeepsWhatStaysTrue(t *testing.T) {
	dir := repository(t)
	git(t, dir, "update-index", "--untracked-cache")
	git(t, dir, "update-index", "--skip-worktree", "folder/x")
	git(t, dir, "status")
	ix := read(t, dir)
	if ix.untrack == nil {
		t.Fatal("git keeps no cache of untracked files here")
	}
	e, _ := ix.Get("folder.json")
	e.Hash = Hash{1}
	changed := ix.With([]Edit{{"folder.json", &e}}, nil)
	if changed.untrack == nil || changed.tree.count >= 0 || !slices.ContainsFunc(changed.tree.subs, func(n *treeNode) bool { return n.count > 0 }) {
		t.Error("a change of content keeps the untracked cache and the other folders' trees, and forgets its own")
	}
	if got, _ := changed.Get("folder/x"); !got.SkipWorktree {
		t.Error("the skip-worktree bit is lost")
	}
	if ix.With([]Edit{{"new.json", &e}}, nil).untrack != nil {
		t.Error("a new name keeps the cache of untracked files")
	}
	if got, _ := ix.Get("folder.json"); got.Hash == e.Hash {
		t.Error("the old index changed")
	}
}

func TestSmudge(t *testing.T) {
	ix := read(t, repository(t))
	before, _ := ix.Get("folder/x")
	after, _ := ix.Smudge([]string{"folder/x", "none"}).Get("folder/x")
	if before.Stat.Size == 0 || after.Stat.Size != 0 || after.Hash != before.Hash {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

// big is an index of n records as a model has them.
func big(n int) *Index {
	ix := &Index{version: 2}
	for i := range n {
		ix.entries = append(ix.entries, Entry{
			Path: fmt.Sprintf("architecture/level-%03d/wall/wall-%08d.json", i/256, i), Mode: ModeRegular,
			Hash: plumbing.ComputeHash(plumbing.BlobObject, fmt.Append(nil, i)), Stat: Stat{Size: 400, MTime: Time{Sec: 1}},
		})
	}
	return ix
}

func BenchmarkPatch100k(b *testing.B) {
	ix := big(100_000)
	raw := ix.Encode()
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		ix, err := decode(raw, nil)
		if err != nil {
			b.Fatal(err)
		}
		e := ix.entries[50_000]
		ix.With([]Edit{{e.Path, &e}}, nil).Encode()
	}
}
