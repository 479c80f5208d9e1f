package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
)

var (
	dated  = regexp.MustCompile(`/CreationDate\(D:[^)]*\)`)
	packed = regexp.MustCompile(`<</Filter/FlateDecode/Length (\d+)>>stream\n`)
	offset = regexp.MustCompile(`\d{10} 00000 n`)
	start  = regexp.MustCompile(`startxref\n(\d+)\n`)
)

// patch puts other bytes in the place of some of a file.
type patch struct {
	from, to int
	with     []byte
}

// timeless takes the time of writing out of a PDF, so that one drawing is one file: out of
// what it says of itself and out of its fonts. It mends the offsets of the table of
// objects, which lies behind them.
func timeless(data []byte) []byte {
	table := bytes.LastIndex(data, []byte("\nxref\n"))
	if table < 0 {
		return data
	}
	patches := fontPatches(data[:table])
	if at := dated.FindIndex(data[:table]); at != nil {
		patches = append(patches, patch{from: at[0], to: at[1]})
	}
	slices.SortFunc(patches, func(a, b patch) int { return a.from - b.from })
	moved := func(n int) int {
		by := 0
		for _, p := range patches {
			if p.from < n {
				by += len(p.with) - (p.to - p.from)
			}
		}
		return n + by
	}
	var out []byte
	at := 0
	for _, p := range patches {
		out = append(append(out, data[at:p.from]...), p.with...)
		at = p.to
	}
	out = append(out, data[at:table]...)
	tail := offset.ReplaceAllFunc(data[table:], func(entry []byte) []byte {
		n, _ := strconv.Atoi(string(entry[:10]))
		return fmt.Appendf(nil, "%010d 00000 n", moved(n))
	})
	return append(out, start.ReplaceAll(tail, fmt.Appendf(nil, "startxref\n%d\n", moved(table+1)))...)
}

// fontPatches answers what makes the fonts of a PDF say no time.
func fontPatches(data []byte) []patch {
	var out []patch
	for at := 0; ; {
		head := packed.FindSubmatchIndex(data[at:])
		if head == nil {
			return out
		}
		from := at + head[1]
		size, err := strconv.Atoi(string(data[at+head[2] : at+head[3]]))
		if err != nil || size > len(data)-from {
			return out
		}
		if font, ok := undatedFont(data[from : from+size]); ok {
			dict := fmt.Appendf(nil, "<</Filter/FlateDecode/Length %d>>stream\n", len(font))
			out = append(out, patch{at + head[0], from + size, append(dict, font...)})
		}
		at = from + size
	}
}

// undatedFont answers a packed TrueType font whose head says no time of change, false
// where the bytes are none. Its checksums are made anew (OpenType, chapters otff and head).
func undatedFont(stream []byte) ([]byte, bool) {
	reader, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		return nil, false
	}
	font, err := io.ReadAll(reader)
	if err != nil || len(font) < 12 || binary.BigEndian.Uint32(font) != 0x00010000 {
		return nil, false
	}
	tables := int(binary.BigEndian.Uint16(font[4:]))
	for record := range slices.Chunk(font[12:min(12+16*tables, len(font))], 16) {
		if len(record) < 16 || string(record[:4]) != "head" {
			continue
		}
		from, size := int(binary.BigEndian.Uint32(record[8:])), int(binary.BigEndian.Uint32(record[12:]))
		if size < 54 || from > len(font)-size {
			return nil, false
		}
		head := font[from : from+size]
		clear(head[28:36]) // modified
		clear(head[8:12])  // checksumAdjustment
		binary.BigEndian.PutUint32(record[4:], checksum(head))
		binary.BigEndian.PutUint32(head[8:], 0xB1B0AFBA-checksum(font))
		var out bytes.Buffer
		w := zlib.NewWriter(&out)
		_, _ = w.Write(font) // to memory, which takes all
		_ = w.Close()
		return out.Bytes(), true
	}
	return nil, false
}

// checksum sums the words of a table; what is missing of the last is zero.
func checksum(table []byte) uint32 {
	sum := uint32(0)
	for word := range slices.Chunk(table, 4) {
		var whole [4]byte
		copy(whole[:], word)
		sum += binary.BigEndian.Uint32(whole[:])
	}
	return sum
}
