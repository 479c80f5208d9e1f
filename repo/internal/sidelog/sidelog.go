// Package sidelog keeps an append-only file of checksummed frames beside a
// repository, for what can be computed again: caches and indexes. Several
// processes read and extend one file; a crash, a full disk or a damaged block
// costs the frames from there on and nothing else.
//
// It is no journal. Nothing is synced, and nobody may depend on a frame still
// being there.
package sidelog

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// ErrBusy says that another process was writing for longer than is worth waiting.
var ErrBusy = errors.New("side file is being written by another process")

const (
	headSize  = 8 // length and checksum before each frame
	lockWait  = 250 * time.Millisecond
	lockRetry = 5 * time.Millisecond
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Log is one such file. It is safe for concurrent use.
type Log struct {
	path   string
	format string

	mu   sync.Mutex
	file *os.File // what was read, held open so that no other file gets its identity
	end  int64    // up to where it was read and found sound
}

// New names a file and the format of its frames, with a version: a file of
// another format is written anew. Nothing is opened yet.
func New(path, format string) *Log {
	return &Log{path: path, format: format + "\n"}
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
	data, err := readFrom(l.file, l.end)
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

// Append adds frames, none of them empty. A frame that another process added
// meanwhile comes with the next Refresh; frames that stand right behind what was
// read do not come again. Appending may fail for want of a lock, of room or of
// rights, and then has added nothing that is ever read.
func (l *Log) Append(ctx context.Context, add ...[]byte) error {
	return l.locked(ctx, func() error {
		file, err := os.OpenFile(l.path, os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return l.begin(encode([]byte(l.format), add))
		}
		if err != nil {
			return err
		}
		return errors.Join(l.append(file, add), file.Close())
	})
}

// begin makes the file. Where another one was read before, the next Refresh notices.
func (l *Log) begin(data []byte) error {
	if l.file != nil {
		return rename(l.path, data)
	}
	return l.replace(data)
}

func (l *Log) append(file *os.File, add [][]byte) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	same, end, err := l.soundEnd(file, info)
	if err != nil {
		return err
	}
	data := encode(nil, add)
	if end == 0 || end < info.Size() {
		return l.mend(file, end, data)
	}
	if _, err := file.WriteAt(data, end); err != nil {
		return errors.Join(err, file.Truncate(end))
	}
	if same && end == l.end {
		l.end += int64(len(data))
	}
	return nil
}

// soundEnd answers up to where a file is sound, 0 where it is of another format,
// and whether it is the file that was read.
func (l *Log) soundEnd(file *os.File, info os.FileInfo) (same bool, end int64, err error) {
	if !l.ours(file) {
		return false, 0, nil
	}
	end = int64(len(l.format))
	if l.file != nil {
		was, err := l.file.Stat()
		if same = err == nil && os.SameFile(was, info) && info.Size() >= l.end; same {
			end = l.end
		}
	}
	rest, err := readFrom(file, end)
	if err != nil {
		return false, 0, err
	}
	return same, end + frames(rest, func([]byte) {}), nil
}

// mend puts a new file in the place of one that is damaged behind end, so that
// those who read further in the old one notice.
func (l *Log) mend(file *os.File, end int64, add []byte) error {
	whole := []byte(l.format)
	if end > 0 {
		whole = make([]byte, end)
		if _, err := file.ReadAt(whole, 0); err != nil {
			return err
		}
	}
	return rename(l.path, append(whole, add...))
}

// Replace puts a new file with these frames in the place of the old one. Readers of
// the old one are not disturbed. The frames do not come again with Refresh.
func (l *Log) Replace(ctx context.Context, with ...[]byte) error {
	return l.locked(ctx, func() error { return l.replace(encode([]byte(l.format), with)) })
}

func (l *Log) replace(data []byte) error {
	if err := rename(l.path, data); err != nil {
		return err
	}
	l.forget(func() {})
	file, err := os.Open(l.path)
	if err == nil {
		l.file, l.end = file, int64(len(data))
	}
	return err
}

func rename(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

func encode(data []byte, add [][]byte) []byte {
	for _, frame := range add {
		data = binary.LittleEndian.AppendUint32(data, uint32(len(frame))) //nolint:gosec // far below 4 GiB
		data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(frame, castagnoli))
		data = append(data, frame...)
	}
	return data
}

// locked runs a change while no other process changes the file.
func (l *Log) locked(ctx context.Context, change func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := os.MkdirAll(filepath.Dir(l.path), 0o777); err != nil {
		return fmt.Errorf("side file: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	lock := flock.New(l.path + ".lock")
	held, err := lock.TryLockContext(ctx, lockRetry)
	if err != nil || !held {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	if err = change(); err != nil {
		err = fmt.Errorf("side file: %w", err)
	}
	return errors.Join(err, lock.Close())
}
