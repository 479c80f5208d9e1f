// Package proposals keeps changes that wait to be looked at: each is a branch of its
// own, with comments and reasons beside it, that ends by being accepted into the model
// branch, made real, or closed. Every state is derived from refs and commits, so that
// whatever git does to them is seen, and nothing that a proposal ever held is lost.
//
// It knows git through repo, records through model and rules through model/check. It
// does not know commands or requests: it keeps their bytes as it was given them.
package proposals
