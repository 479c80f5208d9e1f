package repo

import (
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/worktree"
)

// handEdit reads a file of the model, or that there is none, from the work tree. What
// is no file of a size that a record may have is a NotFileError.
func (m *Model) handEdit(path string) (worktree.File, error) {
	file, err := m.tree.Read(m.inRepository(path))
	if err != nil {
		return file, err
	}
	behind, err := m.tree.BehindLink(file.Path)
	var why string
	switch {
	case err != nil:
		return file, err
	case behind:
		why = "a folder on the way to it is a symbolic link, which is never followed; put the folder itself in its place"
	case file.Mode == index.ModeSymlink:
		why = "it is a symbolic link, which is never followed; put the file itself in its place"
	case file.Mode == index.ModeSubmodule:
		why = "it is a repository of its own"
	case file.Mode != 0 && file.Data == nil:
		why = fmt.Sprintf("it has %d bytes and a record at most %d; commit a shape or a document of that size with git", file.Size, model.MaxRecordBytes)
	default:
		return file, nil
	}
	return file, &NotFileError{path, why}
}

// checkHandEdits answers a ConflictError where files that the plan changes or was
// made from hold hand edits other than those that the request names.
func (w *write) checkHandEdits(a *attempt) error {
	if w.m.Bare() {
		return nil
	}
	var edited []string
	for i := range a.change.files {
		f := &a.change.files[i]
		if folder, sparse := a.index.Sparse(f.Path); sparse {
			return &UnsupportedError{What: fmt.Sprintf("%s lies in %s, which is not checked out", f.Path, folder), Hint: "run git sparse-checkout add " + folder}
		}
		if f.New.Mode == index.ModeSymlink || f.New.Mode == index.ModeSubmodule {
			return &UnsupportedError{What: f.Path + " is a symbolic link or a submodule, which is not put into a work tree here", Hint: "merge it with git merge"}
		}
		if entry, ok := a.index.Get(f.Path); ok && entry.SkipWorktree {
			f.Skip = true
		}
		if was, named := a.stands[f.Path]; named {
			f.Was = was
			continue
		}
		clean, err := w.m.isClean(a.index, f.Path, f.Old)
		if err != nil {
			return err
		}
		if !clean {
			edited = append(edited, f.Path)
			continue
		}
		if err := w.checkWay(a, f); err != nil {
			return err
		}
	}
	for _, path := range a.plan.Depends {
		clean, err := w.m.isClean(a.index, w.m.inRepository(path), blobOf(a.base.FileAt(path)))
		if err != nil {
			return err
		}
		if !clean {
			edited = append(edited, w.m.inRepository(path))
		}
	}
	if len(edited) == 0 {
		return nil
	}
	for i, path := range edited {
		if inside, ok := w.m.inModel(path); ok {
			edited[i] = inside
		}
	}
	slices.Sort(edited)
	return &ConflictError{slices.Compact(edited)}
}

// checkWay answers an InTheWayError where something stands at a file that is new, or for
// a folder on the way to it, which git does not track: a pipe, a link, a file.
func (w *write) checkWay(a *attempt, f *journal.File) error {
	if f.Old != (journal.Blob{}) || f.New == (journal.Blob{}) || f.Skip {
		return nil
	}
	way, err := w.m.tree.InTheWay(f.Path)
	if err != nil || way == "" {
		return err
	}
	if gone := slices.ContainsFunc(a.change.files, func(g journal.File) bool { return g.Path == way && g.New == (journal.Blob{}) }); gone {
		return nil
	}
	stands, _ := w.m.inModel(way)
	puts, _ := w.m.inModel(f.Path)
	return &InTheWayError{Stands: stands, Puts: puts}
}

// isClean tells whether a file is as the last commit has it, in the index and in
// the work tree.
func (m *Model) isClean(ix *index.Index, path string, committed journal.Blob) (bool, error) {
	if _, sparse := ix.Sparse(path); sparse {
		return true, nil
	}
	entry, tracked := ix.Get(path)
	if entry.IntentToAdd {
		tracked = false
	}
	if tracked != (committed != journal.Blob{}) || tracked && (entry.Hash != committed.Hash || entry.Mode != committed.Mode) {
		return false, nil
	}
	if entry.SkipWorktree {
		return true, nil
	}
	file, err := m.tree.Look(path, ix)
	return err == nil && file.Blob == committed, err
}
