// Package config reads git's configuration: the machine's, the person's, the
// repository's and the linked work tree's, with includes. It writes nothing.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/gcfg"
)

// ErrSyntax says that a configuration cannot be read, and what to do about it.
var ErrSyntax = errors.New("git config --list names the fault too: mend the file")

// Config is what git would read in one repository. It is immutable.
type Config struct {
	values map[string][]string // by section.subsection.key, section and key in lower case
}

// Load reads every configuration file that git would read for the repository. It
// is an error that a file is there and cannot be read.
func Load(gitDir, commonDir string) (*Config, error) {
	c := &Config{values: map[string][]string{}}
	r := reader{config: c, gitDir: gitDir}
	for _, path := range append(personal(), filepath.Join(commonDir, "config")) {
		if err := r.read(path, 0); err != nil {
			return nil, err
		}
	}
	if c.Bool("extensions.worktreeconfig", false) {
		if err := r.read(filepath.Join(gitDir, "config.worktree"), 0); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Personal reads the machine's and the person's configuration alone, for where
// there is no repository yet.
func Personal() (*Config, error) {
	c := &Config{values: map[string][]string{}}
	for _, path := range personal() {
		if err := (reader{config: c}).read(path, 0); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// personal answers the machine's and the person's configuration files.
func personal() []string {
	var paths []string
	if os.Getenv("GIT_CONFIG_NOSYSTEM") == "" {
		paths = append(paths, "/etc/gitconfig")
	}
	if global, set := os.LookupEnv("GIT_CONFIG_GLOBAL"); set {
		return append(paths, global)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return paths
	}
	xdg := os.Getenv("XDG_CONFIG_HOME")
	if xdg == "" {
		xdg = filepath.Join(home, ".config")
	}
	return append(paths, filepath.Join(xdg, "git", "config"), filepath.Join(home, ".gitconfig"))
}

// String answers the last value of a key such as "user.name".
func (c *Config) String(key string) (string, bool) {
	values := c.values[fold(key)]
	if len(values) == 0 {
		return "", false
	}
	return values[len(values)-1], true
}

// Bool answers a key as git reads booleans, and the default where it is absent or
// no boolean.
func (c *Config) Bool(key string, otherwise bool) bool {
	value, ok := c.String(key)
	if !ok {
		return otherwise
	}
	switch strings.ToLower(value) {
	case "true", "yes", "on", "1":
		return true
	case "false", "no", "off", "0", "":
		return false
	}
	return otherwise
}

// Keys answers the keys below a section, such as "extensions", without it.
func (c *Config) Keys(section string) []string {
	var keys []string
	for key := range c.values {
		if rest, ok := strings.CutPrefix(key, section+"."); ok {
			keys = append(keys, rest)
		}
	}
	return keys
}

// fold brings section and key to lower case and leaves the subsection as it is.
func fold(key string) string {
	first, last := strings.IndexByte(key, '.'), strings.LastIndexByte(key, '.')
	if first < 0 {
		return strings.ToLower(key)
	}
	return strings.ToLower(key[:first]) + key[first:last] + strings.ToLower(key[last:])
}

// maxDepth is how deep includes may nest, as in git.
const maxDepth = 10

type reader struct {
	config *Config
	gitDir string
}

func (r reader) read(path string, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%s: includes nest deeper than %d; one of them includes itself", path, maxDepth)
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) || path == "" {
		return nil
	}
	if err != nil {
		return fmt.Errorf("git's configuration: %w", err)
	}
	defer f.Close()
	err = gcfg.FatalOnly(gcfg.ReadWithCallback(f, func(section, subsection, key, value string, blank bool) error {
		if key == "" {
			return nil
		}
		if blank {
			value = "true"
		}
		return r.add(path, depth, section, subsection, key, value)
	}))
	if err != nil {
		return fmt.Errorf("git's configuration %s: %w; %w", path, err, ErrSyntax)
	}
	return nil
}

func (r reader) add(path string, depth int, section, subsection, key, value string) error {
	name := strings.ToLower(section) + "."
	if subsection != "" {
		name += subsection + "."
	}
	name += strings.ToLower(key)
	r.config.values[name] = append(r.config.values[name], value)
	included := name == "include.path" ||
		strings.EqualFold(section, "includeIf") && strings.EqualFold(key, "path") && r.holds(subsection, path)
	if !included {
		return nil
	}
	return r.read(absolute(value, filepath.Dir(path)), depth+1)
}

// holds tells whether an includeIf condition holds. Conditions on remotes are
// never met: they would need a look at the whole configuration first.
func (r reader) holds(condition, path string) bool {
	kind, pattern, _ := strings.Cut(condition, ":")
	switch kind {
	case "gitdir":
		return r.underGitDir(pattern, path, false)
	case "gitdir/i":
		return r.underGitDir(pattern, path, true)
	case "onbranch":
		head, err := os.ReadFile(filepath.Join(r.gitDir, "HEAD"))
		branch, ok := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: refs/heads/")
		return err == nil && ok && matchPath(pattern, branch)
	}
	return false
}

func (r reader) underGitDir(pattern, path string, fold bool) bool {
	switch {
	case strings.HasPrefix(pattern, "./"):
		pattern = filepath.Join(filepath.Dir(path), pattern[2:])
	case strings.HasPrefix(pattern, "~/"):
		pattern = absolute(pattern, "")
	case !filepath.IsAbs(pattern):
		pattern = "**/" + pattern
	}
	dir := r.gitDir
	if fold {
		pattern, dir = strings.ToLower(pattern), strings.ToLower(dir)
	}
	return matchPath(pattern, dir)
}

func absolute(path, base string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}
