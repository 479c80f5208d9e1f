package history

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/openeik/ekgit/repo/internal/objects"
	"github.com/openeik/ekgit/repo/internal/steps"
	"github.com/openeik/ekgit/repo/repotest"
)

func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	return repotest.In(t, dir).Git(args...)
}

// fixture is a repository and what is kept beside it.
type fixture struct {
	dir  string
	kept string
}

func newFixture(t testing.TB) fixture {
	t.Helper()
	return fixture{repotest.New(t).Dir, filepath.Join(t.TempDir(), "eik")}
}

// commit puts files, or takes away those whose text is empty, and commits.
func (f fixture) commit(t testing.TB, message string, files map[string]string) Hash {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(f.dir, filepath.FromSlash(name))
		if text == "" {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git(t, f.dir, "add", "-A")
	git(t, f.dir, "commit", "-q", "--allow-empty", "-m", message)
	return f.hash(t, "HEAD")
}

func (f fixture) hash(t testing.TB, rev string) Hash {
	t.Helper()
	return plumbing.NewHash(git(t, f.dir, "rev-parse", rev))
}

// index opens the history anew, as another process would.
func (f fixture) index(t testing.TB, prefix string) *Index {
	t.Helper()
	common := filepath.Join(f.dir, ".git")
	store, err := objects.Open(common, steps.OS)
	if err != nil {
		t.Fatal(err)
	}
	x := New(Config{Store: store, CommonDir: common, Dir: f.kept, Prefix: prefix, Name: stem})
	t.Cleanup(x.Close)
	return x
}

func stem(file string) string { return strings.TrimSuffix(path.Base(file), ".json") }

func versions(t testing.TB, x *Index, head Hash, name string) []Version {
	t.Helper()
	found, err := x.Versions(t.Context(), head, name)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func commits(versions []Version) (names []Hash) {
	for _, v := range versions {
		names = append(names, v.Commit)
	}
	return names
}

func TestAMoveIsOneHistory(t *testing.T) {
	f := newFixture(t)
	made := f.commit(t, "made", map[string]string{"a/level-0/wall/w.json": "1", "a/level-0/wall/other.json": "1"})
	f.commit(t, "other", map[string]string{"a/level-0/wall/other.json": "2"})
	moved := f.commit(t, "moved", map[string]string{"a/level-0/wall/w.json": "", "a/level-1/wall/w.json": "1"})
	edited := f.commit(t, "by hand, without trailers", map[string]string{"a/level-1/wall/w.json": "2"})
	gone := f.commit(t, "gone", map[string]string{"a/level-1/wall/w.json": ""})
	back := f.commit(t, "back", map[string]string{"b/level-1/wall/w.json": "3"})
	x := f.index(t, "")
	got := versions(t, x, back, "w")
	if want := []Hash{back, gone, edited, moved, made}; !slices.Equal(commits(got), want) {
		t.Errorf("%v, want %v", commits(got), want)
	}
	for i, v := range got[:4] {
		if !slices.Equal(v.Before, []Hash{got[i+1].Commit}) {
			t.Errorf("version %d was made of %v", i, v.Before)
		}
	}
	if len(got[4].Before) != 0 {
		t.Errorf("the first version was made of %v", got[4].Before)
	}
	if got := versions(t, x, moved, "w"); !slices.Equal(commits(got), []Hash{moved, made}) {
		t.Errorf("from an earlier commit: %v", commits(got))
	}
	if got := versions(t, x, back, "nobody"); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

func TestAModelInAFolder(t *testing.T) {
	f := newFixture(t)
	f.commit(t, "beside", map[string]string{"other/w.json": "1"})
	made := f.commit(t, "made", map[string]string{"models/house/w.json": "1"})
	head := f.commit(t, "beside", map[string]string{"other/w.json": "2"})
	if got := commits(versions(t, f.index(t, "models/house"), head, "w")); !slices.Equal(got, []Hash{made}) {
		t.Errorf("%v, want %s", got, made)
	}
	if got := versions(t, f.index(t, "models/none"), head, "w"); len(got) != 0 {
		t.Errorf("of a folder that never was: %v", got)
	}
}

// TestRandomHistoriesAsGitTellsThem makes branching histories, criss-cross merges
// among them, and compares with what git log says of each file.
func TestRandomHistoriesAsGitTellsThem(t *testing.T) {
	files := []string{"f0", "f1", "f2", "f3", "f4"}
	for seed := range int64(3) {
		f := newFixture(t)
		random := rand.New(rand.NewSource(seed))
		heads := []Hash{f.commit(t, "first", map[string]string{"f0": "0", "f1": "0"})}
		for n := range 40 {
			at := heads[random.Intn(len(heads))]
			git(t, f.dir, "checkout", "-q", "--detach", at.String())
			edits := map[string]string{}
			if file := files[random.Intn(len(files))]; random.Intn(5) > 0 {
				edits[file] = strconv.Itoa(random.Intn(3) + 1)
			}
			if random.Intn(3) == 0 {
				other := heads[random.Intn(len(heads))].String()
				strategy := []string{"ours", "recursive"}[random.Intn(2)]
				git(t, f.dir, "merge", "-q", "--no-ff", "--no-commit", "-s", strategy, "-X", "theirs", "--allow-unrelated-histories", other)
			}
			heads = append(heads, f.commit(t, fmt.Sprint("step ", n), edits))
			if random.Intn(4) == 0 { // indexes grow in several processes
				if _, err := f.index(t, "").Versions(t.Context(), heads[len(heads)-1], "f0"); err != nil {
					t.Fatal(err)
				}
			}
		}
		x := f.index(t, "")
		for _, head := range heads {
			compare(t, f, x, head, files)
		}
	}
}

func compare(t *testing.T, f fixture, x *Index, head Hash, files []string) {
	t.Helper()
	for _, file := range files {
		got := commits(versions(t, x, head, file))
		place := map[Hash]int{}
		for i, h := range got {
			place[h] = i
		}
		n := 0
		log := git(t, f.dir, "log", "--format=%H %P", "--parents", head.String(), "--", file)
		for line := range strings.Lines(log) {
			names := strings.Fields(line)
			at, ok := place[plumbing.NewHash(names[0])]
			if n++; !ok {
				t.Errorf("history of %s lacks %s", file, names[0])
			}
			for _, parent := range names[1:] {
				if p, ok := place[plumbing.NewHash(parent)]; ok && p < at {
					t.Errorf("history of %s: %s stands before its parent %s", file, names[0], parent)
				}
			}
		}
		if n != len(got) {
			t.Errorf("history of %s from %s has %d commits, git says\n%s\nhere %v", file, head, len(got), log, got)
		}
	}
	count, err := x.Sequence(t.Context(), head)
	if want := git(t, f.dir, "rev-list", "--count", "--first-parent", head.String()); err != nil || strconv.Itoa(count) != want {
		t.Errorf("sequence %d, %v; git counts %s", count, err, want)
	}
	for _, back := range []int{0, 1, count - 1} {
		at, ok, err := x.AtSequence(t.Context(), head, count-back)
		if back < 0 || back >= count {
			continue
		}
		if want := f.hash(t, fmt.Sprintf("%s~%d", head, back)); err != nil || !ok || at != want {
			t.Errorf("sequence %d is %s, %v; git says %s", count-back, at, err, want)
		}
	}
	for _, none := range []int{0, -1, count + 1} {
		if at, ok, err := x.AtSequence(t.Context(), head, none); ok || err != nil {
			t.Errorf("sequence %d of %d is %s, %v", none, count, at, err)
		}
	}
}

func TestShallowClone(t *testing.T) {
	f := newFixture(t)
	for i := range 6 {
		f.commit(t, "step", map[string]string{"w.json": strconv.Itoa(i + 1)})
	}
	head := f.hash(t, "HEAD")
	clone := fixture{t.TempDir(), filepath.Join(t.TempDir(), "eik")}
	git(t, clone.dir, "clone", "-q", "--depth=3", "file://"+f.dir, ".")
	x := clone.index(t, "")
	if n, err := x.Sequence(t.Context(), head); n != -1 || err != nil {
		t.Errorf("sequence %d, %v, in a shallow clone", n, err)
	}
	if _, ok, err := x.AtSequence(t.Context(), head, 5); ok || err != nil {
		t.Errorf("found a sequence in a shallow clone: %v", err)
	}
	if got := versions(t, x, head, "w"); len(got) != 3 {
		t.Errorf("%d versions, 3 were cloned", len(got))
	}
	git(t, clone.dir, "fetch", "-q", "--unshallow")
	for _, x := range []*Index{x, clone.index(t, "")} {
		if n, err := x.Sequence(t.Context(), head); n != 6 || err != nil {
			t.Errorf("sequence %d, %v, after the rest was fetched", n, err)
		}
		if got := versions(t, x, head, "w"); len(got) != 6 {
			t.Errorf("%d versions of 6", len(got))
		}
	}
}

func TestDamagedOrMissingFilesAreMadeAgain(t *testing.T) {
	f := newFixture(t)
	var want []Hash
	for i := range 8 {
		want = append(want, f.commit(t, "step", map[string]string{"w.json": strconv.Itoa(i + 1), "v.json": strconv.Itoa(i / 2)}))
		versions(t, f.index(t, ""), want[i], "w")
	}
	slices.Reverse(want)
	files, err := filepath.Glob(filepath.Join(f.kept, "*"))
	if err != nil || len(files) < 2 {
		t.Fatalf("kept %v, %v", files, err)
	}
	for _, file := range files {
		sound, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at <= len(sound); at += 1 + len(sound)/60 {
			damaged := append(bytes.Clone(sound[:at]), "garbage"...)
			if at%2 == 0 && at < len(sound) {
				damaged = bytes.Clone(sound)
				damaged[at] ^= 1
			}
			if err := os.WriteFile(file, damaged, 0o644); err != nil {
				t.Fatal(err)
			}
			if got := commits(versions(t, f.index(t, ""), want[0], "w")); !slices.Equal(got, want) {
				t.Fatalf("%s damaged at %d: %v", file, at, got)
			}
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if got := commits(versions(t, f.index(t, ""), want[0], "w")); !slices.Equal(got, want) {
			t.Fatalf("without %s: %v", file, got)
		}
	}
}

func TestWhatIsKeptIsUsed(t *testing.T) {
	f := newFixture(t)
	head := f.commit(t, "made", map[string]string{"a/w.json": "1"})
	versions(t, f.index(t, ""), head, "w")
	tree := f.hash(t, "HEAD:a").String()
	if err := os.Remove(filepath.Join(f.dir, ".git/objects", tree[:2], tree[2:])); err != nil {
		t.Fatal(err)
	}
	if got := versions(t, f.index(t, ""), head, "w"); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

func TestWithoutAPlaceToKeepAnything(t *testing.T) {
	f := newFixture(t)
	head := f.commit(t, "made", map[string]string{"w.json": "1"})
	f.kept = filepath.Join(f.dir, "w.json", "below a file")
	if got := versions(t, f.index(t, ""), head, "w"); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

func TestMissingCommitIsNamed(t *testing.T) {
	f := newFixture(t)
	first := f.commit(t, "first", nil)
	head := f.commit(t, "second", nil)
	if err := os.Remove(filepath.Join(f.dir, ".git/objects", first.String()[:2], first.String()[2:])); err != nil {
		t.Fatal(err)
	}
	if _, err := f.index(t, "").Sequence(t.Context(), head); err == nil || !strings.Contains(err.Error(), first.String()) {
		t.Errorf("%v", err)
	}
}

func FuzzFrames(f *testing.F) {
	f.Add(appendCommit(appendCommit(nil, Hash{1}, nil), Hash{2}, []Hash{{1}}))
	f.Add(appendLists(nil, Hash{1}, [][]byte{join([]key{{1}, {2}}), nil}))
	f.Fuzz(func(t *testing.T, frame []byte) {
		g := newGraph(nil, nil)
		g.load(frame)
		for at, parents := range g.parents {
			for _, p := range parents {
				if int(p) >= at {
					t.Fatalf("commit %d stands before its parent %d", at, p)
				}
			}
		}
		l := newTouched(nil)
		l.load(frame)
		for commit, lists := range l.lists {
			for i := range len(lists) + 1 {
				l.has(commit, i, key{1})
			}
		}
	})
}
