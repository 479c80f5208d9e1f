// Command ek looks at a building model in a git repository, asks it questions and
// changes it with checked commands, each a commit.
package main

import (
	"os"

	"github.com/openeik/ekgit/cmd/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
