package index

import "io/fs"

// Time is a time as the index holds it.
type Time struct{ Sec, Nsec uint32 }

// Stat is what the index keeps of a file's stat data, each cut to 32 bits.
type Stat struct {
	CTime, MTime             Time
	Dev, Ino, UID, GID, Size uint32
}

// Trust says which stat data may be believed, as core.trustctime, core.checkStat
// and core.fileMode say it.
type Trust struct {
	CTime bool // the change time
	Inode bool // inode, owner and group (checkStat = default)
	Exec  bool // the executable bit of files
}

// Same tells whether a file with the stat data now is the file that the entry was
// made from, so far as stat data can tell. A difference only means that the
// content must be looked at.
func (s Stat) Same(now Stat, trust Trust) bool {
	if s.Size != now.Size || !s.MTime.same(now.MTime) {
		return false
	}
	if trust.CTime && trust.Inode && !s.CTime.same(now.CTime) {
		return false
	}
	return !trust.Inode || s.Ino == now.Ino && s.UID == now.UID && s.GID == now.GID
}

// same compares fractions of seconds where both sides have them.
func (t Time) same(u Time) bool {
	return t.Sec == u.Sec && (t.Nsec == u.Nsec || t.Nsec == 0 || u.Nsec == 0)
}

// ModeOf answers the mode that an entry of the file has, and 0 where git keeps no
// such file. Where the executable bit is not trusted a regular file keeps the bit
// it was staged with.
func ModeOf(info fs.FileInfo, trust Trust, staged uint32) uint32 {
	switch {
	case info.Mode().IsRegular() && !trust.Exec && staged != 0:
		return staged
	case info.Mode().IsRegular() && trust.Exec && info.Mode().Perm()&0o100 != 0:
		return ModeExecutable
	case info.Mode().IsRegular():
		return ModeRegular
	case info.Mode()&fs.ModeSymlink != 0:
		return ModeSymlink
	}
	return 0
}
