package gitdir

import (
	"os"
	"path/filepath"
	"strings"
)

// operations are the marks that git leaves while an operation waits for a person,
// in the order in which git status looks for them.
var operations = []struct{ mark, name string }{
	{"rebase-merge", "rebase"},
	{"rebase-apply/applying", "am"},
	{"rebase-apply", "rebase"},
	{"MERGE_HEAD", "merge"},
	{"CHERRY_PICK_HEAD", "cherry-pick"},
	{"REVERT_HEAD", "revert"},
	{"sequencer/todo", "cherry-pick"},
	{"BISECT_LOG", "bisect"},
}

// Operation answers the operation that git has left unfinished, empty for none.
func (l Layout) Operation() string {
	for _, op := range operations {
		if _, err := os.Lstat(filepath.Join(l.Git, op.mark)); err == nil {
			return op.name
		}
	}
	return ""
}

// Shallow tells whether history was cut off when the repository was cloned.
func (l Layout) Shallow() bool {
	info, err := os.Stat(filepath.Join(l.Common, "shallow"))
	return err == nil && info.Size() > 0
}

// Elsewhere answers the other work tree that has a branch (its full name) checked
// out or in a rebase, empty for none. A bare main repository has none.
func (l Layout) Elsewhere(branch string) string {
	if l.Git != l.Common && names(l.Common, branch) && !l.commonIsBare() {
		return filepath.Dir(l.Common)
	}
	linked, _ := filepath.Glob(filepath.Join(l.Common, "worktrees", "*", "HEAD"))
	for _, head := range linked {
		git := filepath.Dir(head)
		if git == l.Git || !names(git, branch) {
			continue
		}
		if path, err := os.ReadFile(filepath.Join(git, "gitdir")); err == nil {
			return filepath.Dir(strings.TrimSpace(string(path)))
		}
		return git
	}
	return ""
}

func (l Layout) commonIsBare() bool {
	common, err := layout(l.Common, filepath.Dir(l.Common))
	return err == nil && common.WorkTree == ""
}

// names tells whether a work tree's HEAD, or the rebase it is in, names the branch.
func names(git, branch string) bool {
	for _, file := range []string{"HEAD", "rebase-merge/head-name", "rebase-apply/head-name"} {
		content, err := os.ReadFile(filepath.Join(git, file))
		if err == nil && strings.TrimPrefix(strings.TrimSpace(string(content)), "ref: ") == branch {
			return true
		}
	}
	return false
}
