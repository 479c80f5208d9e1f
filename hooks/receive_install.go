package hooks

import (
	"context"
	"path"
	"slices"
	"strings"
)

// pathKey is the key of a server's configuration that says where in its commits the
// model lies.
const pathKey = "eik.path"

// findModel lets a server know where in its commits the model lies, where that is not
// their root and nobody has said it. An empty repository holds none yet.
func (p place) findModel(ctx context.Context, r *Report) error {
	known, err := settings(ctx, p.root, pathKey)
	if err != nil || len(known) > 0 {
		return err
	}
	if _, err := git(ctx, p.root, "rev-parse", "--verify", "-q", "HEAD^{tree}"); err != nil {
		return nil //nolint:nilerr // there is no commit yet
	}
	out, err := git(ctx, p.root, "ls-tree", "-r", "-z", "--name-only", "HEAD")
	if err != nil {
		return err
	}
	var folders []string
	for file := range strings.SplitSeq(out, "\x00") {
		if folder, ok := strings.CutSuffix(file, "eik.json"); ok && (folder == "" || strings.HasSuffix(folder, "/")) {
			folders = append(folders, path.Clean("/" + folder)[1:])
		}
	}
	switch {
	case len(folders) == 0:
		r.done("no commit holds a model yet: where it is not to lie at the root, set %s", pathKey)
	case slices.Contains(folders, ""):
	case len(folders) > 1:
		r.done("there are several models (%s): set %s to the one that is to be guarded", strings.Join(folders, ", "), pathKey)
	default:
		if _, err := git(ctx, p.root, "config", "--local", pathKey, folders[0]); err != nil {
			return err
		}
		r.done("the model lies in %s (%s)", folders[0], pathKey)
	}
	return nil
}
