// Package proposals keeps changes that wait to be looked at: each is a branch of its
// own, with comments and reasons beside it, that ends by being accepted into the model
// branch, made real, or closed. Every state is derived from refs and commits, so that
// whatever git does to them is seen, and nothing that a proposal ever held is lost.
//
// It knows git through repo, records through model and rules through model/check. It
// does not know commands or requests: it keeps their bytes as it was given them.
//
// # Refs
//
//	refs/heads/proposals/<id>  the branch
//	refs/eik/closed/<id>       how it ended: commits whose first parent is the head that it had
//	refs/eik/review/<id>       what is kept beside it, a file each: comments/, requests/, parts/
//	refs/eik/work/<id>         commits in the making; no business of other clones
//
// Those of closed and review are only ever added to, so that they can be shared: a
// proposal that is reopened has a commit more that says so, and heads that were
// replaced are parents of commits of the review.
//
// # Trailers
//
// A commit of the model branch took a proposal where the proposal's head is one of its
// parents, or where Eik-Proposal and Eik-Head name the two. Eik-Part names what alone
// was taken, Eik-Reviewer who accepted it, Eik-Waived the findings that were waived. On
// a proposal's own commits Eik-Proposal names it, Eik-Title and Eik-Description (how
// many lines at the start of the body) say what it is. A closing commit has Eik-Closed
// with the state, Eik-Base with the commit where the proposal left the model branch,
// and Eik-Into with the one that took it.
package proposals
