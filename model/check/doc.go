// Package check holds the rules that a sound model keeps: each is one value that
// looks at one file or record (the owner of its findings) and at what that one
// names or touches. The same rules run over a whole model and over the part of it
// that a change can reach, and always agree.
//
// It reads snapshots and answers findings, some with a fix as a command in plain
// data. It changes nothing, and does not know git, commands or operations.
// Everything here is safe for concurrent use. Lengths are in mm.
package check
