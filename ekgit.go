// Package ekgit holds the models that ship with the program as examples. The program
// itself is in cmd/ek.
package ekgit

import "embed"

// Examples holds each example model as a folder under testdata.
//
//go:embed all:testdata/one-storey-house all:testdata/two-storey-house
var Examples embed.FS
