// Package worktree looks at the files of a work tree and puts files there. It
// compares by stat data as git's index does, never follows a symbolic link, and
// never overwrites a file whose content it was not told to expect.
//
// It knows neither commits nor records.
package worktree

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/steps"
)

// Tree is a work tree. It is safe for concurrent readers; its one writer holds the
// host's lock.
type Tree struct {
	root  string
	fs    steps.FS
	trust index.Trust
	crlf  bool // git ends the lines of text in \r\n here, and in \n where it stages them
}

// New answers the work tree at a folder, an absolute path. With crlf, git's
// configuration has it end the lines of text its own way (core.autocrlf).
func New(root string, fsys steps.FS, trust index.Trust, crlf bool) *Tree {
	return &Tree{root: root, fs: fsys, trust: trust, crlf: crlf}
}

// File is what stands at a path. Where nothing does, or a folder, Blob is zero.
type File struct {
	Path string // from the root, with slashes
	journal.Blob
	Size int64
	Stat index.Stat
	// Data is the content as git would stage it, where it was read: line ends of
	// text are \n. It is nil for files over the limit of a record.
	Data []byte
}

// Path answers the host's name of a path from the root.
func (t *Tree) Path(path string) string { return filepath.Join(t.root, filepath.FromSlash(path)) }

// Look answers what stands at a path. Where the index says by stat data what the
// content is, the file is not read.
func (t *Tree) Look(path string, ix *index.Index) (File, error) {
	behind, err := t.BehindLink(path)
	if behind || err != nil {
		return File{Path: path}, err
	}
	info, err := os.Lstat(t.Path(path))
	if absent(err) {
		return File{Path: path}, nil
	}
	if err != nil {
		return File{}, err
	}
	return t.look(path, info, ix)
}

// IsFolder tells whether a path is a folder of this work tree.
func (t *Tree) IsFolder(path string) bool {
	behind, err := t.BehindLink(path)
	info, statErr := os.Lstat(t.Path(path))
	return err == nil && !behind && statErr == nil && info.IsDir() && !isRepository(t.Path(path))
}

// Read answers what stands at a path, with its content.
func (t *Tree) Read(path string) (File, error) { return t.Look(path, nil) }

func (t *Tree) look(path string, info fs.FileInfo, ix *index.Index) (File, error) {
	var entry index.Entry
	if ix != nil {
		entry, _ = ix.Get(path)
	}
	f := File{Path: path, Size: info.Size(), Stat: index.StatOf(info)}
	f.Mode = index.ModeOf(info, t.trust, entry.Mode)
	switch {
	case info.IsDir():
		if isRepository(t.Path(path)) {
			f.Mode = index.ModeSubmodule
		}
		return f, nil
	case f.Mode == 0: // a device, a socket
		return f, nil
	case !entry.IntentToAdd && entry.Mode == f.Mode && entry.Stat.Same(f.Stat, t.trust) && !ix.Racy(entry):
		f.Hash = entry.Hash
		return f, nil
	}
	return t.read(f, entry.Hash)
}

// read reads a file; known is what git's index has of it.
func (t *Tree) read(f File, known index.Hash) (File, error) {
	name := t.Path(f.Path)
	if f.Mode == index.ModeSymlink {
		target, err := os.Readlink(name)
		if err != nil {
			return File{}, err
		}
		f.Hash = blobHash([]byte(target))
		return f, nil
	}
	file, err := os.Open(name)
	if absent(err) {
		return File{Path: f.Path}, nil
	}
	if err != nil {
		return File{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return File{}, err
	}
	if info.Size() > model.MaxRecordBytes {
		f.Hash, err = hashOf(file, info.Size())
		return f, err
	}
	data, err := io.ReadAll(io.LimitReader(file, model.MaxRecordBytes+1))
	if err != nil {
		return File{}, err
	}
	f.Data = data
	if f.Hash = blobHash(data); f.Hash != known {
		f.Data = t.staged(f.Path, data)
		f.Hash = blobHash(f.Data)
	}
	return f, nil
}

// looksBinary is how many bytes git looks at to tell text from what is none.
const looksBinary = 8000

// staged answers content as git stages it where text is told to end its lines in
// \n, as a model's attributes tell it of records, and the configuration of all text.
func (t *Tree) staged(path string, data []byte) []byte {
	text := strings.HasSuffix(path, ".json") || t.crlf && !bytes.Contains(data[:min(len(data), looksBinary)], []byte{0})
	if !text || !bytes.Contains(data, []byte("\r\n")) {
		return data
	}
	return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
}

// InTheWay answers what stands at a path where a file is to be made: the path itself,
// or one on the way to it that is no folder of this work tree. It is empty where
// nothing does.
func (t *Tree) InTheWay(path string) (string, error) {
	for i := range len(path) + 1 {
		if i < len(path) && path[i] != '/' {
			continue
		}
		info, err := os.Lstat(t.Path(path[:i]))
		if absent(err) {
			return "", nil
		}
		if err != nil || i == len(path) || !info.IsDir() || isRepository(t.Path(path[:i])) {
			return path[:i], err
		}
	}
	return "", nil
}

// BehindLink tells whether a folder on the way to a path is no folder but a
// symbolic link or a file, so that the path is not in this work tree.
func (t *Tree) BehindLink(path string) (bool, error) {
	for i := range len(path) {
		if path[i] != '/' {
			continue
		}
		info, err := os.Lstat(t.Path(path[:i]))
		if absent(err) {
			return false, nil
		}
		if err != nil || !info.IsDir() {
			return err == nil, err
		}
	}
	return false, nil
}

func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// isRepository tells whether a folder is a repository of its own.
func isRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}
