package objects

import (
	"crypto/sha1"
	"fmt"
	"strconv"

	"github.com/go-git/go-git/v5/plumbing"
)

// Hash is the name of an object: the SHA-1 of its kind, size and content.
type Hash = plumbing.Hash

// Kind is one of the four kinds of object.
type Kind = plumbing.ObjectType

// The kinds of object a repository holds.
const (
	KindCommit = plumbing.CommitObject
	KindTree   = plumbing.TreeObject
	KindBlob   = plumbing.BlobObject
	KindTag    = plumbing.TagObject
)

// Object is an object that may not have been written yet.
type Object struct {
	Hash Hash
	Kind Kind
	Data []byte
}

// NewObject names data as git would. It keeps data, which must not change.
func NewObject(kind Kind, data []byte) Object {
	return Object{Hash: plumbing.ComputeHash(kind, data), Kind: kind, Data: data}
}

// verify tells whether data is the object named h. Reading uses the plain hash:
// it is several times faster than the collision-detecting one that names new
// objects.
func verify(h Hash, kind Kind, data []byte) error {
	buf := make([]byte, 0, 32)
	buf = append(append(buf, kind.Bytes()...), ' ')
	buf = append(strconv.AppendInt(buf, int64(len(data)), 10), 0)
	d := sha1.New()
	d.Write(buf)
	d.Write(data)
	var got Hash
	d.Sum(got[:0])
	if got != h {
		return fmt.Errorf("object %s: its bytes hash to %s: %w", h, got, ErrCorrupt)
	}
	return nil
}
