package hooks

import (
	"strings"

	"github.com/openeik/ekgit/model"
)

// caseTwins answers the added files that a file system which does not tell cases apart
// takes for others of the model, each with the other. Git merges such files without a
// word where its own file system tells them apart.
func caseTwins(after *model.Snapshot, changes []model.FileChange) map[string]string {
	added := map[string]string{} // by folded path, of files and the folders they lie in
	for _, c := range changes {
		if c.Before == nil {
			for part := range folders(c.After.Path) {
				added[strings.ToLower(part)] = part
			}
		}
	}
	twins := map[string]string{}
	if len(added) == 0 {
		return twins
	}
	for f := range after.Files() {
		for part := range folders(f.Path) {
			if twin, ok := added[strings.ToLower(part)]; ok && twin != part {
				twins[twin] = part
			}
		}
	}
	return twins
}

// folders yields a path and the folders that it lies in.
func folders(path string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for yield(path) {
			at := strings.LastIndexByte(path, '/')
			if at < 0 {
				return
			}
			path = path[:at]
		}
	}
}
