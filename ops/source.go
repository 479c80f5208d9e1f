package ops

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// largestFile is how many bytes a file may have that is read into memory, and how many a
// folder that is imported.
const largestFile = 1 << 30

// fileNamed answers where a file lies that a caller names: a caller who may read the
// model's folder alone counts from there.
func (c *call) fileNamed(file string) string {
	if c.host.options.AnyFile || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(c.host.repo.Dir(), filepath.FromSlash(file))
}

// mayRead refuses a path that a caller of this host has no business with: an agent
// reads below the model's folder only, a person's command line everywhere.
func (c *call) mayRead(file string) error {
	if c.host.options.AnyFile {
		return nil
	}
	outside := &model.Problem{Code: model.Forbidden, Message: fmt.Sprintf("%s lies outside the model's folder", file),
		Hint: "Copy it below the model's folder (.eik/ is never committed), or have a person run ek import"}
	if c.host.repo.Bare() || !inside(c.host.repo.Dir(), filepath.Clean(file)) {
		return outside
	}
	root, err := filepath.EvalSymlinks(c.host.repo.Dir())
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return noFile(file)
	}
	if !inside(root, real) {
		return outside
	}
	return nil
}

// inside tells whether a path is a folder or lies below it.
func inside(folder, file string) bool {
	relative, err := filepath.Rel(folder, file)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}

func noFile(file string) error {
	return &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("there is no file %s", file), Hint: "Send the path of a model folder or of a .eik.json file"}
}

// readImport reads a model from a folder or a single file. It answers the names of
// files of a folder that it left out, too.
func readImport(format, file string) (files []repo.FileChange, left []string, err error) {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nil, nil, &model.Problem{Code: model.Forbidden, Message: err.Error(), Hint: "The host has to be allowed to read it"}
	case err != nil:
		return nil, nil, noFile(file)
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil, nil, invalid("/file", file+" is neither a folder nor a file", file)
	case info.IsDir() && format != "single":
		return readFolder(file)
	case info.IsDir() || format == "folder":
		return nil, nil, invalid("/format", fmt.Sprintf("%s is not of the format %q", file, format), format)
	case info.Size() > largestFile:
		return nil, nil, invalid("/file", fmt.Sprintf("%s has %d bytes, more than an import reads", file, info.Size()), info.Size())
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	files, err = readSingle(data)
	return files, nil, err
}

// readFolder reads the files of a model folder. Symbolic links are not followed; git
// and host folders and what does not belong to a model are left out.
func readFolder(folder string) (files []repo.FileChange, left []string, err error) {
	if _, err := os.Stat(filepath.Join(folder, model.ManifestName)); err != nil {
		return nil, nil, &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("%s is no model: it has no %s", folder, model.ManifestName), Hint: "Name the folder that holds eik.json"}
	}
	room := int64(largestFile) // for all of them together
	err = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		path := filepath.ToSlash(relative)
		switch {
		case entry.Name() == ".git" || path == ".eik":
			return skipped(entry)
		case entry.IsDir():
			return nil
		case !entry.Type().IsRegular() || !belongs(path):
			left = append(left, path)
			return nil
		}
		data, err := plainFile(folder, path, room)
		room -= int64(len(data))
		files = append(files, repo.FileChange{Path: path, Data: data})
		return err
	})
	return files, left, err
}

func skipped(entry fs.DirEntry) error {
	if entry.IsDir() {
		return filepath.SkipDir
	}
	return nil
}

// belongs tells whether a path is one that a model has: its records, its other
// folders, and what may stand at its root.
func belongs(path string) bool {
	if model.RecordPlace(path) || path == model.ManifestName || path == "AGENTS.md" || path == ".gitattributes" || path == ".gitignore" {
		return true
	}
	top, _, nested := strings.Cut(path, "/")
	if nested {
		return top == "shapes" || top == "waivers" || top == "docs"
	}
	for _, prefix := range []string{"README", "LICENSE", "NOTICE"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}
