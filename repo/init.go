package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"

	"github.com/openeik/ekgit/repo/internal/config"
	"github.com/openeik/ekgit/repo/internal/gitdir"
	"github.com/openeik/ekgit/repo/internal/refs"
)

// InitOptions are how a model's repository is made.
type InitOptions struct {
	Options
	// Branch is the first branch of a new repository; init.defaultBranch of git's
	// configuration, else main.
	Branch string
	// Bare makes a repository without a work tree.
	Bare bool
}

// Init opens a folder for a model that is yet to be written: eik.json need not be
// there. The folder is made where it is missing, and a repository where it is in
// none. The caller's first commit writes the model's files.
func Init(ctx context.Context, dir string, opt InitOptions) (*Model, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, explain(err)
	}
	_, err := gitdir.Find(dir)
	if errors.Is(err, gitdir.ErrNone) {
		err = makeRepository(dir, opt)
	}
	if err != nil {
		return nil, explain(err)
	}
	m, err := open(ctx, dir, opt.Options)
	if err != nil {
		return nil, err
	}
	if err := m.makeFolder(m.eik()); err != nil {
		return nil, join(explain(err), m.Close())
	}
	return m, nil
}

func makeRepository(dir string, opt InitOptions) error {
	branch, err := firstBranch(opt.Branch)
	if err != nil {
		return err
	}
	_, err = git.PlainInitWithOptions(dir, &git.PlainInitOptions{
		Bare:        opt.Bare,
		InitOptions: git.InitOptions{DefaultBranch: branch},
	})
	if err != nil {
		return fmt.Errorf("make a repository at %s: %w", filepath.Clean(dir), err)
	}
	return nil
}

func firstBranch(asked string) (plumbing.ReferenceName, error) {
	if asked == "" {
		personal, err := config.Personal()
		if err != nil {
			return "", err
		}
		if asked, _ = personal.String("init.defaultbranch"); asked == "" {
			asked = "main"
		}
	}
	name := plumbing.NewBranchReferenceName(asked)
	return name, refs.CheckName(name.String())
}
