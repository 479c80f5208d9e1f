package objects

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sort"
)

// packIndex is a version 2 pack index: a fan-out table over sorted object names
// and, beside each name, where the object starts in the pack. Offsets are not
// trusted: what is read there must hash to the name.
type packIndex struct {
	fanout  []byte // 256 big-endian counts
	names   []byte // n x 20, sorted
	offsets []byte // n x 4
	large   []byte // m x 8, for packs over 2 GiB
}

const indexHeader = "\xfftOc\x00\x00\x00\x02"

func parsePackIndex(data []byte) (*packIndex, error) {
	if !bytes.HasPrefix(data, []byte(indexHeader)) {
		return nil, fmt.Errorf("not a version 2 pack index (git index-pack makes one): %w", ErrCorrupt)
	}
	rest := data[len(indexHeader):]
	if len(rest) < 1024+40 {
		return nil, fmt.Errorf("pack index cut off in its fan-out table: %w", ErrCorrupt)
	}
	x := &packIndex{fanout: rest[:1024]}
	rest = rest[1024 : len(rest)-40]
	before := 0
	for i := range 256 {
		if x.upTo(i) < before {
			return nil, fmt.Errorf("pack index: fan-out table falls at %d: %w", i, ErrCorrupt)
		}
		before = x.upTo(i)
	}
	if n := before; len(rest)/28 < n {
		return nil, fmt.Errorf("pack index: room for %d of %d objects: %w", len(rest)/28, n, ErrCorrupt)
	}
	x.names = rest[:before*20]
	x.offsets = rest[before*24 : before*28]
	x.large = rest[before*28:]
	return x, nil
}

// upTo counts the objects whose first byte is at most b.
func (x *packIndex) upTo(b int) int {
	return int(binary.BigEndian.Uint32(x.fanout[4*b:]))
}

// bounds is the range of positions whose names begin with byte b.
func (x *packIndex) bounds(b byte) (from, to int) {
	if b > 0 {
		from = x.upTo(int(b) - 1)
	}
	return from, x.upTo(int(b))
}

func (x *packIndex) name(i int) []byte { return x.names[20*i : 20*i+20] }

// find answers the offset of h in the pack.
func (x *packIndex) find(h Hash) (int64, bool) {
	from, to := x.bounds(h[0])
	for from < to {
		mid := int(uint(from+to) >> 1)
		switch bytes.Compare(x.name(mid), h[:]) {
		case 0:
			return x.offset(mid)
		case -1:
			from = mid + 1
		default:
			to = mid
		}
	}
	return 0, false
}

func (x *packIndex) offset(i int) (int64, bool) {
	off := binary.BigEndian.Uint32(x.offsets[4*i:])
	if off&(1<<31) == 0 {
		return int64(off), true
	}
	at := 8 * int(off&^(1<<31))
	if at+8 > len(x.large) {
		return 0, false
	}
	wide := binary.BigEndian.Uint64(x.large[at:])
	return int64(wide), wide < 1<<62
}

// withPrefix calls fn for every name that begins with the bytes of prefix.
func (x *packIndex) withPrefix(prefix []byte, fn func(Hash)) {
	from, to := x.bounds(prefix[0])
	from += sort.Search(to-from, func(i int) bool {
		return bytes.Compare(x.name(from + i)[:len(prefix)], prefix) >= 0
	})
	for ; from < to && bytes.HasPrefix(x.name(from), prefix); from++ {
		fn(Hash(x.name(from)))
	}
}
