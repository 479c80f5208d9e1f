package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/openeik/ekgit/model"
)

// folder makes a folder of some files of a given size.
func folder(seed byte, files, size int) *Folder {
	f := &Folder{Dirs: []Dir{{Name: "inner", Tree: Hash{seed, 1}}}}
	for i := range files {
		f.Files = append(f.Files, model.RawFile{
			Name: fmt.Sprintf("file-%d.json", i), Revision: model.Revision{seed, byte(i)},
			Size: int64(size), Data: bytes.Repeat([]byte{seed}, size),
		})
	}
	return append1(f, model.RawFile{Name: "link", Mode: model.Symlink, Size: 7, Revision: model.Revision{9}})
}

func append1(f *Folder, file model.RawFile) *Folder {
	f.Files = append(f.Files, file)
	return f
}

func frame(seed byte, size int) Frame { return Encode(Hash{seed}, folder(seed, 4, size/4)) }

func keep(t *testing.T, c *Cache, used, missed []Frame) {
	t.Helper()
	if err := c.Keep(t.Context(), used, missed); err != nil {
		t.Fatal(err)
	}
}

// holds tells which of the first ten seeds a fresh reader of the cache finds.
func holds(t *testing.T, dir string) (seeds []byte) {
	t.Helper()
	found := New(dir).Read()
	for seed := range byte(10) {
		f, ok := found[Hash{seed}]
		if !ok {
			continue
		}
		if got, err := f.Folder(); err != nil || got.Files[0].Data[0] != seed {
			t.Errorf("folder %d: %v", seed, err)
		}
		seeds = append(seeds, seed)
	}
	return seeds
}

func TestFoldersComeBackAsTheyWere(t *testing.T) {
	for _, want := range []*Folder{folder(3, 5, 100), {Dirs: []Dir{}, Files: []model.RawFile{}}, folder(1, 0, 0)} {
		f := Encode(Hash{7}, want)
		got, err := f.Folder()
		if err != nil || f.Tree() != (Hash{7}) || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %+v, want %+v", err, got, want)
		}
	}
	empty := Encode(Hash{}, &Folder{Files: []model.RawFile{{Name: "e", Data: []byte{}}}})
	if got, err := empty.Folder(); err != nil || got.Files[0].Data == nil {
		t.Errorf("an empty file was read as one without bytes: %v", err)
	}
}

func TestSmallSnapshotsAreNotKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	keep(t, New(dir), nil, []Frame{frame(1, 1000)})
	if _, err := os.Stat(dir); err == nil {
		t.Error("a cache was made")
	}
}

func TestWhatIsMissingIsKeptWhenItIsWorthIt(t *testing.T) {
	dir := t.TempDir()
	c := New(dir)
	big, small, later := frame(1, 600_000), frame(2, 10_000), frame(3, 100_000)
	keep(t, c, nil, []Frame{big})
	keep(t, c, []Frame{big}, []Frame{small})
	if got := holds(t, dir); !bytes.Equal(got, []byte{1}) {
		t.Errorf("kept %v; a sixtieth is not worth the writing", got)
	}
	keep(t, c, []Frame{big}, []Frame{small, later})
	if got := holds(t, dir); !bytes.Equal(got, []byte{1, 2, 3}) {
		t.Errorf("kept %v", got)
	}
}

func TestOldFoldersAreDropped(t *testing.T) {
	dir := t.TempDir()
	c := New(dir)
	base := frame(0, 400_000)
	keep(t, c, nil, []Frame{base})
	for seed := byte(1); seed < 9; seed++ {
		keep(t, c, []Frame{base}, []Frame{frame(seed, 300_000)})
	}
	got := holds(t, dir)
	if len(got) < 2 || len(got) > 7 || got[0] != 0 || got[len(got)-1] != 8 {
		t.Errorf("kept %v, want the base, the last and a few", got)
	}
	info, err := os.Stat(filepath.Join(dir, "folders"))
	if err != nil || info.Size() > 2*700_000+spare+10_000 {
		t.Errorf("the file has %d bytes, %v", info.Size(), err)
	}
}

func TestADamagedCacheIsNotTrusted(t *testing.T) {
	dir := t.TempDir()
	keep(t, New(dir), nil, []Frame{frame(1, 300_000), frame(2, 300_000)})
	path := filepath.Join(dir, "folders")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[400_000] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := holds(t, dir); !bytes.Equal(got, []byte{1}) {
		t.Errorf("read %v", got)
	}
	c := New(dir)
	found := c.Read()
	keep(t, c, []Frame{found[Hash{1}]}, []Frame{frame(2, 300_000)})
	if got := holds(t, dir); !bytes.Equal(got, []byte{1, 2}) {
		t.Errorf("after mending: %v", got)
	}
}

func TestTwoProcessesShareOneCache(t *testing.T) {
	dir := t.TempDir()
	a, b := New(dir), New(dir)
	keep(t, a, nil, []Frame{frame(1, 300_000)})
	if found := b.Read(); len(found) != 1 {
		t.Errorf("%d folders", len(found))
	}
	keep(t, b, nil, []Frame{frame(2, 300_000)})
	if found := a.Read(); len(found) != 1 {
		t.Errorf("%d new folders", len(found))
	}
	a.Close()
	b.Close()
}

func FuzzFrame(f *testing.F) {
	f.Add([]byte(Encode(Hash{1}, folder(2, 2, 3))))
	f.Add([]byte(Encode(Hash{1}, &Folder{})))
	f.Add(append(make([]byte, 20), 255, 255, 255, 255, 255, 255, 255, 255, 255, 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Frame(data).Folder()
		if err != nil {
			return
		}
		again, err := Encode(Frame(data).Tree(), got).Folder()
		if err != nil || !reflect.DeepEqual(got, again) {
			t.Fatalf("%v: %+v becomes %+v", err, got, again)
		}
	})
}
