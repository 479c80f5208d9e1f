// Package picture draws a model: floor plans, sections, elevations and pictures of
// change, each as one Sheet that can be written as SVG, PNG or PDF.
//
// A sheet knows lines, regions and text in millimetres of paper and nothing of
// buildings; what is drawn of a building, and how, is said in the files named
// after the kind of drawing. Nothing here changes a model, reads files or knows
// git: what a title block says of a commit is handed in as text.
//
// The same model and options give the same bytes. All functions are pure and
// safe for concurrent use, except that a Sheet must not be changed while it is
// written.
package picture
