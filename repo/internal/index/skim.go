package index

import (
	"bytes"
	"encoding/binary"
	"os"
)

// ReadRoot answers the tree that a whole index file makes, where the file knows that,
// without reading its entries: then none of them is in conflict or without content.
// It is false of any index that takes more, which Read reads.
func ReadRoot(path string) (Hash, bool) {
	raw, err := os.ReadFile(path)
	if err != nil || len(raw) < 12+20 || string(raw[:4]) != "DIRC" {
		return Hash{}, false
	}
	version, count := binary.BigEndian.Uint32(raw[4:]), binary.BigEndian.Uint32(raw[8:])
	body := raw[:len(raw)-20]
	at, ok := pastEntries(body, version, count)
	if !ok {
		return Hash{}, false
	}
	var root Hash
	known := false
	for at+8 <= len(body) {
		name, size := string(body[at:at+4]), int(binary.BigEndian.Uint32(body[at+4:]))
		at += 8
		if size > len(body)-at || name == "link" || name == "sdir" {
			return Hash{}, false
		}
		if name == "TREE" {
			tree, err := parseTree(body[at : at+size])
			if err != nil || tree.count != int(count) {
				return Hash{}, false
			}
			root, known = tree.hash, true
		}
		at += size
	}
	return root, known
}

// pastEntries answers where the entries of an index end, false for one of version 4,
// whose entries do not say how long they are.
func pastEntries(body []byte, version, count uint32) (at int, ok bool) {
	if version != 2 && version != 3 {
		return 0, false
	}
	at = 12
	for range count {
		if at+fixed+2 > len(body) {
			return 0, false
		}
		flags := uint(body[at+60])<<8 | uint(body[at+61])
		name := at + fixed
		if flags&flagExtended != 0 {
			name += 2
		}
		length := int(flags & flagName)
		if length == flagName {
			if length = bytes.IndexByte(body[name:], 0); length < 0 {
				return 0, false
			}
		}
		at += (name - at + length + 8) &^ 7
	}
	return at, at <= len(body)
}
