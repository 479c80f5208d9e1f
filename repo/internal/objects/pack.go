package objects

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
)

// pack is one pack file and its index. It is opened when it is first needed and
// keeps its file open, so that an outside gc that removes the pack does not
// disturb a read; the file closes when the pack is no longer reachable.
type pack struct {
	base  string // path without extension
	cruft bool   // holds only unreachable objects, with their times beside it

	once   sync.Once
	index  *packIndex
	file   *os.File
	size   int64
	err    error
	broken atomic.Bool // err is set: open it anew at the next listing
}

func (p *pack) open() error {
	p.once.Do(func() {
		if p.err = p.load(); p.err != nil {
			p.err = fmt.Errorf("pack %s: %w", p.base, p.err)
			p.broken.Store(true)
		}
	})
	return p.err
}

func (p *pack) load() error {
	data, err := os.ReadFile(p.base + ".idx")
	if err != nil {
		return err
	}
	if p.index, err = parsePackIndex(data); err != nil {
		return err
	}
	file, err := os.Open(p.base + ".pack")
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close()
		return err
	}
	p.file, p.size = file, info.Size()
	return nil
}

// find answers where in the pack an object lies. A pack that cannot be opened
// holds nothing; its error is kept for the message about what is missing.
func (p *pack) find(h Hash) (int64, bool, error) {
	if err := p.open(); err != nil {
		return 0, false, err
	}
	off, ok := p.index.find(h)
	return off, ok, nil
}

func (p *pack) name() string { return p.base + ".pack" }
