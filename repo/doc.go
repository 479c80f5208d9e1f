// Package repo keeps a building model in a git repository: every accepted change is
// a commit, and whatever git does to the repository is seen here. It opens models,
// reads them at any commit, tells their history, and commits changes durably, beside
// other hosts, people and git itself. It is the only package that knows git, and
// needs no git program.
//
// It does not know what records mean, which changes are allowed, or who asks.
package repo
