package history

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"sort"

	"github.com/openeik/ekgit/repo/internal/sidelog"
)

// A name is looked for by the first eight bytes of its hash.
type key [8]byte

func keyOf(name string) key {
	sum := sha256.Sum256([]byte(name))
	return key(sum[:])
}

// touched knows for each commit which names differ from its parents: a list for the
// first parent and, in a merge, one for each other parent of those in the first
// list that differ from that one too. Lists are sorted keys.
type touched struct {
	log     *sidelog.Log
	lists   map[Hash][][]byte
	covered []bool // by position in the graph: this commit and all its ancestors have lists
}

func newTouched(log *sidelog.Log) *touched {
	return &touched{log: log, lists: map[Hash][][]byte{}}
}

// has tells whether a commit's version under a key differs from that of a parent,
// given by its number. For parents after the first it may be asked only where the
// first differs.
func (t *touched) has(commit Hash, parent int, k key) bool {
	lists := t.lists[commit]
	if parent >= len(lists) {
		return false
	}
	list := lists[parent]
	n := len(list) / len(k)
	i := sort.Search(n, func(i int) bool { return bytes.Compare(list[i*len(k):][:len(k)], k[:]) >= 0 })
	return i < n && key(list[i*len(k):]) == k
}

// A frame of touched is a run of commits: name, count of lists, and each list as
// its count and its keys.

func appendLists(b []byte, commit Hash, lists [][]byte) []byte {
	b = append(b, commit[:]...)
	b = binary.AppendUvarint(b, uint64(len(lists)))
	for _, list := range lists {
		b = binary.AppendUvarint(b, uint64(len(list)/len(key{})))
		b = append(b, list...)
	}
	return b
}

func (t *touched) load(frame []byte) {
	for len(frame) > len(Hash{}) {
		commit := Hash(frame[:len(Hash{})])
		frame = frame[len(Hash{}):]
		n, ok := takeUvarint(&frame, 1)
		if !ok {
			return
		}
		lists := make([][]byte, n)
		for i := range lists {
			keys, ok := takeUvarint(&frame, len(key{}))
			if !ok {
				return
			}
			size := keys * len(key{})
			lists[i], frame = frame[:size:size], frame[size:]
		}
		t.lists[commit] = lists
	}
}
