package hooks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/repo"
)

// Call is one of git's hooks in a clone, as git calls it: in the root of the work
// tree, with the repository in its environment.
type Call struct {
	Name    string   // "pre-commit"
	Args    []string // what git says after the name
	Models  []string // folders of the models from the work tree's root, "." for the root
	Environ []string // "NAME=value"
	In      io.Reader
	Out     io.Writer // for who commits
	Now     time.Time
}

// hook is what runs for a name.
type hook struct {
	run func(*Call, context.Context) (refused bool, err error)
	// checks tells that git must not go on where the hook cannot run.
	checks bool
}

// local are the hooks of a clone that are more than a line of shell.
var local = map[string]hook{
	"pre-commit":            {(*Call).staged, true},
	"pre-merge-commit":      {(*Call).staged, true},
	"commit-msg":            {(*Call).attribute, false},
	"pre-push":              {(*Call).leaving, true},
	"reference-transaction": {(*Call).moving, true},
}

// Run does what the hook is for, and answers whether git is to be refused. An error
// says that the hook could not do it; it is to be refused then too.
func (c *Call) Run(ctx context.Context) (refused bool, err error) {
	h, ok := local[c.Name]
	if !ok {
		return false, fmt.Errorf("%s is none of the hooks that ek runs in a clone: %s", c.Name, strings.Join(Local(), ", "))
	}
	return h.run(c, ctx)
}

// Local answers the names of the hooks of a clone that Call runs, sorted.
func Local() []string {
	var names []string
	for name := range local {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// getenv answers a variable of the hook's environment, empty where it is not set.
func (c *Call) getenv(name string) string {
	for _, v := range slices.Backward(c.Environ) {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// each calls do for every model of the work tree that is there. Nothing of the
// repository is written.
func (c *Call) each(ctx context.Context, do func(*repo.Model) error) error {
	models := c.Models
	if len(models) == 0 {
		models = []string{"."}
	}
	for _, dir := range models {
		if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
			continue
		}
		m, err := c.open(ctx, dir)
		if err != nil {
			return err
		}
		if err := errors.Join(do(m), m.Close()); err != nil {
			return err
		}
	}
	return nil
}

func (c *Call) open(ctx context.Context, dir string) (*repo.Model, error) {
	o := repo.Options{Schema: category.Schema(), Incoming: &repo.Incoming{Objects: repo.IncomingObjects(c.getenv), Caches: true}}
	if git := c.getenv("GIT_DIR"); git != "" {
		o.GitDir, o.WorkTree = git, "."
		if tree := c.getenv("GIT_WORK_TREE"); tree != "" {
			o.WorkTree = tree
		}
	}
	return repo.Open(ctx, dir, o)
}

// indexFile answers the index that git has made for the commit.
func (c *Call) indexFile(m *repo.Model) string {
	if file := c.getenv("GIT_INDEX_FILE"); file != "" {
		return file
	}
	return filepath.Join(m.GitDir(), "index")
}

// say writes lines for who commits.
func (c *Call) say(format string, values ...any) error {
	_, err := fmt.Fprintf(c.Out, "ek: "+format+"\n", values...)
	return err
}
