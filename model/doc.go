// Package model holds a building model as plain data: records and their
// canonical bytes, where each record's file lies, immutable snapshots of a whole
// model, the changes between them and what a schema says of each member.
//
// It does no I/O and knows nothing of git, of rules that need more than one
// record, of geometry or of commands. Everything here is safe for concurrent
// readers, because nothing published is ever changed.
package model
