//go:build !linux && !darwin

package index

import "io/fs"

// StatOf answers a file's stat data as the index keeps it: here what every system
// tells.
func StatOf(info fs.FileInfo) Stat {
	t := info.ModTime()
	mtime := Time{uint32(t.Unix()), uint32(t.Nanosecond())}
	return Stat{CTime: mtime, MTime: mtime, Size: uint32(info.Size())}
}
