package objects

import "errors"

// ErrNotFound is wrapped by every error about an object that no object
// directory of the repository holds, not even after looking at the packs again.
var ErrNotFound = errors.New("no such object in this repository (a partial or broken clone? git fsck lists what is missing)")

// ErrCorrupt is wrapped by every error about bytes that break git's formats or
// do not hash to the name they were asked by.
var ErrCorrupt = errors.New("corrupt object data (git fsck shows the extent; fetch it again from another clone)")

// ErrKind is wrapped by the error about an object of another kind than the
// caller needs, such as a tree where a commit was named.
var ErrKind = errors.New("object of another kind")
