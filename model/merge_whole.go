package model

import (
	"bytes"
	"fmt"
	"strings"
)

// unsettledMark begins a file of a virtual base on which the bases disagree. Nothing
// equals it and it cannot be read, so it decides for no side.
const unsettledMark = "<<<<<<< the merge bases disagree\n"

func unsettled(f *File) bool { return f != nil && bytes.HasPrefix(f.raw, []byte(unsettledMark)) }

// holdsRecord tells whether a file is one whose record is merged by member.
func holdsRecord(f *File) bool {
	return f != nil && (f.Path == ManifestName || RecordPlace(f.Path))
}

// disagreement answers the kind of the conflict over a unit as a whole.
func (u *mergeUnit) disagreement() ConflictKind {
	unreadable := func(f *File) bool { return holdsRecord(f) && !readable(f) && !unsettled(f) }
	if u.ours != nil && u.theirs != nil && (unreadable(u.base) || unreadable(u.ours) || unreadable(u.theirs)) {
		return ConflictUnreadable
	}
	return disagreement(u.base, u.ours, u.theirs)
}

// whole is a conflict over a unit as a whole: resolved, or left open.
func (m *merger) whole(u *mergeUnit, kind ConflictKind) {
	c := MergeConflict{Kind: kind, Record: u.Record, File: u.File, Base: wholeValue(u.base), Ours: wholeValue(u.ours), Theirs: wholeValue(u.theirs)}
	if r := m.answers.find(u.Record, ""); r != nil {
		u.Outcome = OutcomeResolved
		switch r.Take {
		case TakeOurs:
			u.result = u.ours
		case TakeTheirs:
			u.result = u.theirs
		default:
			u.result = m.given(u, r)
		}
		return
	}
	u.Outcome = OutcomeConflict
	u.conflicts = append(u.conflicts, c)
	switch {
	case m.virtual:
		u.result = m.unsettledFile(u)
	case m.at == TakeTheirs:
		u.result = u.theirs
	default:
		u.result = u.ours
	}
}

func wholeValue(f *File) any {
	switch {
	case f == nil || unsettled(f):
		return nil
	case readable(f):
		return told(f.Record().members)
	}
	return f.Revision.Short()
}

// unsettledFile stands in a virtual base for what the bases disagree on.
func (m *merger) unsettledFile(u *mergeUnit) *File {
	var text strings.Builder
	text.WriteString(unsettledMark)
	for _, f := range []*File{u.ours, u.theirs} {
		if f != nil {
			fmt.Fprintf(&text, "%s %d\n", f.Revision, f.Mode)
		}
	}
	f := m.schema.NewFile(u.File, textFile(text.String()))
	if holdsRecord(f) && u.Record != u.File {
		f.id = u.Record
	}
	return f
}

func textFile(text string) RawFile {
	return RawFile{Revision: RevisionOf([]byte(text)), Size: int64(len(text)), Data: []byte(text)}
}

// given makes the file that a resolution gives as a value, nil where it takes the
// file away.
func (m *merger) given(u *mergeUnit, r *Resolution) *File {
	if r.Value == nil {
		return nil
	}
	object, isObject := r.Value.(Object)
	text, isText := r.Value.(string)
	recorded := holdsRecord(u.base) || holdsRecord(u.ours) || holdsRecord(u.theirs)
	switch {
	case isText && !recorded:
		return m.schema.NewFile(u.File, textFile(text))
	case isObject && u.File == ManifestName:
		return m.schema.NewFile(ManifestName, textFile(string(EncodeManifest(object))))
	case isObject && recorded:
		record := NewRecord(object)
		if id := record.ID(); id != u.Record && u.Record != u.File {
			m.answers.refuse(fmt.Sprintf("the value for record %s has the id %q", u.Record, id), "Give the whole record under its own id", r)
			return u.ours
		}
		file, err := m.schema.NewRecordFile(record)
		if err != nil {
			m.answers.refuse(fmt.Sprintf("the value for record %s has no place: %v", u.Record, err), "Give a record whose category, level and id are legal", r)
			return u.ours
		}
		return file
	}
	m.answers.refuse(fmt.Sprintf("the value for %s is no version of it as a whole", u.Record), "A record is an object with all its members, another file is its text", r)
	return u.ours
}
