package worktree

import (
	"os"

	"github.com/openeik/ekgit/repo/internal/journal"
)

// Restore puts back what a swap that was stopped had taken out of its place: files
// that it had set aside, and hand edits that it had not yet looked at. Afterwards
// nothing in the folder is needed, and the swap can be staged and run again.
func (s *Swap) Restore() error {
	for i, file := range s.files {
		path := s.tree.Path(file.Path)
		for _, name := range []string{s.name(i, "new"), s.name(i, "old")} {
			if _, err := os.Lstat(name); absent(err) {
				continue
			}
			aside, err := s.blobAt(name, file.Path)
			if err != nil {
				return err
			}
			now, err := s.tree.Read(file.Path)
			if err != nil {
				return err
			}
			if err := s.restore(i, name, path, aside, now.Blob); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Swap) restore(i int, name, path string, aside, now journal.Blob) error {
	file := s.files[i]
	ours := s.same(aside, file.To) || s.expects(file, aside)
	switch {
	case now == journal.Blob{} && (name == s.name(i, "old") || !ours):
		return s.giveBack(name, path)
	case ours:
		return nil
	case s.same(now, file.To) || s.expects(file, now):
		return s.tree.fs.Rename(name, path)
	default:
		return s.keepAside(name, path)
	}
}
