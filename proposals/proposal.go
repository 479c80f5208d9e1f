package proposals

import (
	"time"

	"github.com/openeik/ekgit/repo"
)

// State says what became of a proposal.
type State string

// The states.
const (
	Open      State = "open"      // its branch is there
	Accepted  State = "accepted"  // the model branch holds it
	MadeReal  State = "made-real" // a dry run that was applied as it stood
	Rejected  State = "rejected"  // by a reviewer
	Withdrawn State = "withdrawn" // by whoever proposed it
	PutAway   State = "put-away"  // untitled and untouched for too long
)

// Proposal is one proposal as its refs and commits tell it.
type Proposal struct {
	ID    string
	Title string // the subject of the first commit where nobody gave one
	// Titled tells that a person or agent gave it a title, so that it waits for a
	// review; what is not titled is a dry run. Branches made by hand are titled.
	Titled      bool
	Description string
	Branch      string // "proposals/p-…"; gone once it is closed
	State       State
	Reason      string // why it was closed, in the words of who closed it
	Head        repo.Hash
	Base        repo.Hash // where it left the model branch, along first parents
	Commits     int       // of the proposal: from Base, without it, to Head
	Person      repo.Person
	Agent       string // Eik-Agent of the first commit
	Created     time.Time
	// Touched is when this clone last moved the branch, by its own clock; for a closed
	// one, when it was closed.
	Touched time.Time
	// Into is the commit of the model branch that accepted it or made it real.
	Into repo.Hash
	// ClosedBy is who closed it; zero while it is open.
	ClosedBy repo.Person
	// Stale tells that the model branch has moved since Base. It is false for one that
	// is closed.
	Stale bool
}

// Broken is a proposal that cannot be read: a ref of it, or a commit that it needs, is
// damaged or is not there.
type Broken struct {
	ID  string
	Err error
}

// Filter chooses proposals. The zero value chooses those that are open.
type Filter struct {
	States []State
	All    bool // whatever the state
}
