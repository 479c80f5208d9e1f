// Command ek-mcp serves a building model to agents over MCP on standard input and
// output: ek mcp under the name that the reference host has.
package main

import (
	"os"

	"github.com/openeik/ekgit/cmd/internal/cli"
)

func main() {
	os.Exit(cli.Main(append([]string{"mcp"}, os.Args[1:]...), os.Stdin, os.Stdout, os.Stderr))
}
