package gitdir

import "path/filepath"

// At answers the repository of a git directory and a work tree that somebody else has
// found already, as git tells its hooks where they are.
func At(git, workTree string) (Layout, error) {
	real := func(path string) (string, error) {
		abs, err := filepath.Abs(path)
		if err != nil {
			return "", err
		}
		return filepath.EvalSymlinks(abs)
	}
	git, err := real(git)
	if err != nil {
		return Layout{}, err
	}
	l := Layout{Git: git}
	if l.Common, err = commonDir(git); err != nil || workTree == "" {
		return l, err
	}
	l.WorkTree, err = real(workTree)
	return l, err
}
