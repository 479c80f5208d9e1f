package objects

import (
	"bufio"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/go-git/go-git/v5/plumbing"
)

// entry is what stands at an offset: an object, or a delta on the entry at base.
type entry struct {
	kind  Kind
	data  []byte
	base  int64
	delta []byte
}

// window reads entries of packs through a buffer that follows rising offsets.
type window struct {
	pack *pack
	sec  *io.SectionReader
	buf  *bufio.Reader
	zip  io.ReadCloser
}

func newWindow(size int) window { return window{buf: bufio.NewReaderSize(nil, size)} }

// entry reads the entry at an offset. An object over the limit is not read; a delta
// is put into the buffer where it has room.
func (w *window) entry(p *pack, off, limit int64, buffer []byte) (entry, error) {
	if err := w.seek(p, off); err != nil {
		return entry{}, err
	}
	kind, size, err := w.header()
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
		e.base, err = w.baseOffset(off)
	case plumbing.REFDeltaObject:
		e.base, err = w.baseName(p)
	default:
		err = fmt.Errorf("entry of kind %d: %w", kind, ErrCorrupt)
	}
	if err != nil {
		return entry{}, err
	}
	if size > maxObject {
		return entry{}, errTooLarge{size}
	}
	if kind.IsDelta() {
		e.delta, err = w.inflate(size, buffer)
	} else {
		e.data, err = w.inflate(size, nil)
	}
	return e, err
}

// seek makes off the next byte, moving within the window where it can.
func (w *window) seek(p *pack, off int64) error {
	if off < 12 || off >= p.size-20 {
		return fmt.Errorf("offset outside the pack of %d bytes: %w", p.size, ErrCorrupt)
	}
	if w.pack == p {
		at, _ := w.sec.Seek(0, io.SeekCurrent)
		if ahead := off - (at - int64(w.buf.Buffered())); ahead >= 0 && ahead <= int64(w.buf.Buffered()) {
			_, err := w.buf.Discard(int(ahead))
			return err
		}
	} else {
		w.pack, w.sec = p, io.NewSectionReader(p.file, 0, p.size-20)
	}
	if _, err := w.sec.Seek(off, io.SeekStart); err != nil {
		return err
	}
	w.buf.Reset(w.sec)
	return nil
}

func (w *window) header() (Kind, int64, error) {
	b, err := w.buf.ReadByte()
	kind, size := Kind(b>>4&7), uint64(b&15)
	for shift := 4; err == nil && b >= 0x80 && shift < 60; shift += 7 {
		b, err = w.buf.ReadByte()
		size |= uint64(b&0x7f) << shift
	}
	if err != nil {
		return 0, 0, cutOff(err)
	}
	if b >= 0x80 || size > 1<<62 {
		return 0, 0, fmt.Errorf("entry without an end to its size: %w", ErrCorrupt)
	}
	return kind, int64(size), nil
}

// baseOffset reads how far before this entry its base starts.
func (w *window) baseOffset(off int64) (int64, error) {
	b, err := w.buf.ReadByte()
	back := int64(b & 0x7f)
	for err == nil && b >= 0x80 && back < 1<<53 {
		b, err = w.buf.ReadByte()
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

func (w *window) baseName(p *pack) (int64, error) {
	var h Hash
	if _, err := io.ReadFull(w.buf, h[:]); err != nil {
		return 0, cutOff(err)
	}
	base, ok := p.index.find(h)
	if !ok {
		return 0, fmt.Errorf("delta on %s, which this pack lacks: %w", h, ErrCorrupt)
	}
	return base, nil
}

// inflate reads size bytes of a compressed stream and checks that it ends there.
func (w *window) inflate(size int64, buffer []byte) ([]byte, error) {
	var err error
	if w.zip == nil {
		w.zip, err = zlib.NewReader(w.buf)
	} else {
		err = w.zip.(zlib.Resetter).Reset(w.buf, nil)
	}
	if err != nil {
		return nil, cutOff(err)
	}
	return readExactly(w.zip, size, buffer)
}

// readExactly reads a stream that must hold size bytes, into the buffer where it has
// room. It does not trust size for more memory than the stream turns out to fill.
func readExactly(from io.Reader, size int64, buffer []byte) ([]byte, error) {
	const step = 256 << 10
	data := buffer[:min(size, int64(cap(buffer)))]
	if int64(len(data)) < size {
		data = make([]byte, min(size, step))
	}
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
