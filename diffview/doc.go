// Package diffview tells the difference between two snapshots so that a person can
// decide on it: as data, as lines for a terminal, as markdown for a pull request and
// as a page of HTML that needs nothing beside it.
//
// It compares what it is given and knows nothing of git, proposals or commands
// other than by their data. It costs what differs, not the size of the model.
// Lengths are in mm, areas in m², angles in degrees. Everything here is safe for
// concurrent use; what is returned belongs to the caller.
package diffview
