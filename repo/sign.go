package repo

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/openeik/ekgit/repo/internal/config"
	"github.com/openeik/ekgit/repo/internal/objects"
	"github.com/openeik/ekgit/repo/internal/sshsig"
)

// sign signs a commit as git would, where its configuration asks for that.
func (m *Model) sign(c *objects.Commit) error {
	settings, err := config.Load(m.layout.Git, m.layout.Common)
	if err != nil || !settings.Bool("commit.gpgsign", false) {
		return err
	}
	if format, _ := settings.String("gpg.format"); !strings.EqualFold(format, "ssh") {
		return &SigningError{
			errors.New("and gpg.format is not ssh, the only one that is written here"),
			"run git config gpg.format ssh and git config user.signingKey <file>, or git config commit.gpgsign false in this repository",
		}
	}
	key, _ := settings.String("user.signingkey")
	if key == "" {
		return &SigningError{errors.New("and user.signingKey names no key"), "run git config user.signingKey <file of the key>"}
	}
	raw, err := c.Encode()
	if err != nil {
		return err
	}
	if c.GPGSig, err = sshsig.Sign(raw, expanded(key), os.Getenv("SSH_AUTH_SOCK")); err != nil {
		return &SigningError{err, "check user.signingKey, and for a key with a passphrase run ssh-add"}
	}
	return nil
}

// expanded answers a key's file with the home folder in the place of ~.
func expanded(key string) string {
	if rest, ok := strings.CutPrefix(key, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return key
}
