package refs

import (
	"fmt"
	"strings"
)

// CheckName tells whether git takes a full ref name such as refs/heads/main.
func CheckName(name string) error {
	bad := func(why string) error { return fmt.Errorf("%q is no legal ref name: %s", name, why) }
	if !strings.HasPrefix(name, "refs/") {
		return bad("it lies outside refs/")
	}
	for _, part := range strings.Split(name, "/") {
		switch {
		case part == "":
			return bad("a part of it is empty")
		case part[0] == '.':
			return bad("a part of it begins with a dot")
		case strings.HasSuffix(part, ".lock"):
			return bad("a part of it ends in .lock")
		}
	}
	switch {
	case strings.HasSuffix(name, "."):
		return bad("it ends in a dot")
	case strings.Contains(name, ".."), strings.Contains(name, "@{"):
		return bad(`".." and "@{" have a meaning in revisions`)
	}
	for i := range len(name) {
		if name[i] <= ' ' || name[i] == 0x7f || strings.IndexByte("~^:?*[\\", name[i]) >= 0 {
			return bad(fmt.Sprintf("it holds %q", name[i]))
		}
	}
	return nil
}

// perWorktree tells whether each linked work tree has a ref of that name for itself.
func perWorktree(name string) bool {
	if !strings.HasPrefix(name, "refs/") {
		return true
	}
	for _, own := range []string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"} {
		if strings.HasPrefix(name, own) {
			return true
		}
	}
	return false
}
