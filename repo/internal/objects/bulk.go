package objects

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// bulkChunk is how many objects a goroutine reads before it asks for more.
const bulkChunk = 512

// Blobs reads many blobs, fast, in the order in which they lie in the packs. fn is
// called once for each position of hashes, from several goroutines at a time; data
// is fn's to keep, and nil where the blob has more bytes than limit: then only its
// size is told. The first error, of a blob or of fn, ends it.
func (s *Store) Blobs(ctx context.Context, hashes []Hash, limit int64, fn func(i int, data []byte, size int64) error) error {
	chunks := s.plan(hashes)
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(workers(), len(chunks)) {
		group.Go(func() error {
			r := newPackReader(s.bases, bulkWindow)
			r.limit = limit
			for {
				k := int(next.Add(1)) - 1
				if k >= len(chunks) {
					return nil
				}
				if err := s.readChunk(ctx, r, chunks[k], hashes, fn); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// place is where the object at a position of a list lies. Without a pack it is
// looked for when it is read.
type place struct {
	pack   *pack
	offset int64
	at     int
}

// plan sorts the objects by where they lie and cuts the work into chunks.
func (s *Store) plan(hashes []Hash) [][]place {
	byPack := map[*pack][]place{}
	for i, h := range hashes {
		p, off, _ := s.locate(h)
		byPack[p] = append(byPack[p], place{p, off, i})
	}
	var chunks [][]place
	for _, places := range byPack {
		slices.SortFunc(places, func(a, b place) int { return int(a.offset - b.offset) })
		chunks = slices.AppendSeq(chunks, slices.Chunk(places, bulkChunk))
	}
	return chunks
}

func (s *Store) readChunk(ctx context.Context, r *packReader, chunk []place, hashes []Hash, fn func(int, []byte, int64) error) error {
	for _, at := range chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, err := s.readPlace(ctx, r, at, hashes[at.at])
		size := int64(len(c.data))
		var large errTooLarge
		switch {
		case errors.As(err, &large):
			c.data, size = nil, large.size
		case err != nil:
			return err
		case c.kind != KindBlob:
			return fmt.Errorf("object %s is a %s, not a blob: %w", hashes[at.at], c.kind, ErrKind)
		case c.data == nil:
			c.data = []byte{}
		}
		if err := fn(at.at, c.data, size); err != nil {
			return err
		}
	}
	return nil
}

// readPlace reads the object where it was found, and looks everywhere where that
// copy is gone or damaged.
func (s *Store) readPlace(ctx context.Context, r *packReader, at place, h Hash) (content, error) {
	if at.pack != nil {
		c, err := r.object(at.pack, at.offset)
		if err == nil {
			err = verify(h, c.kind, c.data)
		}
		var large errTooLarge
		if err == nil || errors.As(err, &large) {
			return c, err
		}
	}
	return s.read(ctx, h, r.limit)
}
