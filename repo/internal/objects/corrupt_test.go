package objects

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestDamagedFilesGiveErrors flips bytes all over loose objects, packs and indexes.
// Every object is then read whole and right, or not at all.
func TestDamagedFilesGiveErrors(t *testing.T) {
	for _, packed := range []bool{false, true} {
		dir := repository(t)
		if packed {
			git(t, dir, "", "repack", "-adfq")
		}
		want := everyObject(t, dir)
		failures := 0
		for _, path := range objectFiles(t, dir) {
			sound, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, 0o644); err != nil {
				t.Fatal(err)
			}
			for at := 0; at < len(sound); at += 1 + len(sound)/40 {
				damaged := bytes.Clone(sound)
				damaged[at] ^= 0x55
				put(t, path, damaged)
				failures += readDamaged(t, dir, want)
			}
			for _, n := range []int{0, 1, len(sound) / 2, len(sound) - 1} {
				put(t, path, sound[:n])
				failures += readDamaged(t, dir, want)
			}
			put(t, path, sound)
		}
		if failures == 0 {
			t.Error("no damage was noticed")
		}
	}
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func objectFiles(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(dir, ".git/objects"), func(path string, e fs.DirEntry, err error) error {
		switch filepath.Ext(path) {
		case "", ".pack", ".idx":
			if err == nil && e.Type().IsRegular() && filepath.Base(filepath.Dir(path)) != "info" {
				paths = append(paths, path)
			}
		}
		return err
	})
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d object files, %v", len(paths), err)
	}
	return paths
}

func readDamaged(t *testing.T, dir string, want map[Hash]content) (failures int) {
	t.Helper()
	s, err := Open(filepath.Join(dir, ".git"), nil)
	if err != nil {
		return 1
	}
	for h, w := range want {
		got, err := s.read(t.Context(), h, maxObject)
		if err != nil {
			failures++
			if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrNotFound) {
				t.Errorf("unexpected error: %v", err)
			}
			continue
		}
		if got.kind != w.kind || !bytes.Equal(got.data, w.data) {
			t.Fatalf("%s is read wrong", h)
		}
	}
	return failures
}

func TestADamagedCopyDoesNotHideASoundOne(t *testing.T) {
	dir := repository(t)
	git(t, dir, "", "repack", "-aq") // loose copies stay
	packs, _ := filepath.Glob(filepath.Join(dir, ".git/objects/pack/*.pack"))
	data, err := os.ReadFile(packs[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := 12; i < len(data)-20; i++ {
		data[i] ^= 0x55
	}
	if err := os.Chmod(packs[0], 0o644); err != nil {
		t.Fatal(err)
	}
	want := everyObject(t, dir)
	put(t, packs[0], data)
	s := open(t, dir)
	compareAll(t, s, want)
	var blobs []Hash
	for h, c := range want {
		if c.kind == KindBlob {
			blobs = append(blobs, h)
		}
	}
	if err := s.Blobs(t.Context(), blobs, maxObject, func(int, []byte, int64) error { return nil }); err != nil {
		t.Error(err)
	}
}

func FuzzPack(f *testing.F) {
	dir := repository(f)
	git(f, dir, "", "repack", "-adfq")
	packs, _ := filepath.Glob(filepath.Join(dir, ".git/objects/pack/*.pack"))
	whole, err := os.ReadFile(packs[0])
	if err != nil {
		f.Fatal(err)
	}
	index, err := os.ReadFile(packs[0][:len(packs[0])-4] + "idx")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole, index)
	f.Add(whole[:100], index)
	f.Add(whole, index[:1100])
	f.Fuzz(func(t *testing.T, data, index []byte) {
		x, err := parsePackIndex(index)
		if err != nil {
			return
		}
		file, err := os.Create(filepath.Join(t.TempDir(), "pack"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = file.Close() }()
		if _, err := file.Write(data); err != nil {
			t.Fatal(err)
		}
		p := &pack{index: x, file: file, size: int64(len(data))}
		p.once.Do(func() {})
		r := newPackReader(newGenerations[baseKey](1<<20, func(c content) int { return len(c.data) }), smallWindow)
		r.limit = 1 << 20
		for i := range min(200, len(x.names)/20) {
			h := Hash(x.name(i))
			if off, ok, _ := p.find(h); ok {
				if c, err := r.object(p, off); err == nil {
					_ = verify(h, c.kind, c.data)
				}
			}
		}
	})
}

func FuzzParseLoose(f *testing.F) {
	f.Add(deflate(NewObject(KindBlob, []byte("hello"))))
	f.Add(compress([]byte("blob 99999999999\x00x")))
	f.Add(compress([]byte("blob 2\x00x")))
	f.Add(compress([]byte("ofs-delta 1\x00x")))
	f.Fuzz(func(t *testing.T, packed []byte) {
		for _, data := range [][]byte{packed, compress(packed)} {
			c, err := parseLoose(data, 1<<20)
			if err != nil {
				continue
			}
			again, err := parseLoose(deflate(NewObject(c.kind, c.data)), 1<<20)
			if err != nil || again.kind != c.kind || !bytes.Equal(again.data, c.data) {
				t.Fatalf("%v: read back %s of %d bytes", err, again.kind, len(again.data))
			}
		}
	})
}
