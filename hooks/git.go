package hooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// localVariables are those by which git tells its children about one repository, as git
// rev-parse --local-env-vars lists them. They would lead astray in another one.
var localVariables = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_OBJECT_DIRECTORY",
	"GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS",
	"GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_INTERNAL_SUPER_PREFIX",
}

// cleared answers an environment without what is said of one repository.
func cleared(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(localVariables, name) || strings.HasPrefix(name, "GIT_CONFIG_KEY_") || strings.HasPrefix(name, "GIT_CONFIG_VALUE_")
	})
}

// git runs git in a folder and answers what it prints, without the last line end.
func git(ctx context.Context, dir string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", arguments...)
	command.Dir, command.Env = dir, append(cleared(os.Environ()), "LC_ALL=C")
	var complaint bytes.Buffer
	command.Stderr = &complaint
	out, err := command.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return "", fmt.Errorf("hooks are set up with git's own program, which is not in PATH: %w", err)
	}
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", strings.Join(arguments, " "), err, strings.TrimSpace(complaint.String()))
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// settings answers all values of a key of a repository's own configuration.
func settings(ctx context.Context, dir, key string) ([]string, error) {
	out, err := git(ctx, dir, "config", "--local", "-z", "--get-all", key)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil, nil // there is none
	}
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(out, "\x00"), "\x00"), nil
}

// unset takes a section of a repository's own configuration away, where it is there.
func unset(ctx context.Context, dir, section string) error {
	_, err := git(ctx, dir, "config", "--local", "--remove-section", section)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 128 && strings.Contains(err.Error(), "no such section") {
		return nil
	}
	return err
}
