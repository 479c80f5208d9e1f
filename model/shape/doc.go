// Package shape reads the exact bodies that imports bring along: binary glTF files
// (GLB) that a model names by their sha256.
//
// A shape becomes triangles in mm with z up, with the colours that the file says, and
// what a plan shows of it: its outline and its edges as seen from above. Textures,
// animations, skins and lines are not read. Files come from strangers: sizes are
// bounded, every index is checked, and what cannot be read is a *model.Problem.
//
// Nothing here reads files or knows git: the bytes come from a [Source]. A [Shape] is
// immutable and may be shared by goroutines.
package shape
