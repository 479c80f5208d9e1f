package model

// Outcome says what a merge made of a record or a member that changed.
type Outcome string

// The outcomes.
const (
	OutcomeOurs     Outcome = "ours"     // only ours changed it
	OutcomeTheirs   Outcome = "theirs"   // only theirs changed it
	OutcomeSame     Outcome = "same"     // both made the same of it
	OutcomeMerged   Outcome = "merged"   // parts of both, by member, key or item
	OutcomeResolved Outcome = "resolved" // a conflict that a resolution decided
	OutcomeConflict Outcome = "conflict" // left to decide
)

// MergedRecord is a record, or a file that holds none, that either side changed.
type MergedRecord struct {
	Record  string         `json:"record"` // its id, or its path where it holds no record
	File    string         `json:"file"`   // its path in ours, else in theirs, else in base
	Outcome Outcome        `json:"outcome"`
	Members []MergedMember `json:"members,omitempty"` // none where it came, went or was decided as a whole
}

// MergedMember is a member, or a key within one, that either side changed. A value
// is nil where it is absent.
type MergedMember struct {
	Member  string  `json:"member"` // a JSON pointer without its first slash
	Outcome Outcome `json:"outcome"`
	Base    any     `json:"base,omitempty"`
	Ours    any     `json:"ours,omitempty"`
	Theirs  any     `json:"theirs,omitempty"`
	Merged  any     `json:"merged,omitempty"`
}

// ConflictKind says how two sides disagree.
type ConflictKind string

// The kinds of conflicts.
const (
	ConflictBothChanged  ConflictKind = "both-changed"
	ConflictDeletedHere  ConflictKind = "deleted-here-changed-there"
	ConflictDeletedThere ConflictKind = "changed-here-deleted-there"
	ConflictBothAdded    ConflictKind = "both-added-different"
	ConflictUnreadable   ConflictKind = "unreadable" // both changed a file and one of its versions cannot be read
	ConflictSameFile     ConflictKind = "same-file"  // two records, or a file and a folder, would lie in one place
	ConflictFileCase     ConflictKind = "file-case"  // two paths that differ only in case
	ConflictDangling     ConflictKind = "dangling"   // records name one that is gone
)

// MergeConflict is one thing that is left to decide, as it is answered to people and
// agents. Base, Ours and Theirs are values of the member; for a whole record its
// members as an Object, for a file that holds none its revision in short. They are
// nil where there is nothing, and Base also where several bases disagree.
type MergeConflict struct {
	Kind       ConflictKind `json:"kind"`
	Record     string       `json:"record"` // an id, or the path of a file that holds no record
	File       string       `json:"file,omitempty"`
	Member     string       `json:"member,omitempty"` // a JSON pointer without its first slash; empty for the whole
	Base       any          `json:"base,omitempty"`
	Ours       any          `json:"ours,omitempty"`
	Theirs     any          `json:"theirs,omitempty"`
	With       string       `json:"with,omitempty"`       // the other record of same-file and file-case
	Dependents []Dependent  `json:"dependents,omitempty"` // who names the record of a dangling one
}

// Dependent is a record that names another in a member.
type Dependent struct {
	Record string `json:"record"`
	Member string `json:"member"` // a JSON pointer without its first slash
}

// disagreement answers the kind of a conflict between what both sides made of the
// base, each nil where there is nothing.
func disagreement[T any](base, ours, theirs *T) ConflictKind {
	switch {
	case ours == nil:
		return ConflictDeletedHere
	case theirs == nil:
		return ConflictDeletedThere
	case base == nil:
		return ConflictBothAdded
	}
	return ConflictBothChanged
}
