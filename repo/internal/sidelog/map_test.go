package sidelog

import (
	"bytes"
	"path/filepath"
	"runtime"
	"testing"
)

// A large file that is mapped holds what one that is read does, also what comes later,
// and the one who mapped it may write it.
func TestAMappedFileIsAsOneThatIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	large := [][]byte{bytes.Repeat([]byte("a"), worthMapping), []byte("b"), bytes.Repeat([]byte("c"), worthMapping)}
	if err := New(path, "test 1").Append(t.Context(), large...); err != nil {
		t.Fatal(err)
	}
	l := New(path, "test 1")
	l.Map()
	defer l.Close()
	var got [][]byte
	refresh := func() {
		t.Helper()
		if err := l.Refresh(func() { got = nil }, func(frame []byte) { got = append(got, frame) }); err != nil {
			t.Fatal(err)
		}
	}
	refresh()
	if l.held == nil && runtime.GOOS == "linux" {
		t.Error("it was not mapped")
	}
	if err := New(path, "test 1").Append(t.Context(), []byte("d")); runtime.GOOS == "linux" && err == nil {
		t.Error("another writes while it is looked at")
	}
	if err := l.Append(t.Context(), []byte("e")); err != nil {
		t.Errorf("who mapped it cannot write: %v", err)
	}
	if err := New(path, "test 1").Append(t.Context(), []byte("f")); err != nil {
		t.Errorf("another cannot write afterwards: %v", err)
	}
	refresh()
	for _, frame := range append(large, []byte("f")) {
		if !bytes.Equal(got[0], frame) {
			t.Fatalf("a frame of %d bytes is one of %d", len(frame), len(got[0]))
		}
		got = got[1:]
	}
}
