package index

import (
	"bytes"
	"encoding/binary"
)

// Encode answers the bytes of the index file.
func (ix *Index) Encode() []byte {
	version := ix.writtenVersion()
	size := 12 + 20
	for i := range ix.entries {
		size += fixed + 10 + len(ix.entries[i].Path)
	}
	b := make([]byte, 0, size+1<<16)
	b = append(b, "DIRC"...)
	b = binary.BigEndian.AppendUint32(b, version)
	b = binary.BigEndian.AppendUint32(b, uint32(len(ix.entries)))
	last := ""
	for i := range ix.entries {
		b = appendEntry(b, &ix.entries[i], version, last)
		last = ix.entries[i].Path
	}
	if ix.sparse {
		b = appendExtension(b, "sdir", nil)
	}
	if ix.tree != nil {
		var tree bytes.Buffer
		ix.tree.encode(&tree)
		b = appendExtension(b, "TREE", tree.Bytes())
	}
	if ix.resolve != nil {
		b = appendExtension(b, "REUC", ix.resolve)
	}
	if ix.untrack != nil {
		b = appendExtension(b, "UNTR", ix.untrack)
	}
	sum := checksum(b)
	return append(b, sum[:]...)
}

// writtenVersion is the version that the file had, or the lowest that holds what
// the entries say.
func (ix *Index) writtenVersion() uint32 {
	if ix.version == 4 {
		return 4
	}
	for i := range ix.entries {
		if ix.entries[i].extended() {
			return 3
		}
	}
	return 2
}

func (e *Entry) extended() bool { return e.SkipWorktree || e.IntentToAdd }

func appendEntry(b []byte, e *Entry, version uint32, last string) []byte {
	start := len(b)
	for _, v := range [...]uint32{
		e.Stat.CTime.Sec, e.Stat.CTime.Nsec, e.Stat.MTime.Sec, e.Stat.MTime.Nsec,
		e.Stat.Dev, e.Stat.Ino, e.Mode, e.Stat.UID, e.Stat.GID, e.Stat.Size,
	} {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	b = append(b, e.Hash[:]...)
	flags := uint16(e.Stage)<<12 | uint16(min(len(e.Path), flagName))
	if e.AssumeValid {
		flags |= flagValid
	}
	if e.extended() {
		flags |= flagExtended
	}
	b = binary.BigEndian.AppendUint16(b, flags)
	if e.extended() {
		var more uint16
		if e.SkipWorktree {
			more |= flagSkipWorktree
		}
		if e.IntentToAdd {
			more |= flagIntentToAdd
		}
		b = binary.BigEndian.AppendUint16(b, more)
	}
	if version == 4 {
		shared := 0
		for shared < len(last) && shared < len(e.Path) && last[shared] == e.Path[shared] {
			shared++
		}
		b = appendVarint(b, uint64(len(last)-shared))
		return append(append(b, e.Path[shared:]...), 0)
	}
	b = append(b, e.Path...)
	for pad := 8 - (len(b)-start)%8; pad > 0; pad-- {
		b = append(b, 0)
	}
	return b
}

// appendVarint writes git's offset encoding.
func appendVarint(b []byte, value uint64) []byte {
	var buf [10]byte
	i := len(buf) - 1
	buf[i] = byte(value & 0x7f)
	for value >>= 7; value > 0; value >>= 7 {
		value--
		i--
		buf[i] = 0x80 | byte(value&0x7f)
	}
	return append(b, buf[i:]...)
}

func appendExtension(b []byte, name string, data []byte) []byte {
	b = append(b, name...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(data)))
	return append(b, data...)
}
