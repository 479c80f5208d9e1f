package diffview

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/openeik/ekgit/model"
)

// textFile is up to which size in bytes a file's text is told.
const textFile = 64 << 10

// files tells of the files that hold no record. Waivers are told with the findings.
func (b *builder) files() {
	if b.options.Keep != nil {
		return
	}
	for _, c := range model.FileChanges(b.before.s, b.after.s) {
		f := cmp.Or(c.After, c.Before)
		if f.ID() != "" || strings.HasPrefix(f.Path, "waivers/") {
			continue
		}
		file := File{Path: f.Path, Change: Changed, Old: fileText(c.Before), New: fileText(c.After)}
		switch {
		case c.Before == nil:
			file.Change = Added
		case c.After == nil:
			file.Change = Removed
		}
		if f.Path == model.ManifestName && c.Before != nil && c.After != nil {
			file.Note = b.manifest()
		}
		b.out.Files = append(b.out.Files, file)
	}
}

// manifest tells what differs in eik.json.
func (b *builder) manifest() string {
	var parts []string
	old, next := b.before.s.Manifest().Object, b.after.s.Manifest().Object
	for _, d := range model.DiffRecords(model.NewRecord(old), model.NewRecord(next)) {
		for _, m := range inner(d.Name, d.Old, d.New, 2) {
			parts = append(parts, m.Name+": "+b.before.value(nil, "", m.Old)+" → "+b.after.value(nil, "", m.New))
		}
	}
	return strings.Join(parts, "; ")
}

func fileText(f *model.File) string {
	if f == nil || len(f.Data()) > textFile || !utf8.Valid(f.Data()) {
		return ""
	}
	return string(f.Data())
}
