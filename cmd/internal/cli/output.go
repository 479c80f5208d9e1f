package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// writeFile writes a file whole or not at all: what was there stays until the new one is
// complete. A link is followed; what is no ordinary file, such as /dev/stdout, is written to.
// Nothing is written into a git directory, and no file of another kind, by its ending, is
// replaced: a slip may not cost a record.
func writeFile(name string, data []byte, endings ...string) error {
	target, mode := name, fs.FileMode(0o644)
	if real, err := filepath.EvalSymlinks(name); err == nil {
		target = real
	}
	if full, err := filepath.Abs(target); err == nil && slices.Contains(strings.Split(filepath.ToSlash(full), "/"), ".git") {
		return &model.Problem{Code: model.Conflict, Message: name + " lies in a git directory", Hint: "Name a file elsewhere"}
	}
	if info, err := os.Stat(target); err == nil {
		if ending := filepath.Ext(target); info.Mode().IsRegular() && ending != "" && !slices.Contains(endings, strings.ToLower(ending)) {
			return &model.Problem{Code: model.Conflict, Message: fmt.Sprintf("%s is there, and is no %s file", name, endings[0]), Hint: "Name another file, or remove this one"}
		}
		if !info.Mode().IsRegular() {
			return os.WriteFile(target, data, 0)
		}
		mode = info.Mode().Perm()
	}
	f, err := os.OpenFile(filepath.Join(filepath.Dir(target), ".ek-"+rand.Text()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nameOf(err, name)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		return nameOf(errors.Join(err, os.Remove(f.Name())), name)
	}
	return nil
}

// nameOf tells an error of the file system by the file that was asked for.
func nameOf(err error, name string) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		return &fs.PathError{Op: file.Op, Path: name, Err: file.Err}
	}
	return err
}

// picturesOf is the folder for a picture whose file is not named: the working directory,
// and where that is among the records of a model, one that git ignores.
func picturesOf(host *ops.Host) string {
	here, err := os.Getwd()
	if err != nil || host.Model().Bare() || !inside(here, host.Model().Dir()) {
		return ""
	}
	folder := filepath.Join(host.SideFolder(), "pictures")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return ""
	}
	if shown, err := filepath.Rel(here, folder); err == nil {
		return shown
	}
	return folder
}

// inside is whether a folder is another or lies in it.
func inside(folder, other string) bool {
	folder, err1 := filepath.EvalSymlinks(folder)
	other, err2 := filepath.EvalSymlinks(other)
	if err1 != nil || err2 != nil {
		return false
	}
	rest, err := filepath.Rel(other, folder)
	return err == nil && filepath.IsLocal(rest)
}
