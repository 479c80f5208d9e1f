package hooks

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// MergeFile is git's merge driver. It merges the files ours and theirs, which both
// came from base, by member, and writes the result over ours. name is the merged file's path
// from dir, the root of the work tree. Conflicts are answered as lines; both versions
// of what is in conflict then stand in the file, between markers. After an error ours
// is as it was.
func MergeFile(dir, base, ours, theirs, name string) (conflicts []string, err error) {
	var versions [3][]byte
	for i, file := range []string{base, ours, theirs} {
		if versions[i], err = os.ReadFile(filepath.Join(dir, file)); err != nil {
			return nil, err
		}
	}
	merged, open := model.MergeFiles(category.Schema(), inModel(dir, name), versions[0], versions[1], versions[2])
	for _, c := range open {
		conflicts = append(conflicts, clipped(fmt.Sprintf("%s: %s %s: %s was changed on both sides", name, c.Record, c.Kind, memberText(c.Member)), longest))
	}
	if merged == nil && len(conflicts) == 0 {
		return []string{clipped(name+": one side takes the file away", longest)}, nil
	}
	if bytes.Equal(merged, versions[1]) {
		return conflicts, nil
	}
	return conflicts, writeScript(filepath.Join(dir, ours), string(merged), 0o644)
}

func memberText(member string) string {
	if member == "" {
		return "it"
	}
	return member
}

// inModel answers a path from the work tree's root as one from the root of the model
// that the file lies in: the nearest folder above it that holds eik.json.
func inModel(dir, name string) string {
	for at := path.Dir(name); ; at = path.Dir(at) {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(at), model.ManifestName)); !errors.Is(err, fs.ErrNotExist) {
			return strings.TrimPrefix(name, at+"/")
		}
		if at == "." || at == "/" {
			return name
		}
	}
}
