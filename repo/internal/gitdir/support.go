package gitdir

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/repo/internal/config"
)

// harmless are the extensions that change nothing for a program that reads objects,
// refs and the index as they always were.
var harmless = map[string]bool{
	"noop": true, "noop-v1": true, "preciousobjects": true, "partialclone": true,
	"worktreeconfig": true, "relativeworktrees": true,
}

// UnsupportedError says what a repository uses that is not understood here, and
// what to do about it.
type UnsupportedError struct{ What, Hint string }

// Error implements error.
func (e *UnsupportedError) Error() string { return e.What + "; " + e.Hint }

// CheckSupported answers an UnsupportedError where the repository's format is one
// that must not be read or written by a program that does not know it.
func CheckSupported(c *config.Config) error {
	if version, _ := c.String("core.repositoryformatversion"); version != "" && version != "0" && version != "1" {
		return &UnsupportedError{"repository format version " + version, "use a newer ekgit"}
	}
	for _, key := range c.Keys("extensions") {
		value, _ := c.String("extensions." + key)
		switch {
		case harmless[key], key == "objectformat" && strings.EqualFold(value, "sha1"), key == "refstorage" && strings.EqualFold(value, "files"):
		case key == "objectformat":
			return &UnsupportedError{"the repository names objects by " + value, "use one made with git init --object-format=sha1"}
		case key == "refstorage":
			return &UnsupportedError{"the repository keeps its refs as " + value, "run git refs migrate --ref-format=files"}
		default:
			if version, _ := c.String("core.repositoryformatversion"); version == "1" {
				return &UnsupportedError{fmt.Sprintf("the repository uses extensions.%s = %s", key, value), "use a newer ekgit, or git config --unset extensions." + key + " if nothing depends on it"}
			}
		}
	}
	return nil
}
