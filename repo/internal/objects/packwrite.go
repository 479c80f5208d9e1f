package objects

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
	"github.com/go-git/go-git/v5/plumbing/hash"
	"golang.org/x/sync/errgroup"

	"github.com/openeik/ekgit/repo/internal/steps"
)

// packBytes is how much content goes into one pack, so that a large import need
// not lie in memory twice.
const packBytes = 256 << 20

// writePacks writes objects as packs, without deltas: git's own gc makes those.
func (s *Store) writePacks(objects []Object) error {
	if err := steps.MkdirAll(s.fs, filepath.Join(s.dirs[0], "pack"), 0o777); err != nil {
		return fmt.Errorf("write pack: %w", err)
	}
	for len(objects) > 0 {
		n, size := 0, 0
		for n < len(objects) && (n == 0 || size+len(objects[n].Data) <= packBytes) {
			size += len(objects[n].Data)
			n++
		}
		if err := s.writePack(objects[:n]); err != nil {
			return fmt.Errorf("write pack of %d objects: %w", n, err)
		}
		objects = objects[n:]
	}
	return s.relist()
}

func (s *Store) writePack(objects []Object) error {
	pack, index, sum, err := encodePack(objects)
	if err != nil {
		return err
	}
	folder := filepath.Join(s.dirs[0], "pack")
	base := filepath.Join(folder, "pack-"+sum.String())
	tempPack, err := s.writeTemp(folder, "tmp_pack_", pack)
	if err != nil {
		return err
	}
	tempIndex, err := s.writeTemp(folder, "tmp_idx_", index)
	if err != nil {
		return errors.Join(err, s.fs.Remove(tempPack))
	}
	if err := s.fs.Rename(tempPack, base+".pack"); err != nil {
		return errors.Join(err, s.fs.Remove(tempPack), s.fs.Remove(tempIndex))
	}
	if err := s.fs.Rename(tempIndex, base+".idx"); err != nil { // makes it visible
		return errors.Join(err, s.fs.Remove(tempIndex))
	}
	return s.fs.SyncDir(folder)
}

// encodePack answers the bytes of a pack, of its index, and the pack's checksum.
func encodePack(objects []Object) (pack, index []byte, sum Hash, err error) {
	entries := make([][]byte, len(objects))
	var group errgroup.Group
	group.SetLimit(workers())
	for from := 0; from < len(objects); from += bulkChunk {
		group.Go(func() error {
			for i := from; i < min(from+bulkChunk, len(objects)); i++ {
				o := objects[i]
				entries[i] = append(entryHeader(o.Kind, len(o.Data)), compress(o.Data)...)
			}
			return nil
		})
	}
	_ = group.Wait()
	var out bytes.Buffer
	out.WriteString("PACK\x00\x00\x00\x02")
	_ = binary.Write(&out, binary.BigEndian, uint32(len(objects)))
	table := &idxfile.Writer{}
	if err := table.OnHeader(uint32(len(objects))); err != nil {
		return nil, nil, sum, err
	}
	for i, e := range entries {
		table.Add(objects[i].Hash, uint64(out.Len()), crc32.ChecksumIEEE(e))
		out.Write(e)
	}
	digest := hash.New(hash.CryptoType)
	digest.Write(out.Bytes())
	digest.Sum(sum[:0])
	out.Write(sum[:])
	index, err = encodeIndex(table, sum)
	return out.Bytes(), index, sum, err
}

func encodeIndex(table *idxfile.Writer, sum Hash) ([]byte, error) {
	if err := table.OnFooter(sum); err != nil {
		return nil, err
	}
	memory, err := table.Index()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	_, err = idxfile.NewEncoder(&out).Encode(memory)
	return out.Bytes(), err
}

// entryHeader writes kind and size as a pack does: four bits of the size, then
// seven at a time.
func entryHeader(kind plumbing.ObjectType, size int) []byte {
	b := []byte{byte(kind)<<4 | byte(size&15)}
	for size >>= 4; size > 0; size >>= 7 {
		b[len(b)-1] |= 0x80
		b = append(b, byte(size&0x7f))
	}
	return b
}
