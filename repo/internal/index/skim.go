package index

import (
	"bufio"
	"encoding/binary"
	"io"
	"os"
)

// ReadRoot answers the tree that a whole index file makes, where the file knows that,
// without keeping its entries: then none of them is in conflict or without content.
// It is false of any index that takes more, which Read reads.
func ReadRoot(path string) (Hash, bool) {
	f, err := os.Open(path)
	if err != nil {
		return Hash{}, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() < 12+20 {
		return Hash{}, false
	}
	r := bufio.NewReaderSize(io.LimitReader(f, info.Size()-20), 1<<18)
	var head [12]byte
	if _, err := io.ReadFull(r, head[:]); err != nil || string(head[:4]) != "DIRC" {
		return Hash{}, false
	}
	count := binary.BigEndian.Uint32(head[8:])
	if version := binary.BigEndian.Uint32(head[4:]); version != 2 && version != 3 || !skipEntries(r, count) {
		return Hash{}, false
	}
	tree, ok := findTree(r)
	return tree.hash, ok && tree.count == int(count)
}

// skipEntries passes over entries that say how long they are, as those of version 4
// do not.
func skipEntries(r *bufio.Reader, count uint32) bool {
	for range count {
		b, err := r.Peek(fixed + 2)
		if err != nil {
			return false
		}
		flags := uint(b[60])<<8 | uint(b[61])
		length, name := int(flags&flagName), fixed
		if flags&flagExtended != 0 {
			name += 2
		}
		if length == flagName {
			return false
		}
		if _, err := r.Discard((name + length + 8) &^ 7); err != nil {
			return false
		}
	}
	return true
}

// findTree reads the extensions for the cache of trees. Another part of a split index,
// and folders in the place of entries, make it say less than all.
func findTree(r *bufio.Reader) (tree treeNode, ok bool) {
	for {
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return tree, ok && err == io.EOF
		}
		name, size := string(head[:4]), int64(binary.BigEndian.Uint32(head[4:]))
		if name == "link" || name == "sdir" {
			return tree, false
		}
		data, err := io.ReadAll(io.LimitReader(r, size))
		if err != nil || int64(len(data)) < size {
			return tree, false
		}
		if name == "TREE" {
			found, err := parseTree(data)
			if err != nil || found.count < 0 {
				return tree, false
			}
			tree, ok = *found, true
		}
	}
}
