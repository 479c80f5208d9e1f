package index

import (
	"encoding/binary"
	"fmt"
	"sort"
)

// joined answers the whole index that a split one and its shared one make. A
// nameless entry of the split one replaces an entry of the shared one.
func (d *decoder) joined(shared func(Hash) (*Index, error)) (*Index, error) {
	id, rest, ok := cutHash(d.link)
	if !ok {
		return nil, fmt.Errorf("%w: it does not say what it adds to", ErrCorrupt)
	}
	if id.IsZero() {
		return d.ix, d.checkOrder()
	}
	base, err := shared(id)
	if err != nil {
		return nil, fmt.Errorf("the shared part of a split index: %w; git update-index --no-split-index joins them", err)
	}
	var removed, replaced map[uint64]bool
	if len(rest) > 0 {
		if removed, rest, err = readBitmap(rest, len(base.entries)); err != nil {
			return nil, err
		}
		if replaced, _, err = readBitmap(rest, len(base.entries)); err != nil {
			return nil, err
		}
	}
	own := d.ix.entries
	whole := make([]Entry, 0, len(base.entries)+len(own))
	for i, e := range base.entries {
		if replaced[uint64(i)] {
			if len(own) == 0 || own[0].Path != "" {
				return nil, fmt.Errorf("%w: the replacement of %q is missing", ErrCorrupt, e.Path)
			}
			path := e.Path
			e, own = own[0], own[1:]
			e.Path = path
		}
		if !removed[uint64(i)] {
			whole = append(whole, e)
		}
	}
	whole = append(whole, own...)
	sort.Slice(whole, func(i, j int) bool { return less(&whole[i], &whole[j]) })
	d.ix.entries = whole
	d.ix.sparse = d.ix.sparse || base.sparse
	return d.ix, d.checkOrder()
}

// readBitmap reads an EWAH compressed bitmap: runs of equal words, each followed
// by words as they are. It answers the numbers of the set bits below limit.
func readBitmap(b []byte, limit int) (map[uint64]bool, []byte, error) {
	bad := fmt.Errorf("%w: a bitmap of a split index cannot be read", ErrCorrupt)
	if len(b) < 8 {
		return nil, nil, bad
	}
	words := uint64(binary.BigEndian.Uint32(b[4:]))
	b = b[8:]
	if uint64(len(b)) < words*8+4 {
		return nil, nil, bad
	}
	data, rest := b[:words*8], b[words*8+4:]
	word := func(i uint64) uint64 { return binary.BigEndian.Uint64(data[i*8:]) }
	set := map[uint64]bool{}
	mark := func(at, w uint64) bool {
		for bit := range uint64(64) {
			if w>>bit&1 == 0 {
				continue
			}
			if at+bit >= uint64(limit) {
				return false
			}
			set[at+bit] = true
		}
		return true
	}
	at := uint64(0)
	for i := uint64(0); i < words; {
		run := word(i)
		length, literals := run>>1&(1<<32-1), run>>33
		i++
		if run&1 == 1 {
			for range length {
				if !mark(at, ^uint64(0)) {
					return nil, nil, bad
				}
				at += 64
			}
		} else {
			at += 64 * length
		}
		if literals > words-i {
			return nil, nil, bad
		}
		for range literals {
			if !mark(at, word(i)) {
				return nil, nil, bad
			}
			i++
			at += 64
		}
	}
	return set, rest, nil
}
