package objects

import (
	"bufio"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/go-git/go-git/v5/plumbing"
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

// packReader reads objects of one pack at a time. It is used by one goroutine, and
// is fast where it is asked for rising offsets.
type packReader struct {
	bases *generations[baseKey, content]
	limit int64 // objects over it are measured, not read

	pack *pack
	sec  *io.SectionReader
	buf  *bufio.Reader
	zip  io.ReadCloser
}

func newPackReader(bases *generations[baseKey, content], window int) *packReader {
	return &packReader{bases: bases, limit: maxObject, buf: bufio.NewReaderSize(nil, window)}
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
		if c, ok := r.bases.get(baseKey{p, off}); ok && (len(deltas) > 0 || int64(len(c.data)) <= r.limit) {
			return r.apply(p, c, offsets, deltas, off)
		}
		limit := int64(maxObject)
		if len(deltas) == 0 {
			limit = r.limit
		}
		e, err := r.entry(p, off, limit)
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
		return errTooLarge{int64(min(size, maxObject))} //nolint:gosec // bounded
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

// entry is what stands at an offset: an object, or a delta on the entry at base.
type entry struct {
	kind Kind
	base int64
	data []byte
}

func (r *packReader) entry(p *pack, off, limit int64) (entry, error) {
	if err := r.seek(p, off); err != nil {
		return entry{}, err
	}
	kind, size, err := r.header()
	if err != nil {
		return entry{}, err
	}
	e := entry{kind: kind}
	switch kind {
	case KindCommit, KindTree, KindBlob, KindTag:
		if size > limit {
			return entry{}, errTooLarge{size}
		}
	case plumbing.OFSDeltaObject:
		e.base, err = r.baseOffset(off)
	case plumbing.REFDeltaObject:
		e.base, err = r.baseName(p)
	default:
		err = fmt.Errorf("entry of kind %d: %w", kind, ErrCorrupt)
	}
	if err != nil {
		return entry{}, err
	}
	e.data, err = r.inflate(size)
	return e, err
}

// seek makes off the next byte, moving within the window where it can.
func (r *packReader) seek(p *pack, off int64) error {
	if off < 12 || off >= p.size-20 {
		return fmt.Errorf("offset outside the pack of %d bytes: %w", p.size, ErrCorrupt)
	}
	if r.pack == p {
		at, _ := r.sec.Seek(0, io.SeekCurrent)
		if ahead := off - (at - int64(r.buf.Buffered())); ahead >= 0 && ahead <= int64(r.buf.Buffered()) {
			_, err := r.buf.Discard(int(ahead))
			return err
		}
	} else {
		r.pack, r.sec = p, io.NewSectionReader(p.file, 0, p.size-20)
	}
	if _, err := r.sec.Seek(off, io.SeekStart); err != nil {
		return err
	}
	r.buf.Reset(r.sec)
	return nil
}

func (r *packReader) header() (Kind, int64, error) {
	b, err := r.buf.ReadByte()
	kind, size := Kind(b>>4&7), uint64(b&15)
	for shift := 4; err == nil && b >= 0x80 && shift < 60; shift += 7 {
		b, err = r.buf.ReadByte()
		size |= uint64(b&0x7f) << shift
	}
	if err != nil {
		return 0, 0, cutOff(err)
	}
	if b >= 0x80 || size > maxObject {
		return 0, 0, fmt.Errorf("entry larger than %d bytes: %w", maxObject, ErrCorrupt)
	}
	return kind, int64(size), nil //nolint:gosec // bounded by maxObject
}

// baseOffset reads how far before this entry its base starts.
func (r *packReader) baseOffset(off int64) (int64, error) {
	b, err := r.buf.ReadByte()
	back := int64(b & 0x7f)
	for err == nil && b >= 0x80 && back < 1<<53 {
		b, err = r.buf.ReadByte()
		back = (back+1)<<7 | int64(b&0x7f)
	}
	if err != nil {
		return 0, cutOff(err)
	}
	if back <= 0 || back >= off {
		return 0, fmt.Errorf("delta base %d bytes before: %w", back, ErrCorrupt)
	}
	return off - back, nil
}

func (r *packReader) baseName(p *pack) (int64, error) {
	var h Hash
	if _, err := io.ReadFull(r.buf, h[:]); err != nil {
		return 0, cutOff(err)
	}
	base, ok := p.index.find(h)
	if !ok {
		return 0, fmt.Errorf("delta on %s, which this pack lacks: %w", h, ErrCorrupt)
	}
	return base, nil
}

// inflate reads size bytes of a compressed stream and checks that it ends there.
func (r *packReader) inflate(size int64) ([]byte, error) {
	var err error
	if r.zip == nil {
		r.zip, err = zlib.NewReader(r.buf)
	} else {
		err = r.zip.(zlib.Resetter).Reset(r.buf, nil)
	}
	if err != nil {
		return nil, cutOff(err)
	}
	return readExactly(r.zip, size)
}

// readExactly reads a stream that must hold size bytes. It does not trust size for
// more memory than the stream turns out to fill.
func readExactly(from io.Reader, size int64) ([]byte, error) {
	const step = 256 << 10
	data := make([]byte, min(size, step))
	for done := 0; ; {
		if _, err := io.ReadFull(from, data[done:]); err != nil {
			return nil, cutOff(err)
		}
		if done = len(data); int64(done) == size {
			break
		}
		data = append(data, make([]byte, min(size-int64(done), int64(done)))...)
	}
	var one [1]byte
	if n, err := io.ReadFull(from, one[:]); n != 0 || !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("more than the %d bytes announced, or a wrong checksum: %w", size, ErrCorrupt)
	}
	return data, nil
}

// cutOff turns what a decompressor or a short file says into one kind of error,
// and leaves alone what the system says about the file.
func cutOff(err error) error {
	var system *fs.PathError
	if errors.As(err, &system) {
		return err
	}
	return fmt.Errorf("cut off or damaged (%w): %w", err, ErrCorrupt)
}
