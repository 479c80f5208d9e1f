// Package sidelog keeps an append-only file of checksummed frames beside a
// repository, for what can be computed again: caches and indexes. Several
// processes read and extend one file; a crash, a full disk or a damaged block
// costs the frames from there on and nothing else.
//
// It is no journal. Nothing is synced, and nobody may depend on a frame still
// being there.
package sidelog

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/gofrs/flock"
)

// ErrReadOnly says that a log was opened only to be read.
var ErrReadOnly = errors.New("side file is only read")

// ErrBusy says that another process was writing for longer than is worth waiting.
var ErrBusy = errors.New("side file is being written by another process")

const headSize = 8 // length and checksum before each frame

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Log is one such file. It is safe for concurrent use.
type Log struct {
	path     string
	format   string
	readOnly bool
	maps     bool

	mu   sync.Mutex
	file *os.File     // what was read, held open so that no other file gets its identity
	end  int64        // up to where it was read and found sound
	held *flock.Flock // while what was mapped is looked at
}

// New names a file and the format of its frames, with a version: a file of
// another format is written anew. Nothing is opened yet.
func New(path, format string) *Log {
	return &Log{path: path, format: format + "\n"}
}

// ReadOnly names a file as New does, for one who must not leave a trace: what would
// be added is refused with ErrReadOnly.
func ReadOnly(path, format string) *Log {
	l := New(path, format)
	l.readOnly = true
	return l
}

// Refresh calls fn with every frame that was added since the last call. Where the
// file is not the one that was read before, it calls reset and starts over. The
// frames are fn's to keep; a whole read shares one buffer.
func (l *Log) Refresh(reset func(), fn func(frame []byte)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.follow(reset); err != nil || l.file == nil {
		return err
	}
	data, err := l.read()
	if err != nil {
		return fmt.Errorf("side file: %w", err)
	}
	l.end += frames(data, fn)
	return nil
}

// follow opens the file that the path names now, where that is another one than
// before or was cut short.
func (l *Log) follow(reset func()) error {
	now, err := os.Stat(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		l.forget(reset)
		return nil
	}
	if err != nil {
		return fmt.Errorf("side file: %w", err)
	}
	if l.file != nil {
		was, err := l.file.Stat()
		if err == nil && os.SameFile(was, now) && now.Size() >= l.end {
			return nil
		}
	}
	l.forget(reset)
	file, err := os.Open(l.path)
	if err != nil {
		return fmt.Errorf("side file: %w", err)
	}
	if !l.ours(file) {
		return file.Close() // as good as none
	}
	l.file, l.end = file, int64(len(l.format))
	return nil
}

func (l *Log) ours(file *os.File) bool {
	head := make([]byte, len(l.format))
	_, err := file.ReadAt(head, 0)
	return err == nil && string(head) == l.format
}

func (l *Log) forget(reset func()) {
	if l.file != nil {
		_ = l.file.Close() // only read
		l.file, l.end = nil, 0
		reset()
	}
}

// Close lets go of the file.
func (l *Log) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(func() {})
}

func readFrom(file *os.File, from int64) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	data := make([]byte, max(0, info.Size()-from))
	n, err := file.ReadAt(data, from)
	if errors.Is(err, io.EOF) {
		err = nil // cut short meanwhile
	}
	return data[:n], err
}

// frames calls fn for the sound frames at the start of data and answers how many
// bytes those are.
func frames(data []byte, fn func([]byte)) int64 {
	done := 0
	for len(data)-done > headSize {
		size := int(binary.LittleEndian.Uint32(data[done:]))
		sum := binary.LittleEndian.Uint32(data[done+4:])
		from := done + headSize
		if size == 0 || size > len(data)-from {
			break
		}
		frame := data[from : from+size : from+size]
		if crc32.Checksum(frame, castagnoli) != sum {
			break
		}
		fn(frame)
		done = from + size
	}
	return int64(done)
}
