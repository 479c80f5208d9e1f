package sidelog

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file to be read, all of it at once: each page that is met later costs
// more than all of them together.
func mapFile(file *os.File, size int64) ([]byte, error) {
	return unix.Mmap(int(file.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_PRIVATE|unix.MAP_POPULATE)
}
