package objects

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestBeyondMemoryIsTooLarge holds that an object that claims more than is ever read is
// told to be too large, with its size, and not to be damaged: git keeps such files.
func TestBeyondMemoryIsTooLarge(t *testing.T) {
	const size = 6 << 30
	dir := t.TempDir()
	h := NewObject(KindBlob, []byte("whatever it is named")).Hash
	var loose bytes.Buffer
	zip := zlib.NewWriter(&loose)
	if _, err := fmt.Fprintf(zip, "blob %d\x00begins", int64(size)); err != nil {
		t.Fatal(err)
	}
	name := loosePath(dir, h)
	if err := errors.Join(zip.Close(), os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, loose.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	var large errTooLarge
	if _, _, err := readLoose(dir, h, maxObject); !errors.As(err, &large) || large.size != size {
		t.Errorf("loose: %v", err)
	}
	w := newWindow(smallWindow)
	w.buf.Reset(bytes.NewReader(entryHeader(KindBlob, size)))
	if kind, got, err := w.header(); err != nil || kind != KindBlob || got != size {
		t.Errorf("packed: a %v of %d bytes, %v", kind, got, err)
	}
}
