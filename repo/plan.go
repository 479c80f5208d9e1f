package repo

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/index"
	"github.com/openeik/ekgit/repo/internal/journal"
	"github.com/openeik/ekgit/repo/internal/objects"
)

// Base is what a commit is planned on.
type Base struct {
	Head     Head
	Snapshot *model.Snapshot // the last commit, without hand edits
	Edits    []HandEdit      // the files that the request names, as they stand
}

// HandEdit is a file of the model as it stands in the work tree.
type HandEdit struct {
	Path string // from the model's root
	Data []byte // with line ends as git stages them; nil where the file was deleted
}

// Plan is what a commit changes and says.
type Plan struct {
	Changes []model.Change // records
	Files   []FileChange   // any files of the model
	Blobs   []BlobChange   // files whose content git has already, anywhere in the repository
	Parents []Hash         // of a merge: what is merged in
	Depends []string       // files that the plan was made from beside those it changes
	Subject string         // as Subject answers it
	Body    string
	// Trailers become the last paragraph of the message.
	Trailers []Trailer
	// AllowEmpty lets a commit change nothing.
	AllowEmpty bool
}

// FileChange puts a file of the model, or takes it away where Data is nil.
type FileChange struct {
	Path       string // from the model's root
	Data       []byte
	Executable bool
}

// BlobChange puts a file whose content git has already, or takes it away where Hash
// is zero.
type BlobChange struct {
	Path string // from the repository's root
	Mode model.Mode
	Hash Hash
}

// content is what a plan puts at a path.
type content struct {
	data []byte // nil where git has it already
	blob journal.Blob
	kept bool // a file that was executable stays so
}

func contentOf(data []byte, mode uint32) content {
	if data == nil {
		return content{}
	}
	return content{data, journal.Blob{Mode: mode, Hash: Hash(model.RevisionOf(data))}, true}
}

// contents answers what a plan does to files, by path from the repository's root.
func (m *Model) contents(p *Plan) (map[string]content, error) {
	all := make(map[string]content, len(p.Changes)+len(p.Files)+len(p.Blobs))
	owner := map[string]string{}
	for _, c := range p.Changes {
		if c.Before != nil && owner[c.Before.Path] == "" {
			all[m.inRepository(c.Before.Path)] = content{}
		}
		if c.After == nil {
			continue
		}
		file, err := m.opt.Schema.NewRecordFile(c.After)
		if err != nil {
			return nil, err
		}
		if taken := owner[file.Path]; taken != "" && taken != file.ID() {
			return nil, fmt.Errorf("%s and %s would lie in one file, %s", taken, file.ID(), file.Path)
		}
		owner[file.Path] = file.ID()
		all[m.inRepository(file.Path)] = contentOf(file.Data(), index.ModeRegular)
	}
	for _, f := range p.Files {
		if err := checkPath(f.Path); err != nil {
			return nil, err
		}
		mode := uint32(index.ModeRegular)
		if f.Executable {
			mode = index.ModeExecutable
		}
		all[m.inRepository(f.Path)] = contentOf(f.Data, mode)
	}
	for _, b := range p.Blobs {
		if err := checkPath(b.Path); err != nil {
			return nil, err
		}
		var c content
		if !b.Hash.IsZero() {
			c.blob = journal.Blob{Mode: gitMode(b.Mode), Hash: b.Hash}
		}
		all[b.Path] = c
	}
	return all, nil
}

// checkPath tells whether a path stays inside the model and out of what is git's or
// the host's own.
func checkPath(p string) error {
	if p == "" || p != path.Clean(p) || path.IsAbs(p) || strings.HasPrefix(p, "../") || p == ".." || strings.ContainsAny(p, "\\\x00") {
		return fmt.Errorf("%q is no path inside the model", p)
	}
	for part := range strings.SplitSeq(p, "/") {
		if strings.EqualFold(part, ".git") || part == ".eik" {
			return fmt.Errorf("%q lies in %s, which is no part of the model", p, part)
		}
	}
	return nil
}

// change is the files that a commit changes, by path from the repository's root.
type change struct {
	files []journal.File
	data  [][]byte // what each holds afterwards
}

