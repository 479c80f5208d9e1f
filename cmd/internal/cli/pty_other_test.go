//go:build !linux

package cli_test

import "github.com/rogpeppe/go-internal/testscript"

// terminal is nil where a test has no way to open a terminal.
var terminal func(*testscript.TestScript, bool, []string)
