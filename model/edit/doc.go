// Package edit holds the commands: each takes a model and arguments, and answers
// the records that differ. One file is one command: its arguments, its help with an
// example, its effect; all.go lists them.
//
// A request is a list of commands that see what the earlier ones did; it is carried
// out whole or not at all. Nothing is written here, no rule that compares records
// is checked here, and nothing is known of git. The same request on the same model
// always gives the same records, ids included.
package edit
