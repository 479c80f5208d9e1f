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
	chain []link // from the object being read to its base; the buffers serve again
}

// link is a delta on the way to a base.
type link struct {
	offset int64
	delta  []byte
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
	for depth := 0; depth <= maxChain; depth++ {
		if depth > 0 {
			if c, ok := r.bases.get(baseKey{p, off}); ok {
				return r.apply(p, c, depth)
			}
		}
		e, err := r.entry(p, off, depth)
		if err != nil {
			return content{}, fmt.Errorf("%s at %d: %w", p.name(), off, err)
		}
		if !e.kind.IsDelta() {
			c := content{e.kind, e.data}
			if depth > 0 {
				r.bases.put(baseKey{p, off}, c)
			}
			return r.apply(p, c, depth)
		}
		off = e.base
	}
	return content{}, fmt.Errorf("%s: over %d deltas in a chain: %w", p.name(), maxChain, ErrCorrupt)
}

// entry reads what stands at an offset, so many deltas away from the object. A delta
// is kept in the chain.
func (r *packReader) entry(p *pack, off int64, depth int) (entry, error) {
	if depth == len(r.chain) {
		r.chain = append(r.chain, link{})
	}
	at := &r.chain[depth]
	if cap(at.delta) > largeDelta {
		at.delta = nil
	}
	if depth > 0 {
		e, err := r.far.entry(p, off, maxObject, at.delta)
		at.offset, at.delta = off, e.delta
		return e, err
	}
	e, err := r.near.entry(p, off, r.limit, at.delta)
	at.offset, at.delta = off, e.delta
	if err == nil && e.kind.IsDelta() {
		err = r.checkTarget(e.delta)
	}
	return e, err
}

// largeDelta is the size of the largest buffer for a delta that serves again.
const largeDelta = 64 << 10

// apply turns a base into the object that the chain makes of it, keeping what other
// objects are likely made of too.
func (r *packReader) apply(p *pack, c content, depth int) (content, error) {
	for i := depth - 1; i >= 0; i-- {
		at := r.chain[i]
		data, err := packfile.PatchDelta(c.data, at.delta)
		if err != nil {
			return content{}, fmt.Errorf("%s at %d: %w: %w", p.name(), at.offset, err, ErrCorrupt)
		}
		c.data = data
		if i > 0 {
			r.bases.put(baseKey{p, at.offset}, c)
		}
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
