package objects

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// packOver is how many objects are written as one pack, not one by one.
const packOver = 64

// Write makes objects durable: one by one where they are few, as packs where they
// are many. Objects that are there already get a fresh time, so that a gc that
// runs beside this does not take them for garbage. After a failure some may be
// there; unreachable objects do no harm.
func (s *Store) Write(now time.Time, objects ...Object) error {
	var missing []Object
	seen := make(map[Hash]bool, len(objects))
	for _, o := range objects {
		if seen[o.Hash] {
			continue
		}
		seen[o.Hash] = true
		fresh, err := s.freshen(o.Hash, now)
		if err != nil {
			return err
		}
		if !fresh {
			missing = append(missing, o)
		}
	}
	if len(missing) > packOver {
		return s.writePacks(missing)
	}
	return s.writeLoose(missing)
}

// freshen gives an object that is there a new time. It answers false where there
// is none, or none whose time counts: git drops the objects of a cruft pack by
// times of their own, and files of an alternate may belong to someone else.
func (s *Store) freshen(h Hash, now time.Time) (bool, error) {
	path, ok := s.findLoose(h)
	if !ok {
		p, _, found := s.locate(h)
		if !found || p.cruft {
			return false, nil
		}
		path = p.name()
	}
	err := s.fs.Touch(path, now)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("keep object %s from being collected: %w", h, err)
	}
	return true, nil
}

// Keep gives a blob that is there a new time, as Write does, or writes it anew where no
// time of its own counts. It is ErrNotFound that there is none.
func (s *Store) Keep(ctx context.Context, now time.Time, blob Hash) error {
	fresh, err := s.freshen(blob, now)
	if err != nil || fresh {
		return err
	}
	data, err := s.Blob(ctx, blob)
	if err != nil {
		return err
	}
	return s.writeLoose([]Object{{Hash: blob, Kind: KindBlob, Data: data}})
}

func (s *Store) findLoose(h Hash) (string, bool) {
	for _, dir := range s.dirs {
		path := loosePath(dir, h)
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			return path, true
		}
	}
	return "", false
}

// atOnce is how many files are made durable at a time: a file system makes a group
// of them durable in little more than the time of one.
const atOnce = 16

// writeLoose writes each object as a file of its own and then makes the names of
// all durable.
func (s *Store) writeLoose(objects []Object) error {
	folders := make([]string, len(objects))
	var writes errgroup.Group
	writes.SetLimit(atOnce)
	for i, o := range objects {
		writes.Go(func() (err error) {
			if folders[i], err = s.writePersistently(o); err != nil {
				return fmt.Errorf("write object %s: %w", o.Hash, err)
			}
			return nil
		})
	}
	if err := writes.Wait(); err != nil {
		return err
	}
	slices.Sort(folders)
	var syncs errgroup.Group
	syncs.SetLimit(atOnce)
	for _, folder := range slices.Compact(folders) {
		syncs.Go(func() error {
			if err := s.fs.SyncDir(folder); err != nil {
				return fmt.Errorf("write objects: %w", err)
			}
			return nil
		})
	}
	return syncs.Wait()
}

// writePersistently writes an object again where its folder went meanwhile: a gc that
// runs beside this takes folders away while they are empty.
func (s *Store) writePersistently(o Object) (folder string, err error) {
	for range 6 {
		if folder, err = s.writeOne(o); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return folder, err
}

func (s *Store) writeOne(o Object) (folder string, err error) {
	path := loosePath(s.dirs[0], o.Hash)
	folder = filepath.Dir(path)
	if err := steps.MkdirAll(s.fs, folder, 0o777); err != nil {
		return "", err
	}
	temp, err := s.writeTemp(folder, "tmp_obj_", deflate(o))
	if err != nil {
		return "", err
	}
	if err := s.fs.Rename(temp, path); err != nil {
		return "", errors.Join(err, s.fs.Remove(temp))
	}
	return folder, nil
}

// writeTemp makes a durable file under a name that no other writer uses, of the
// form that git's own gc takes away when one was left behind.
func (s *Store) writeTemp(folder, prefix string, data []byte) (string, error) {
	for {
		name := filepath.Join(folder, fmt.Sprintf("%s%d_%d", prefix, os.Getpid(), s.temps.Add(1)))
		err := steps.WriteFile(s.fs, name, data, 0o444)
		if !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}

var zips = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

// compress deflates parts, one after the other, into one stream.
func compress(parts ...[]byte) []byte {
	var b bytes.Buffer
	zip := zips.Get().(*zlib.Writer)
	defer zips.Put(zip)
	zip.Reset(&b)
	for _, part := range parts {
		_, _ = zip.Write(part) // a bytes.Buffer takes all
	}
	_ = zip.Close()
	return b.Bytes()
}

func deflate(o Object) []byte {
	return compress(fmt.Appendf(nil, "%s %d\x00", o.Kind, len(o.Data)), o.Data)
}
