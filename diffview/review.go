package diffview

import (
	"time"

	"github.com/openeik/ekgit/model"
)

// Review is a difference that someone proposes and a person decides on. Without a
// proposal it is shown as a difference alone.
type Review struct {
	Proposal *Proposal `json:"proposal,omitempty"`
	// Files are what it changes outside the records. They are shown first.
	Files         []File     `json:"files,omitempty"`
	Diff          *Diff      `json:"diff"`
	Conflicts     []Conflict `json:"conflicts,omitempty"`
	Settled       []Settled  `json:"settled,omitempty"` // conflicts that are decided for when it is accepted
	ConflictsWith []Other    `json:"conflictsWith,omitempty"`
	Comments      []Comment  `json:"comments,omitempty"`
	// More is the command that tells what a rendering leaves out, such as
	// "ek proposals show p-abcd2345".
	More string `json:"more,omitempty"`
}

// Proposal is what stands above a review.
type Proposal struct {
	ID          string    `json:"id"`
	Title       string    `json:"title,omitempty"`
	Description string    `json:"description,omitempty"`
	State       string    `json:"state"`            // open, accepted, closed
	Reason      string    `json:"reason,omitempty"` // why it is closed
	Person      string    `json:"person,omitempty"`
	Agent       string    `json:"agent,omitempty"`
	Created     time.Time `json:"created,omitzero"`
	Changed     time.Time `json:"changed,omitzero"` // its last commit
	Base        string    `json:"base,omitempty"`   // the commit it was made on
	Head        string    `json:"head,omitempty"`
	Branch      string    `json:"branch,omitempty"` // the model branch
	Stale       bool      `json:"stale,omitempty"`  // the model branch moved since
	Behind      int       `json:"behind,omitempty"` // by so many commits
	StillMerges *bool     `json:"stillMerges,omitempty"`
	StillChecks *bool     `json:"stillChecks,omitempty"`
	// Settle, Accept and Reject are the commands that decide, where it is open: Settle
	// decides the first of its conflicts for the proposal. Accept is empty where it would
	// be refused, and Needs says what has to be done first.
	Settle string `json:"settle,omitempty"`
	Accept string `json:"accept,omitempty"`
	Needs  string `json:"needs,omitempty"`
	Reject string `json:"reject,omitempty"`
}

// File is a file outside the records that differs: a workflow, attributes, a shape,
// eik.json. In a Diff its path is relative to the model's root, in a Review to that of
// the repository.
type File struct {
	Path   string `json:"path"`
	Change Change `json:"change"`
	Note   string `json:"note,omitempty"` // what to know of it: "runs on the server"
	Old    string `json:"old,omitempty"`  // its text; empty where it holds none
	New    string `json:"new,omitempty"`
}

// Conflict is one thing that does not merge, with the record in words.
type Conflict struct {
	model.MergeConflict
	Label string `json:"label"`

	words [3]string // base, ours and theirs, with their units
}

// Other is another open proposal that does not go together with this one.
type Other struct {
	ID      string `json:"id"`
	Title   string `json:"title,omitempty"`
	Person  string `json:"person,omitempty"`
	Agent   string `json:"agent,omitempty"`
	Records []Ref  `json:"records,omitempty"` // on which both want different things
	Rest    int    `json:"rest,omitempty"`
}

// Comment is what someone said of the proposal, of a record in it or of a member.
type Comment struct {
	Person string    `json:"person"`
	Agent  string    `json:"agent,omitempty"`
	When   time.Time `json:"when,omitzero"`
	Record *Ref      `json:"record,omitempty"`
	Member string    `json:"member,omitempty"`
	Text   string    `json:"text"`
}
