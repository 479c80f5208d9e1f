// Package category holds what is known of each category of records: its members
// and their legal values, where its elements stand, and what is computed from
// them. One file describes one category; all.go lists them.
//
// It reads single records and what they name (type, level, host). Rules that
// compare records with each other, commands that change them and the exact bodies
// of elements are not here. Lengths are millimetres, angles degrees
// counter-clockwise, areas square metres. All functions are pure and safe for
// concurrent use.
package category
