package objects

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/go-git/go-git/v5/plumbing"
)

// loosePath is where an object lies by itself below an objects directory.
func loosePath(dir string, h Hash) string {
	name := h.String()
	return filepath.Join(dir, name[:2], name[2:])
}

// readLoose reads an object file. ok is false where there is none.
func readLoose(dir string, h Hash, limit int64) (c content, ok bool, err error) {
	path := loosePath(dir, h)
	packed, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return content{}, false, nil
	}
	if err != nil {
		return content{}, false, err
	}
	if c, err = parseLoose(packed, limit); err != nil {
		return content{}, false, fmt.Errorf("%s: %w", path, err)
	}
	return c, true, nil
}

// parseLoose reads "<kind> <size>\0<content>", compressed as a whole.
func parseLoose(packed []byte, limit int64) (content, error) {
	zip, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return content{}, cutOff(err)
	}
	r := bufio.NewReader(zip)
	header, err := r.ReadSlice(0)
	if err != nil || len(header) > 32 {
		return content{}, fmt.Errorf("loose object without a header: %w", ErrCorrupt)
	}
	word, number, _ := bytes.Cut(header[:len(header)-1], []byte(" "))
	size, err := strconv.ParseInt(string(number), 10, 64)
	kind, kindErr := plumbing.ParseObjectType(string(word))
	if err != nil || kindErr != nil || kind > KindTag || size < 0 {
		return content{}, fmt.Errorf("loose object of kind %q and size %q: %w", word, number, ErrCorrupt)
	}
	if size > limit {
		return content{}, errTooLarge{size}
	}
	data, err := readExactly(r, size, nil)
	return content{kind, data}, err
}
