package repo

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// large adds records until a snapshot is worth caching.
func large(t testing.TB, p past) {
	t.Helper()
	files := map[string]string{}
	for i := range 1500 {
		id := fmt.Sprintf("wall-%d", i)
		files[fmt.Sprintf("architecture/level-%d/wall/%s.json", i/100, id)] = strings.Replace(wallText(id, fmt.Sprintf("level-%d", i/100), i), "}", "  ,\"note\": \""+strings.Repeat("n", 200)+"\"\n}", 1)
	}
	p.commit(t, "large", files)
}

func TestAWarmOpenReadsOneFile(t *testing.T) {
	p := house(t)
	large(t, p)
	head := p.hash(t, "HEAD")
	if _, err := p.reader(t, "").at(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	// Without the blobs of the walls nothing but the cache can answer.
	for line := range strings.Lines(p.git(t, "", "ls-tree", "-r", "HEAD", "architecture/level-9")) {
		blob := strings.Fields(line)[2]
		if err := os.Remove(filepath.Join(p.dir, ".git/objects", blob[:2], blob[2:])); err != nil {
			t.Fatal(err)
		}
	}
	s, err := p.reader(t, "").at(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	if n := s.Count("wall"); n != 1502 {
		t.Errorf("%d walls", n)
	}
	if w := s.Record("wall-950"); w == nil || w.NumberOr("height", 0) != 950 {
		t.Errorf("wall-950 is %v", w)
	}
}

func TestADamagedCacheDoesNotShow(t *testing.T) {
	p := house(t)
	large(t, p)
	head := p.hash(t, "HEAD")
	want, err := p.reader(t, "").at(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(p.cache, "folders")
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{0, 30, len(sound) / 2, len(sound) - 1} {
		damaged := bytes.Clone(sound)
		damaged[at] ^= 1
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := p.reader(t, "").at(t.Context(), head)
		if err != nil {
			t.Fatal(err)
		}
		if diffs := model.Diff(want, s); len(diffs) > 0 || s.Total() != want.Total() {
			t.Errorf("damaged at %d: %d records differ", at, len(diffs))
		}
		mended, err := os.ReadFile(path)
		if err != nil || bytes.Equal(mended, damaged) && at < len(sound)/2 {
			t.Errorf("damaged at %d: the cache was not mended, %v", at, err)
		}
	}
}
