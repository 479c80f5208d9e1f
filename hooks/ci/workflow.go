package ci

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed workflows
var workflows embed.FS

// places are where the hostings look for their workflow files.
var places = map[string]string{"github": ".github/workflows/model.yml", "gitlab": ".gitlab-ci.yml", "gitea": ".gitea/workflows/model.yml"}

// Hostings answers the names of the hostings that a workflow can be made for.
func Hostings() []string { return []string{"github", "gitlab", "gitea"} }

// ExistsError says that another file stands where a workflow would.
type ExistsError struct{ Path string }

// Error implements error.
func (e *ExistsError) Error() string {
	return fmt.Sprintf("%s is there already and is another file: put what you need of the workflow into it (--print shows it), or overwrite it with --force", e.Path)
}

// plain are the names that stand in a workflow without any quoting.
var plain = regexp.MustCompile(`^[A-Za-z0-9._/][A-Za-z0-9._/-]*$`)

// Workflow answers the workflow of a hosting and its place in the repository, for a
// model branch and the model's folder in the repository, empty for its root.
func Workflow(hosting, branch, folder string) (text []byte, place string, err error) {
	if !slices.Contains(Hostings(), hosting) {
		return nil, "", fmt.Errorf("there is no hosting %q; there are %s", hosting, strings.Join(Hostings(), ", "))
	}
	for what, name := range map[string]string{"branch": branch, "folder": folder} {
		if name != "" && !plain.MatchString(name) {
			return nil, "", fmt.Errorf("the %s %q holds characters that mean something in a workflow: write the file by hand", what, name)
		}
	}
	text, err = workflows.ReadFile("workflows/" + hosting + ".yml")
	if err != nil {
		return nil, "", err
	}
	text = bytes.ReplaceAll(text, []byte("MODEL-BRANCH"), []byte(branch))
	if folder != "" {
		text = bytes.ReplaceAll(text, []byte("ek ci "), []byte("ek -m "+folder+" ci "))
		text = bytes.ReplaceAll(text, []byte(`"ek -m `+folder+` ci init"`), []byte(`"ek ci init"`))
	}
	return text, places[hosting], nil
}

// WriteWorkflow writes the workflow of a hosting into the work tree of a model, and
// answers its place there. A file that is there and holds the same stays as it is;
// another one is an ExistsError, unless it is to be overwritten.
func WriteWorkflow(ctx context.Context, o Options, hosting string, overwrite bool) (place string, err error) {
	m, err := open(ctx, o)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	if m.Bare() {
		return "", errors.New("a bare repository has no files to add a workflow to: make it in a clone, and push it")
	}
	head, err := m.Head(ctx)
	if err != nil {
		return "", err
	}
	text, place, err := Workflow(hosting, cmp.Or(head.Branch, "main"), m.Prefix())
	if err != nil {
		return "", err
	}
	root := strings.TrimSuffix(m.Dir(), filepath.FromSlash(m.Prefix()))
	return place, put(filepath.Join(root, filepath.FromSlash(place)), text, overwrite)
}

// put writes a file, unless another one stands there.
func put(file string, text []byte, overwrite bool) error {
	stands, err := os.ReadFile(file)
	switch {
	case err == nil && bytes.Equal(stands, text):
		return nil
	case err == nil && !overwrite:
		return &ExistsError{file}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
