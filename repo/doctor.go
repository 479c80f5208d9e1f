package repo

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Complaint is something about a repository or its machine that would bite later.
type Complaint struct {
	What string // what is so
	Hint string // what to do about it
	Bad  bool   // it gets in the way already; else it is worth knowing
}

// Diagnose looks for what would get in the way of working on the model: attributes
// that are missing, shapes under LFS, a shallow clone, a file system that does not
// tell cases apart, too few watches.
func (m *Model) Diagnose(ctx context.Context) ([]Complaint, error) {
	head, err := m.Head(ctx)
	if err != nil {
		return nil, err
	}
	var found []Complaint
	add := func(is, bad bool, what, hint string) {
		if is {
			found = append(found, Complaint{what, hint, bad})
		}
	}
	add(head.Shallow, false, "the clone is shallow: sequence numbers and old history are not known", "git fetch --unshallow")
	add(head.Operation != "", true, "git is in the middle of a "+head.Operation, "finish it or abort it with git; until then nothing is written to the branch")
	add(head.Detached, true, "HEAD names no branch, so nothing can be written", "git switch <branch>")
	if m.Bare() {
		return found, nil
	}
	attributes, err := os.ReadFile(filepath.Join(m.Dir(), ".gitattributes"))
	add(err != nil || !bytes.Contains(attributes, []byte("*.json")), false, ".gitattributes does not keep line ends of records", `add the line "*.json text eol=lf"`)
	add(bytes.Contains(attributes, []byte("filter=lfs")), true, "files are kept under LFS, which this host does not read", "take shapes/ out of LFS: they are small and never change")
	checks, merges := m.hooked(attributes)
	add(!checks, false, "git does not check what it commits here: an error is told of only afterwards", "ek hooks install")
	add(!merges, false, "git merges records here as lines of text, not by member", "ek hooks install")
	insensitive, err := m.caseInsensitive()
	add(err == nil && insensitive, false, "the file system does not tell upper from lower case", "ids are lower case, so records are safe; do not rename other files by case alone")
	if limit, folders, known := m.watches(ctx); known {
		add(limit < 2*folders, true, "the system allows "+strconv.Itoa(limit)+" watches, the model has "+strconv.Itoa(folders)+" folders", "raise fs.inotify.max_user_watches; until then folders are scanned")
	}
	return found, nil
}

// caseInsensitive tells whether two names that differ only in case are one file.
func (m *Model) caseInsensitive() (bool, error) {
	there, err := os.Stat(filepath.Join(m.Dir(), "eik.json"))
	if err != nil {
		return false, err
	}
	other, err := os.Stat(filepath.Join(m.Dir(), "EIK.JSON"))
	return err == nil && os.SameFile(there, other), nil
}

// watches answers how many folders the system lets a user watch and how many the
// model has, where both are known.
func (m *Model) watches(ctx context.Context) (limit, folders int, known bool) {
	data, err := os.ReadFile("/proc/sys/fs/inotify/max_user_watches")
	if err != nil {
		return 0, 0, false
	}
	w, err := m.Working(ctx, WorkingOptions{Scan: ScanPaths})
	if err != nil {
		return 0, 0, false
	}
	limit, err = strconv.Atoi(strings.TrimSpace(string(data)))
	return limit, len(w.Snapshot.Folders()), err == nil
}