// changeOf compares what a plan does with what the last commit holds. What stays
// the same is left out.
func (m *Model) changeOf(ctx context.Context, root Hash, base *model.Snapshot, contents map[string]content) (change, error) {
	var c change
	paths := make([]string, 0, len(contents))
	for p := range contents {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	for _, p := range paths {
		to := contents[p]
		old, err := m.committedAt(ctx, root, base, p)
		if err != nil {
			return change{}, err
		}
		file := journal.File{Path: p, Old: old, New: to.blob}
		if to.kept && file.Old.Mode == index.ModeExecutable {
			file.New.Mode = index.ModeExecutable
		}
		if file.Old == file.New {
			continue
		}
		file.Was = file.Old
		c.files, c.data = append(c.files, file), append(c.data, to.data)
	}
	return c, nil
}

// committedAt answers what a commit has at a path from the repository's root.
func (m *Model) committedAt(ctx context.Context, root Hash, base *model.Snapshot, path string) (journal.Blob, error) {
	if inside, ok := m.inModel(path); ok {
		return blobOf(base.FileAt(inside)), nil
	}
	if root.IsZero() {
		return journal.Blob{}, nil
	}
	e, ok, err := m.objects.Lookup(ctx, root, path)
	if err != nil || !ok || e.IsDir() {
		return journal.Blob{}, err
	}
	return journal.Blob{Mode: uint32(e.Mode), Hash: e.Hash}, nil
}

// blobOf answers what a file of a commit is, and the zero blob for none.
func blobOf(f *model.File) journal.Blob {
	if f == nil {
		return journal.Blob{}
	}
	return journal.Blob{Mode: gitMode(f.Mode), Hash: Hash(f.Revision)}
}

func gitMode(mode model.Mode) uint32 {
	switch mode {
	case model.Executable:
		return index.ModeExecutable
	case model.Symlink:
		return index.ModeSymlink
	case model.Submodule:
		return index.ModeSubmodule
	}
	return index.ModeRegular
}

// objects answers the blobs and trees of a change on a root tree, and the new root.
func (m *Model) objectsOf(ctx context.Context, root Hash, c change) (Hash, []objects.Object, error) {
	edits := make([]objects.Edit, len(c.files))
	var made []objects.Object
	for i, f := range c.files {
		edits[i] = objects.Edit{Path: f.Path, Mode: filemode.FileMode(f.New.Mode), Hash: f.New.Hash}
		if c.data[i] != nil {
			made = append(made, objects.Object{Hash: f.New.Hash, Kind: objects.KindBlob, Data: c.data[i]})
		}
	}
	tree, trees, err := m.objects.EditTree(ctx, root, edits)
	if err != nil {
		return Hash{}, nil, err
	}
	if tree.IsZero() {
		empty := objects.NewObject(objects.KindTree, nil)
		tree, trees = empty.Hash, append(trees, empty)
	}
	return tree, append(made, trees...), nil
}

// foldersOf answers the trees of every folder on the way to a changed file, before
// and after.
func (m *Model) foldersOf(ctx context.Context, old, next Hash, files []journal.File) (map[string]index.Folder, error) {
	folders := map[string]index.Folder{"": {Old: old, New: next}}
	for _, f := range files {
		for i := range len(f.Path) {
			if f.Path[i] != '/' {
				continue
			}
			folder := f.Path[:i]
			if _, known := folders[folder]; known {
				continue
			}
			above := folders[path.Dir("/" + folder)[1:]]
			was, err := m.subtree(ctx, above.Old, path.Base(folder))
			if err != nil {
				return nil, err
			}
			is, err := m.subtree(ctx, above.New, path.Base(folder))
			if err != nil {
				return nil, err
			}
			folders[folder] = index.Folder{Old: was, New: is}
		}
	}
	return folders, nil
}

// subtree answers the tree of a folder in a tree, zero where there is none.
func (m *Model) subtree(ctx context.Context, tree Hash, name string) (Hash, error) {
	if tree.IsZero() {
		return Hash{}, nil
	}
	t, err := m.objects.Tree(ctx, tree)
	if err != nil {
		return Hash{}, err
	}
	if e, ok := t.Entry(name); ok && e.IsDir() {
		return e.Hash, nil
	}
	return Hash{}, nil
}
