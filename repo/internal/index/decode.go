package index

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// Bits of an entry's flags.
const (
	flagValid    = 1 << 15
	flagExtended = 1 << 14
	flagStage    = 3 << 12
	flagName     = 0xfff

	flagSkipWorktree = 1 << 14
	flagIntentToAdd  = 1 << 13
)

// fixed is the length of an entry before its flags' extension and its path.
const fixed = 62

// decode reads an index. shared finds the index that a split one adds to; where it
// is nil a split index is an error.
func decode(raw []byte, shared func(Hash) (*Index, error)) (*Index, error) {
	if len(raw) < 12+20 || string(raw[:4]) != "DIRC" {
		return nil, fmt.Errorf("%w: it does not begin as one", ErrCorrupt)
	}
	body, sum := raw[:len(raw)-20], [20]byte(raw[len(raw)-20:])
	if sum != [20]byte{} && checksum(body) != sum { // all zero where index.skipHash is set
		return nil, fmt.Errorf("%w: its checksum differs", ErrCorrupt)
	}
	d := decoder{text: string(body), ix: &Index{version: binary.BigEndian.Uint32(raw[4:])}, pos: 12}
	if d.ix.version < 2 || d.ix.version > 4 {
		return nil, fmt.Errorf("the index has version %d; git update-index --index-version 2 writes one that every program reads", d.ix.version)
	}
	if err := d.readEntries(binary.BigEndian.Uint32(raw[8:])); err != nil {
		return nil, err
	}
	if err := d.readExtensions(); err != nil {
		return nil, err
	}
	if d.link != nil {
		if shared == nil {
			return nil, fmt.Errorf("%w: a shared index is itself split", ErrCorrupt)
		}
		return d.joined(shared)
	}
	return d.ix, d.checkOrder()
}

type decoder struct {
	ix   *Index
	text string
	pos  int
	link []byte
}

func (d *decoder) readEntries(count uint32) error {
	if int64(count) > int64(len(d.text))/fixed {
		return fmt.Errorf("%w: it says %d entries and is too short for them", ErrCorrupt, count)
	}
	d.ix.entries = make([]Entry, count)
	last := ""
	for i := range d.ix.entries {
		e := &d.ix.entries[i]
		if err := d.readEntry(e, last); err != nil {
			return err
		}
		last = e.Path
	}
	return nil
}

func (d *decoder) uint32(at int) uint32 {
	s := d.text[at : at+4]
	return uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3])
}

func (d *decoder) readEntry(e *Entry, last string) error {
	at := d.pos
	if at+fixed+2 > len(d.text) {
		return fmt.Errorf("%w: it ends within an entry", ErrCorrupt)
	}
	e.Stat = Stat{
		CTime: Time{d.uint32(at), d.uint32(at + 4)}, MTime: Time{d.uint32(at + 8), d.uint32(at + 12)},
		Dev: d.uint32(at + 16), Ino: d.uint32(at + 20), UID: d.uint32(at + 28), GID: d.uint32(at + 32), Size: d.uint32(at + 36),
	}
	e.Mode = d.uint32(at + 24)
	copy(e.Hash[:], d.text[at+40:at+60])
	flags := uint(d.text[at+60])<<8 | uint(d.text[at+61])
	e.AssumeValid, e.Stage = flags&flagValid != 0, uint8(flags&flagStage>>12)
	name := at + fixed
	if flags&flagExtended != 0 {
		more := uint(d.text[name])<<8 | uint(d.text[name+1])
		e.SkipWorktree, e.IntentToAdd = more&flagSkipWorktree != 0, more&flagIntentToAdd != 0
		name += 2
	}
	d.ix.sparse = d.ix.sparse || e.Mode == ModeFolder
	if d.ix.version == 4 {
		return d.readCompressed(e, name, last)
	}
	length := strings.IndexByte(d.text[name:], 0)
	if length < 0 {
		return fmt.Errorf("%w: a path has no end", ErrCorrupt)
	}
	e.Path = d.text[name : name+length]
	d.pos = at + (name-at+length+8)&^7
	return nil
}

// readCompressed reads a path that is given by what differs from the last one.
func (d *decoder) readCompressed(e *Entry, at int, last string) error {
	cut, next, ok := readVarint(d.text, at)
	length := -1
	if ok {
		length = strings.IndexByte(d.text[next:], 0)
	}
	if length < 0 || cut > uint64(len(last)) {
		return fmt.Errorf("%w: the path after %q cannot be read", ErrCorrupt, last)
	}
	e.Path = last[:uint64(len(last))-cut] + d.text[next:next+length]
	d.pos = next + length + 1
	return nil
}

// readVarint reads git's offset encoding, in which every further byte adds one.
func readVarint(s string, at int) (value uint64, next int, ok bool) {
	for ; at < len(s); at++ {
		value |= uint64(s[at] & 0x7f)
		if s[at]&0x80 == 0 {
			return value, at + 1, true
		}
		if value > 1<<40 {
			break
		}
		value = (value + 1) << 7
	}
	return 0, at, false
}

// readExtensions keeps what stays true or can be kept true, and drops what speeds
// git up and is made again: the fsmonitor's bits and the tables of offsets.
func (d *decoder) readExtensions() error {
	for d.pos < len(d.text) {
		if d.pos+8 > len(d.text) {
			return fmt.Errorf("%w: it ends within an extension", ErrCorrupt)
		}
		name, size := d.text[d.pos:d.pos+4], int(d.uint32(d.pos+4))
		d.pos += 8
		if size > len(d.text)-d.pos {
			return fmt.Errorf("%w: extension %q is longer than the file", ErrCorrupt, name)
		}
		data := []byte(d.text[d.pos : d.pos+size])
		d.pos += size
		switch {
		case name == "TREE":
			d.ix.tree, _ = parseTree(data) // a broken cache is no cache
		case name == "REUC":
			d.ix.resolve = data
		case name == "UNTR":
			d.ix.untrack = data
		case name == "link":
			d.link = data
		case name == "sdir":
			d.ix.sparse = true
		case name[0] < 'A' || name[0] > 'Z':
			return fmt.Errorf("the index needs its extension %q, which is not understood here; use a newer ekgit", name)
		}
	}
	return nil
}

func (d *decoder) checkOrder() error {
	for i := range d.ix.entries {
		e := &d.ix.entries[i]
		if e.Path == "" || i > 0 && !less(&d.ix.entries[i-1], e) {
			return fmt.Errorf("%w: %q stands out of order", ErrCorrupt, e.Path)
		}
	}
	return nil
}

func less(a, b *Entry) bool {
	if a.Path != b.Path {
		return a.Path < b.Path
	}
	return a.Stage < b.Stage
}

// cutHash takes an id from the front of bytes.
func cutHash(b []byte) (Hash, []byte, bool) {
	if len(b) < 20 {
		return Hash{}, nil, false
	}
	return Hash(b[:20]), b[20:], true
}

// cutLine takes what stands before a separator from the front of bytes.
func cutLine(b []byte, separator byte) (string, []byte, bool) {
	i := bytes.IndexByte(b, separator)
	if i < 0 {
		return "", nil, false
	}
	return string(b[:i]), b[i+1:], true
}
