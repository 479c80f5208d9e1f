// Package find picks records of a snapshot: by the one filter that reads, queries,
// diffs and bulk commands share, and by what a person says ("D-01", "south wall").
// It also gives the one way to name a value of a record, so that filters, queries
// and rows agree on what "derived.length" or "properties.Fire.Rating" is.
//
// It knows nothing of git: what only a history or a check knows comes from the
// caller, through Sources. Everything here is safe for concurrent use.
package find
