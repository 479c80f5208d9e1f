package worktree

import (
	"crypto/sha1"
	"fmt"
	"io"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/index"
)

// blobHash answers the blob id of content.
func blobHash(data []byte) index.Hash { return index.Hash(model.RevisionOf(data)) }

// hashOf answers the blob id of a file too long to be kept.
func hashOf(r io.Reader, size int64) (index.Hash, error) {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", size)
	n, err := io.Copy(h, io.LimitReader(r, size))
	if err == nil && n != size {
		err = io.ErrUnexpectedEOF
	}
	return index.Hash(h.Sum(nil)), err
}
