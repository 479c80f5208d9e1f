// Package args is how operations and commands declare and take their arguments: a
// Go struct with tags is the one declaration, from which come strict decoding, a
// JSON schema and a one-line signature.
//
// A field's tags are json (its name; a field without one is no argument), doc,
// required, enum, default, pattern, min, above, max, also (names that callers
// wrongly use; name+other=word where the name means this argument with another one
// set to a word), join (what stands before it in the signature), unsaid (the
// signature leaves it out: another argument says the same) and brief (the
// description that stands for its whole schema). Embedded structs are flattened.
//
// It decides what a request may say, not what it means: names of things are
// resolved, and rules of the building are checked, elsewhere.
package args
