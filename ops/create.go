package ops

import (
	"context"

	"github.com/openeik/ekgit/repo"
)

// FindModel answers the nearest folder at or above dir that holds a model.
func FindModel(dir string) (string, error) {
	found, err := repo.Find(dir)
	if err != nil {
		return "", problem(err)
	}
	return found, nil
}

// CreateOptions say what repository a new model is made in.
type CreateOptions struct {
	Options
	Branch string // the branch of a repository that is made; empty means git's own choice
	Bare   bool
}

// Create opens a folder for a model that is not there yet, making a git repository
// where the folder lies in none. The first write, create_model or an import, makes
// the model.
func Create(ctx context.Context, dir string, options CreateOptions) (*Host, error) {
	m, err := repo.Init(ctx, dir, repo.InitOptions{Options: options.repo(), Branch: options.Branch, Bare: options.Bare})
	if err != nil {
		return nil, problem(err)
	}
	return New(m, options.Options).watching(ctx)
}
