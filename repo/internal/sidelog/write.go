package sidelog

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockWait  = 250 * time.Millisecond
	lockRetry = 5 * time.Millisecond
)

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

// rename puts a new file in the place of the one at path. The lock is held.
func rename(path string, data []byte) error {
	next := path + ".new"
	err := os.WriteFile(next, data, 0o666)
	if err == nil {
		err = os.Rename(next, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(next))
	}
	return nil
}

// encode adds frames to data.
func encode(data []byte, add [][]byte) []byte {
	size := len(data)
	for _, frame := range add {
		size += headSize + len(frame)
	}
	data = append(make([]byte, 0, size), data...)
	for _, frame := range add {
		data = binary.LittleEndian.AppendUint32(data, uint32(len(frame)))
		data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(frame, castagnoli))
		data = append(data, frame...)
	}
	return data
}

// locked runs a change while no other process changes the file.
func (l *Log) locked(ctx context.Context, change func() error) error {
	if l.readOnly {
		return ErrReadOnly
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := os.MkdirAll(filepath.Dir(l.path), 0o777); err != nil {
		return fmt.Errorf("side file: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	if err := l.letGo(); err != nil {
		return err
	}
	lock := flock.New(l.path+".lock", flock.SetPermissions(0o666))
	held, err := lock.TryLockContext(ctx, lockRetry)
	if err != nil || !held {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	if err = change(); err != nil {
		err = fmt.Errorf("side file: %w", err)
	}
	return errors.Join(err, lock.Close())
}
