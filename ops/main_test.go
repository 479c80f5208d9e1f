package ops

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if err := isolate(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	demolish()
	os.Exit(code)
}

// isolate hides the git configuration of whoever runs the tests from git and from the
// hosts that are tested. It is done once, before the first test, so that tests can run
// beside each other.
func isolate() error {
	for name, value := range map[string]string{
		"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": "true", "SSH_AUTH_SOCK": "",
	} {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
}
