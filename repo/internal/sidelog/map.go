package sidelog

import (
	"os"

	"github.com/gofrs/flock"
)

// worthMapping is the size in bytes from which a file is mapped instead of read.
const worthMapping = 1 << 20

// Map has a large file mapped into memory at its next read: for a process that ends when
// it has looked at it once. What was mapped stays so until then, and so does a
// shared lock, so that no writer cuts the file short meanwhile.
func (l *Log) Map() { l.maps = true }

// read answers what stands in the log's file behind its end.
func (l *Log) read() ([]byte, error) {
	if l.maps {
		l.maps = false // once
		if data := l.mapped(); data != nil {
			return data, nil
		}
	}
	return readFrom(l.file, l.end)
}

// mapped answers the same as read, or nil where it has to be read.
func (l *Log) mapped() []byte {
	info, err := l.file.Stat()
	if err != nil || info.Size()-l.end < worthMapping {
		return nil
	}
	lock := flock.New(l.path+".lock", flock.SetFlag(os.O_RDONLY))
	if ok, err := lock.TryRLock(); err != nil || !ok {
		_ = lock.Close() // somebody writes
		return nil
	}
	if info, err = l.file.Stat(); err == nil {
		if data, err := mapFile(l.file, info.Size()); err == nil {
			l.held = lock
			return data[l.end:]
		}
	}
	_ = lock.Close() // nothing was written
	return nil
}

// letGo gives the shared lock back before this process writes. Only a writer that runs
// out of room in the moments left could cut off what is mapped.
func (l *Log) letGo() error {
	if l.held == nil {
		return nil
	}
	lock := l.held
	l.held = nil
	return lock.Close()
}
