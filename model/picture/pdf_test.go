package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"strconv"
	"testing"
)

// TestPDFFontsSayNoTime holds that the fonts of a PDF do not say when it was written, that
// their checksums are right, and that nothing else in a file is taken for a font.
func TestPDFFontsSayNoTime(t *testing.T) {
	var file bytes.Buffer
	if err := sampler().WritePDF(&file); err != nil {
		t.Fatal(err)
	}
	fonts := 0
	data := file.Bytes()
	for _, at := range packed.FindAllSubmatchIndex(data, -1) {
		size, err := strconv.Atoi(string(data[at[2]:at[3]]))
		if err != nil {
			t.Fatal(err)
		}
		stream := data[at[1] : at[1]+size]
		if again, ok := undatedFont(stream); ok {
			fonts++
			if !bytes.Equal(again, stream) {
				t.Error("a font says a time")
			}
			if sum := checksum(unpacked(t, stream)); sum != 0xB1B0AFBA {
				t.Errorf("a font sums up to %x", sum)
			}
		}
		if !bytes.HasPrefix(data[at[1]+size:], []byte("\nendstream")) {
			t.Errorf("a stream of %d bytes does not end there", size)
		}
	}
	if fonts != 2 {
		t.Errorf("%d fonts, want the regular and the bold one", fonts)
	}
}

func unpacked(t *testing.T, stream []byte) []byte {
	t.Helper()
	r, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// FuzzTimeless takes whatever bytes for a file or a font: it ends without a panic.
func FuzzTimeless(f *testing.F) {
	var file bytes.Buffer
	if err := sampler().WritePDF(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add([]byte("<</Filter/FlateDecode/Length 9>>stream\n123456789\nxref\n0000000001 00000 n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		timeless(data)
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		_, _ = w.Write(binary.BigEndian.AppendUint32(nil, 0x00010000))
		_, _ = w.Write(data)
		_ = w.Close()
		undatedFont(b.Bytes())
	})
}
