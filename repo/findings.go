package repo

import (
	"context"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/worktree"
)

// findings are what a comparison of work tree and last commit found.
type findings struct {
	m     *Model
	now   standing
	going map[string]bool // files of a write that goes on, from the repository's root
	known map[string]edit // hand edits as they were found last

	mu      sync.Mutex
	seen    map[string]*edit // by path from the model's root; nil for files that do not differ
	visited map[string]bool  // folders
}

func newFindings(m *Model, now standing) *findings {
	f := &findings{m: m, now: now, going: map[string]bool{}, known: m.working.edits, seen: map[string]*edit{}, visited: map[string]bool{}}
	if now.journal != nil {
		for _, file := range now.journal.Files {
			f.going[file.Path] = true
		}
	}
	return f
}

// scan compares a folder of the model and all below it.
func (f *findings) scan(ctx context.Context, folder string) error {
	ignore, err := f.m.ignore()
	if err != nil {
		return err
	}
	own := f.m.inRepository(".eik")
	s := worktree.Scan{
		Tree: f.m.tree, Index: f.now.index, Ignore: ignore,
		Skip:  func(folder string) bool { return folder == own },
		Visit: func(folder string, files []worktree.File) error { return f.visit(folder, files) },
	}
	if err := s.All(ctx, strings.Trim(f.m.inRepository(folder), "/")); err != nil {
		return err
	}
	for _, committed := range f.now.base.Under(folder) {
		if !f.visited[committed.Path()] {
			if err := f.compareFolder(committed.Path(), nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// visit compares one folder as the scan found it.
func (f *findings) visit(folder string, files []worktree.File) error {
	own, ok := f.m.inModel(folder + "/")
	if folder == "" || !ok {
		own = ""
	}
	own = strings.TrimSuffix(own, "/")
	f.mu.Lock()
	f.visited[own] = true
	f.mu.Unlock()
	return f.compareFolder(own, files)
}

func (f *findings) compareFolder(folder string, files []worktree.File) error {
	var committed []*model.File
	if own := f.now.base.Folder(folder); own != nil {
		committed = own.Files()
	}
	for len(files) > 0 || len(committed) > 0 {
		var here worktree.File
		var was *model.File
		name := func(file worktree.File) string { return path.Base(file.Path) }
		switch {
		case len(files) == 0 || len(committed) > 0 && committed[0].Name() < name(files[0]):
			was, committed = committed[0], committed[1:]
			here.Path = f.m.inRepository(was.Path)
		case len(committed) == 0 || name(files[0]) < committed[0].Name():
			here, files = files[0], files[1:]
		default:
			here, was = files[0], committed[0]
			files, committed = files[1:], committed[1:]
		}
		if blobOf(was) == here.Blob || was != nil && was.Mode == model.Submodule && here.Mode == index.ModeSubmodule {
			continue
		}
		if err := f.note(here, was); err != nil {
			return err
		}
	}
	return nil
}

// look compares one path: a file, or a folder and all below it.
func (f *findings) look(ctx context.Context, p string) error {
	if p == ".eik" || strings.HasPrefix(p, ".eik/") || path.Base(p) == ".git" {
		return nil
	}
	if len(f.now.base.Under(p)) > 0 || f.m.tree.IsFolder(f.m.inRepository(p)) {
		return f.scan(ctx, p)
	}
	here, err := f.m.tree.Look(f.m.inRepository(p), f.now.index)
	if err != nil {
		return err
	}
	was := f.now.base.FileAt(p)
	if was == nil && here.Mode != 0 {
		if _, tracked := f.now.index.Get(here.Path); !tracked {
			ignored, err := f.ignored(here.Path)
			if err != nil {
				return err
			}
			if ignored {
				here = worktree.File{Path: here.Path}
			}
		}
	}
	if blobOf(was) == here.Blob {
		f.seen[p] = nil
		return nil
	}
	return f.note(here, was)
}

func (f *findings) ignored(path string) (bool, error) {
	ignore, err := f.m.ignore()
	if err != nil {
		return false, err
	}
	return ignore.File(f.m.tree, path)
}

// note keeps a difference, unless it is none: a file of a write that goes on, or one
// that is not meant to be in the work tree.
func (f *findings) note(here worktree.File, was *model.File) error {
	own, _ := f.m.inModel(here.Path)
	e, err := f.edit(own, here, was)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen[own] = e
	return nil
}

func (f *findings) edit(own string, here worktree.File, was *model.File) (*edit, error) {
	entry, tracked := f.now.index.Get(here.Path)
	_, sparse := f.now.index.Sparse(here.Path)
	if f.going[here.Path] || here.Mode == 0 && (sparse || entry.SkipWorktree) {
		return nil, nil
	}
	e := &edit{Edit: Edit{Path: own, State: Modified}, blob: here.Blob, was: was}
	e.Staged = tracked && !entry.IntentToAdd && (journal.Blob{Mode: entry.Mode, Hash: entry.Hash}) != blobOf(was) || !tracked && was != nil
	if old, ok := f.known[own]; ok && old.blob == here.Blob && old.was == was && here.Hash != (Hash{}) {
		e.ID, e.State, e.file = old.ID, old.State, old.file
		return e, nil
	}
	switch {
	case here.Mode == 0:
		e.State, e.ID = Deleted, was.ID()
		return e, nil
	case was == nil:
		e.State = Added
	}
	raw, err := f.raw(own, here)
	if err != nil {
		return nil, err
	}
	e.file = f.m.opt.Schema.NewFile(own, raw)
	if (model.RecordPlace(own) || own == model.ManifestName) && e.file.Record() == nil {
		e.State = Broken
		if was != nil && was.Record() != nil {
			e.file = was.BrokenBy(raw, e.file.Faults())
		}
	}
	e.ID = e.file.ID()
	return e, nil
}

// raw answers a file of the work tree as the model takes it.
func (f *findings) raw(own string, here worktree.File) (model.RawFile, error) {
	folder, name := path.Split(own)
	read := lookedInto(strings.TrimSuffix(folder, "/"), name)
	if here.Data == nil && read && here.Size <= model.MaxRecordBytes && here.Mode != index.ModeSymlink {
		var err error
		if here, err = f.m.tree.Read(here.Path); err != nil {
			return model.RawFile{}, err
		}
	}
	raw := model.RawFile{Name: name, Mode: modelMode(filemode.FileMode(here.Mode)), Revision: model.Revision(here.Hash), Size: here.Size}
	if read {
		raw.Data = here.Data
	}
	return raw, nil
}

// ignore answers the patterns of files that git does not show, but for those in the
// work tree's own .gitignore files.
func (m *Model) ignore() (*worktree.Ignore, error) {
	files := []string{filepath.Join(m.layout.Common, "info", "exclude")}
	if own, ok := m.config.String("core.excludesfile"); ok {
		files = append([]string{expanded(own)}, files...)
	}
	return worktree.NewIgnore(files...)
}
