package model

// Code names a kind of problem. The list is closed and documented in the guide.
type Code string

// The codes.
const (
	NotFound           Code = "not_found"           // an id, name, path, commit or topic that is not there
	InvalidArgument    Code = "invalid_argument"    // a request that cannot mean anything
	PreconditionFailed Code = "precondition_failed" // expect does not hold, or a confirmation is missing
	Conflict           Code = "conflict"            // hand edits or a branch in the way
	CheckFailed        Code = "check_failed"        // the change would bring new errors
	OverBudget         Code = "over_budget"         // the answer is larger than asked for
	Forbidden          Code = "forbidden"           // outside the profile, or a person's to do
	Locked             Code = "locked"              // another process writes
	Busy               Code = "busy"                // git is in the middle of something
	Unsupported        Code = "unsupported"         // a repository or version this host does not write
	Internal           Code = "internal"            // a fault of ours
)

// Problem is why a request cannot be carried out: what is wrong and where in
// Message, what to do next in Hint. Details may carry "got", "want" (a signature),
// "candidates" (what could be meant), "known" (what there is, none of it like what
// was got), "try" (the request or command itself, mended) and "example" (one of the
// same kind that works on the example house).
type Problem struct {
	Code    Code
	Message string
	Hint    string
	Details map[string]any
}

// Error implements error.
func (p *Problem) Error() string {
	if p.Hint == "" {
		return p.Message
	}
	return p.Message + ". " + p.Hint
}
