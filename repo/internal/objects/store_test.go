package objects

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"path/filepath"
	"sync"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

type batchHead struct {
	hash Hash
	kind Kind
	size int
}

func parseBatchHead(t testing.TB, head string) batchHead {
	t.Helper()
	var name, kind string
	var o batchHead
	if _, err := fmt.Sscanf(head, "%s %s %d", &name, &kind, &o.size); err != nil {
		t.Fatalf("%q: %v", head, err)
	}
	o.hash = plumbing.NewHash(name)
	var err error
	if o.kind, err = plumbing.ParseObjectType(kind); err != nil {
		t.Fatal(err)
	}
	return o
}

func compareAll(t *testing.T, s *Store, want map[Hash]content) {
	t.Helper()
	if len(want) < 10 {
		t.Fatalf("only %d objects to compare", len(want))
	}
	for h, w := range want {
		got, err := s.read(t.Context(), h, maxObject)
		if err != nil {
			t.Fatal(err)
		}
		if got.kind != w.kind || !bytes.Equal(got.data, w.data) {
			t.Errorf("%s: %s of %d bytes, git says %s of %d", h, got.kind, len(got.data), w.kind, len(w.data))
		}
	}
}

func TestReadsEveryObjectAsGitDoes(t *testing.T) {
	arrange := map[string]func(dir string) string{
		"loose":  func(dir string) string { return dir },
		"deltas": func(dir string) string { git(t, dir, "", "repack", "-adfq", "--depth=50"); return dir },
		"reference deltas": func(dir string) string {
			git(t, dir, "", "-c", "repack.useDeltaBaseOffset=false", "repack", "-adfq")
			return dir
		},
		"two packs": func(dir string) string {
			git(t, dir, "", "repack", "-adq")
			write(t, dir, map[string]string{"later": "later"})
			git(t, dir, "", "add", "-A")
			git(t, dir, "", "commit", "-qm", "later")
			git(t, dir, "", "repack", "-dq")
			return dir
		},
		"alternates": func(dir string) string {
			borrower := t.TempDir()
			git(t, borrower, "", "clone", "-q", "--shared", dir, ".")
			git(t, borrower, "", "commit", "-q", "--allow-empty", "-m", "own")
			return borrower
		},
		"linked worktree": func(dir string) string {
			linked := filepath.Join(t.TempDir(), "linked")
			git(t, dir, "", "worktree", "add", "-q", linked, "-b", "other")
			return linked
		},
		"cruft": func(dir string) string {
			git(t, dir, "", "reset", "-q", "--hard", "HEAD~2")
			git(t, dir, "", "reflog", "expire", "--expire=all", "--all")
			git(t, dir, "", "gc", "-q", "--cruft")
			return dir
		},
	}
	for name, prepare := range arrange {
		t.Run(name, func(t *testing.T) {
			dir := prepare(repository(t))
			compareAll(t, open(t, dir), everyObject(t, dir))
		})
	}
}

func TestOutsideRepackBetweenReads(t *testing.T) {
	for name, args := range map[string][]string{
		"gc":          {"gc", "-q", "--prune=now"},
		"maintenance": {"maintenance", "run", "--quiet", "--task=gc"},
		"repack":      {"repack", "-adfq"},
		"incremental": {"maintenance", "run", "--quiet", "--task=loose-objects", "--task=incremental-repack"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t)
			git(t, dir, "", "repack", "-dq")
			s := open(t, dir)
			head := plumbing.NewHash(git(t, dir, "", "rev-parse", "HEAD"))
			if _, err := s.Commit(t.Context(), head); err != nil {
				t.Fatal(err)
			}
			write(t, dir, map[string]string{"more": "more"})
			git(t, dir, "", "add", "-A")
			git(t, dir, "", "commit", "-qm", "more")
			git(t, dir, "", args...)
			compareAll(t, s, everyObject(t, dir))
		})
	}
}

func TestManyGoroutinesReadWhileGitRepacks(t *testing.T) {
	dir := repository(t)
	s := open(t, dir)
	want := everyObject(t, dir)
	var names, blobs []Hash
	for h, c := range want {
		names = append(names, h)
		if c.kind == KindBlob {
			blobs = append(blobs, h)
		}
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for seed := range 8 {
		readers.Go(func() {
			random := rand.New(rand.NewSource(int64(seed)))
			for {
				h := names[random.Intn(len(names))]
				got, err := s.read(t.Context(), h, maxObject)
				if err != nil || !bytes.Equal(got.data, want[h].data) {
					t.Errorf("%s: %v", h, err)
					return
				}
				err = s.Blobs(t.Context(), blobs, maxObject, func(i int, data []byte, _ int64) error {
					if !bytes.Equal(data, want[blobs[i]].data) {
						return fmt.Errorf("blob %s differs", blobs[i])
					}
					return nil
				})
				if err != nil {
					t.Error(err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for i := range 12 {
		git(t, dir, "", "-c", fmt.Sprintf("pack.depth=%d", i+1), "repack", "-adfq")
	}
	close(done)
	readers.Wait()
}

func TestMissingAndWrongKind(t *testing.T) {
	dir := repository(t)
	s := open(t, dir)
	absent := plumbing.NewHash("00000000000000000000000000000000000000ff")
	if _, err := s.Blob(t.Context(), absent); !errors.Is(err, ErrNotFound) {
		t.Errorf("missing object: %v", err)
	}
	if s.Has(absent) {
		t.Error("has an object that is not there")
	}
	head := plumbing.NewHash(git(t, dir, "", "rev-parse", "HEAD"))
	if _, err := s.Blob(t.Context(), head); !errors.Is(err, ErrKind) {
		t.Errorf("commit read as blob: %v", err)
	}
	if !s.Has(head) {
		t.Error("lacks the head")
	}
	if err := s.Blobs(t.Context(), []Hash{head}, maxObject, func(int, []byte, int64) error { return nil }); !errors.Is(err, ErrKind) {
		t.Errorf("commit among blobs: %v", err)
	}
}

func TestBlobsOverTheLimitAreMeasuredOnly(t *testing.T) {
	dir := repository(t)
	for _, packed := range []bool{false, true} {
		if packed {
			git(t, dir, "", "repack", "-adfq")
		}
		s := open(t, dir)
		var blobs []Hash
		var sizes []int
		for h, c := range everyObject(t, dir) {
			if c.kind == KindBlob {
				blobs, sizes = append(blobs, h), append(sizes, len(c.data))
			}
		}
		large := 0
		var mu sync.Mutex
		err := s.Blobs(t.Context(), blobs, 1000, func(i int, data []byte, size int64) error {
			mu.Lock()
			defer mu.Unlock()
			if int(size) != sizes[i] || (data == nil) != (size > 1000) {
				t.Errorf("%s: size %d, data %t; git says %d", blobs[i], size, data != nil, sizes[i])
			}
			if data == nil {
				large++
			}
			return nil
		})
		if err != nil || large == 0 {
			t.Errorf("packed %t: %d large, %v", packed, large, err)
		}
	}
}

func TestBlobsStopAtTheFirstError(t *testing.T) {
	dir := repository(t)
	s := open(t, dir)
	blob := plumbing.NewHash(git(t, dir, "", "rev-parse", "HEAD:eik.json"))
	stop := errors.New("enough")
	if err := s.Blobs(t.Context(), []Hash{blob}, maxObject, func(int, []byte, int64) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error of the callback: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Blobs(ctx, []Hash{blob}, maxObject, func(int, []byte, int64) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
