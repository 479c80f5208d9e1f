package render

import (
	"bufio"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"io"
)

// encode writes a picture without transparency as a PNG (ISO/IEC 15948). Every row is
// kept as its difference to the one above: the best of PNG's filters for pictures of
// even surfaces, so that no others need to be tried.
func encode(w io.Writer, m *image.RGBA) error {
	const (
		depth = 8 // bits
		rgb   = 2 // colour type
	)
	e := &chunks{to: w}
	e.write([]byte("\x89PNG\r\n\x1a\n"))
	size := m.Rect.Size()
	head := binary.BigEndian.AppendUint32(nil, uint32(size.X))
	head = binary.BigEndian.AppendUint32(head, uint32(size.Y))
	e.chunk("IHDR", append(head, depth, rgb, 0, 0, 0))
	body := bufio.NewWriterSize(e, 1<<16)
	z, err := zlib.NewWriterLevel(body, zlib.BestSpeed)
	if err != nil {
		return err
	}
	const up = 2 // the filter
	line, above := make([]byte, 1+3*size.X), make([]byte, m.Stride)
	line[0] = up
	for y := range size.Y {
		row := m.Pix[y*m.Stride:][:m.Stride]
		differ(line[1:], row, above)
		above = row
		if _, err := z.Write(line); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := body.Flush(); err != nil {
		return err
	}
	e.chunk("IEND", nil)
	return e.err
}

// differ puts the differences of two rows of pixels, without alpha.
func differ(out, row, above []byte) {
	for ; len(out) >= 3 && len(row) >= 4 && len(above) >= 4; out, row, above = out[3:], row[4:], above[4:] {
		out[0], out[1], out[2] = row[0]-above[0], row[1]-above[1], row[2]-above[2]
	}
}

// chunks writes the chunks of a PNG. What is written to it are those of the image.
type chunks struct {
	to  io.Writer
	err error // the first
}

func (e *chunks) Write(data []byte) (int, error) {
	e.chunk("IDAT", data)
	return len(data), e.err
}

func (e *chunks) chunk(kind string, data []byte) {
	var length, sum [4]byte
	binary.BigEndian.PutUint32(length[:], uint32(len(data)))
	crc := crc32.Update(crc32.ChecksumIEEE([]byte(kind)), crc32.IEEETable, data)
	binary.BigEndian.PutUint32(sum[:], crc)
	e.write(append(length[:], kind...))
	e.write(data)
	e.write(sum[:])
}

func (e *chunks) write(data []byte) {
	if e.err == nil {
		_, e.err = e.to.Write(data)
	}
}
