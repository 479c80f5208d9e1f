package index

import (
	"io/fs"
	"syscall"
)

// StatOf answers a file's stat data as the index keeps it.
func StatOf(info fs.FileInfo) Stat {
	t := info.ModTime()
	s := Stat{MTime: Time{uint32(t.Unix()), uint32(t.Nanosecond())}, Size: uint32(info.Size())}
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		s.CTime = Time{uint32(sys.Ctim.Sec), uint32(sys.Ctim.Nsec)}
		s.Dev, s.Ino, s.UID, s.GID = uint32(sys.Dev), uint32(sys.Ino), sys.Uid, sys.Gid
	}
	return s
}
