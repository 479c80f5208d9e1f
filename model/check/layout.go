package check

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
)

var layoutPath = &Rule{Name: "layout.path", Severity: model.Error, Fixes: true, file: lookLayout,
	Doc: "A record lies in the folder that its category, discipline and level say."}

func lookLayout(o *owner) {
	if o.record == nil {
		return
	}
	right, err := o.s.Schema().PathOf(o.record)
	if err != nil {
		return // an id or category that is not legal is told by its own rule
	}
	folder := right[:strings.LastIndexByte(right, '/')]
	if folder == o.file.Folder() {
		return
	}
	o.report(issue{
		message: fmt.Sprintf("%s belongs in %s/ and lies in %s/", idText(o.id()), folder, pathText(o.file.Folder())),
		fix:     relocation(o),
	})
}

// relocation is the command that brings the owner's file to its right place: under
// a legal id, or away where the same record stands there already. It is nil where
// that is taken by another record or not known.
func relocation(o *owner) model.Object {
	right, err := o.s.Schema().PathOf(o.record)
	if err != nil {
		return newID(o)
	}
	if taken := o.s.FileAt(right); taken != nil {
		return duplicateRemoval(o, taken)
	}
	return model.Object{{Name: "command", Value: "relocate"}, {Name: "file", Value: o.path}}
}

var formatVersion = &Rule{Name: "format.version", Severity: model.Error, file: reportFaults,
	Doc: "eik.json says the format, a version that this host writes, and the units mm and deg."}

var formatCanonical = &Rule{Name: "format.canonical", Severity: model.Warning, Fixes: true, file: lookCanonical,
	Doc: "A record file holds its canonical bytes: two-space indent, members in the schema's order, shortest numbers."}

func lookCanonical(o *owner) {
	if o.record == nil || o.file.Broken != nil || len(o.file.Faults()) > 0 {
		return
	}
	canonical := o.s.Schema().Encode(o.record)
	if bytes.Equal(o.file.Data(), canonical) {
		return
	}
	o.report(issue{
		message: fmt.Sprintf("line %d is not as the host writes it (order of members, indent, numbers or line ends); the fix rewrites the file and changes no value",
			differingLine(o.file.Data(), canonical)),
		fix: rewriting(o),
	})
}

// rewriting is the command that brings the owner's file into canonical bytes. Where
// the file is in the wrong place too it is the one that mends both.
func rewriting(o *owner) model.Object {
	right, err := o.s.Schema().PathOf(o.record)
	if err != nil || right != o.path {
		return relocation(o)
	}
	return model.Object{{Name: "command", Value: "rewrite"}, {Name: "file", Value: o.path}}
}

// differingLine answers the first line, from 1, on which two texts differ.
func differingLine(a, b []byte) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return 1 + bytes.Count(a[:i], []byte("\n"))
}
