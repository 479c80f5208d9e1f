package objects

import (
	"fmt"

	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// maxObject is the size of the largest object that is read into memory.
const maxObject = 1 << 31

// maxChain is how many deltas are followed to one object. Git makes chains of at
// most 4095.
const maxChain = 4096

// baseKey names a delta base in the cache that all readers of a store share.
type baseKey struct {
	pack   *pack
	offset int64
}

type content struct {
	kind Kind
	data []byte
}

// packReader reads objects out of packs. It is used by one goroutine, and is fast
// where it is asked for rising offsets.
type packReader struct {
	bases *generations[baseKey, content]
	limit int64 // objects over it are measured, not read
	near  window
	far   window // for bases, which lie anywhere
}

func newPackReader(bases *generations[baseKey, content], size int) *packReader {
	return &packReader{bases: bases, limit: maxObject, near: newWindow(size), far: newWindow(smallWindow)}
}

// errTooLarge is the answer about an object over the reader's limit.
type errTooLarge struct{ size int64 }

func (e errTooLarge) Error() string { return fmt.Sprintf("object of %d bytes is too large", e.size) }

// object reads the object that starts at an offset of a pack, applying the deltas
// it is made of.
func (r *packReader) object(p *pack, off int64) (content, error) {
	var deltas [][]byte
	var offsets []int64
	for len(deltas) <= maxChain {
		if len(deltas) > 0 {
			if c, ok := r.bases.get(baseKey{p, off}); ok {
				return r.apply(p, c, offsets, deltas, off)
			}
		}
		w, limit := &r.near, r.limit
		if len(deltas) > 0 {
			w, limit = &r.far, maxObject
		}
		e, err := w.entry(p, off, limit)
		if err != nil {
			return content{}, fmt.Errorf("%s at %d: %w", p.name(), off, err)
		}
		if e.kind.IsDelta() {
			if len(deltas) == 0 {
				if err := r.checkTarget(e.data); err != nil {
					return content{}, err
				}
			}
			deltas, offsets, off = append(deltas, e.data), append(offsets, off), e.base
			continue
		}
		return r.apply(p, content{e.kind, e.data}, offsets, deltas, off)
	}
	return content{}, fmt.Errorf("%s: over %d deltas in a chain: %w", p.name(), maxChain, ErrCorrupt)
}

// apply turns a base into the object that a chain of deltas makes of it, keeping
// every base on the way: neighbours are likely made of the same.
func (r *packReader) apply(p *pack, c content, offsets []int64, deltas [][]byte, off int64) (content, error) {
	for i := len(deltas) - 1; i >= 0; i-- {
		r.bases.put(baseKey{p, off}, c)
		data, err := packfile.PatchDelta(c.data, deltas[i])
		if err != nil {
			return content{}, fmt.Errorf("%s at %d: %w: %w", p.name(), offsets[i], err, ErrCorrupt)
		}
		c.data, off = data, offsets[i]
	}
	return c, nil
}

// checkTarget reads the size of what a delta makes, its second number.
func (r *packReader) checkTarget(delta []byte) error {
	_, n := uvarint(delta)
	size, m := uvarint(delta[n:])
	if n == 0 || m == 0 {
		return fmt.Errorf("delta without sizes: %w", ErrCorrupt)
	}
	if size > uint64(r.limit) {
		return errTooLarge{int64(min(size, maxObject))}
	}
	return nil
}

func uvarint(b []byte) (v uint64, n int) {
	for shift := 0; n < len(b) && shift < 63; shift += 7 {
		v |= uint64(b[n]&0x7f) << shift
		n++
		if b[n-1] < 0x80 {
			return v, n
		}
	}
	return 0, 0
}
