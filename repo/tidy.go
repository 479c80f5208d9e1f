package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Tidy lets git pack what commits have left as single files, where there is a git
// program and where it finds enough of them (gc.auto in the configuration, 6,700 by
// default). Without a git program nothing is done: loose objects cost room and time,
// never correctness. It may run beside reads and writes.
func (m *Model) Tidy(ctx context.Context) error {
	git, err := exec.LookPath("git")
	if errors.Is(err, exec.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, git, "--git-dir", m.layout.Git, "-c", "gc.autoDetach=false", "gc", "--auto", "--quiet")
	cmd.Env = withoutGit(os.Environ())
	if out, err := cmd.CombinedOutput(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("git gc --auto: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return ctx.Err()
}

// withoutGit answers the environment less the variables that would lead git to
// another repository than the one it is told of.
func withoutGit(environment []string) []string {
	var kept []string
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "GIT_") || strings.HasPrefix(name, "GIT_CONFIG") {
			kept = append(kept, variable)
		}
	}
	return kept
}
