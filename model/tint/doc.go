// Package tint chooses colours for records: by the value of a member, with a
// legend that says what each means, and for what was added, removed and changed.
//
// It draws nothing. The same records give the same colours. People who do not
// see red or green can tell them apart, and drawings of a plan, of a section and
// in space agree on them. All functions are pure and safe for concurrent use.
package tint
