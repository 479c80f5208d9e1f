package model

import "cmp"

// unit merges one record, or one file that holds none.
func (m *merger) unit(u *mergeUnit) {
	switch {
	case equalFiles(u.ours, u.theirs):
		u.take(u.ours, OutcomeSame)
	case equalFiles(u.base, u.theirs):
		u.take(u.ours, OutcomeOurs)
	case equalFiles(u.base, u.ours):
		u.take(u.theirs, OutcomeTheirs)
	case u.ours == nil:
		m.deleted(u, u.theirs, OutcomeOurs)
	case u.theirs == nil:
		m.deleted(u, u.ours, OutcomeTheirs)
	default:
		m.both(u)
	}
}

// take settles a unit as one side has it, and tells what members that is about.
func (u *mergeUnit) take(side *File, outcome Outcome) {
	u.result, u.Outcome = side, outcome
	if u.base == nil || side == nil || u.base.Record() == nil || side.Record() == nil {
		return
	}
	for _, d := range DiffRecords(u.base.Record(), side.Record()) {
		entry := MergedMember{Member: pointerTo("", d.Name), Outcome: outcome, Base: told(d.Old), Ours: d.New, Theirs: d.New, Merged: d.New}
		switch outcome {
		case OutcomeOurs:
			entry.Theirs = entry.Base
		case OutcomeTheirs:
			entry.Ours = entry.Base
		}
		u.Members = append(u.Members, entry)
	}
}

// deleted merges a unit that one side took away and the other changed. A change that
// leaves the data as it is, such as a tidier layout, does not stand in the way.
func (m *merger) deleted(u *mergeUnit, changed *File, outcome Outcome) {
	if readable(u.base) && readable(changed) && u.base.Record().Equal(changed.Record()) {
		u.take(nil, outcome)
		return
	}
	m.whole(u, u.disagreement())
}

// content is what a file holds, wherever it lies.
type content struct {
	RawFile
	record *Record // nil where it holds none that can be read
}

func contentOf(f *File) *content {
	c := &content{RawFile: RawFile{Revision: f.Revision, Size: f.Size, Data: f.raw}}
	if readable(f) {
		c.record = f.Record()
	}
	return c
}

// both merges a unit that both sides have: what it holds, where it lies, and its
// mode, each by itself.
func (m *merger) both(u *mergeUnit) {
	held := m.content(u)
	if held == nil {
		return
	}
	path, ok := m.path(u, held.record)
	if !ok {
		u.Members, u.conflicts = nil, nil
		m.whole(u, ConflictBothChanged)
		return
	}
	held.Mode = mergedMode(u)
	u.result = m.schema.NewFile(path, held.RawFile)
}

// content merges what the two sides hold. It is nil where the unit is settled as a
// whole.
func (m *merger) content(u *mergeUnit) *content {
	switch {
	case special(u.base) || special(u.ours) || special(u.theirs):
	case u.ours.Revision == u.theirs.Revision:
		u.take(u.ours, OutcomeSame)
		u.Outcome = OutcomeMerged
		return contentOf(u.ours)
	case u.base != nil && u.base.Revision == u.theirs.Revision:
		u.take(u.ours, OutcomeOurs)
		u.Outcome = OutcomeMerged
		return contentOf(u.ours)
	case u.base != nil && u.base.Revision == u.ours.Revision:
		u.take(u.theirs, OutcomeTheirs)
		u.Outcome = OutcomeMerged
		return contentOf(u.theirs)
	case holdsRecord(u.ours) && readable(u.ours) && readable(u.theirs):
		return m.records(u)
	}
	m.whole(u, u.disagreement())
	return nil
}

// special tells whether a file is more or less than bytes that can be taken over.
func special(f *File) bool { return f != nil && (f.Mode > Executable || len(f.Broken) > 0) }

// records merges two versions of a record.
func (m *merger) records(u *mergeUnit) *content {
	ours, theirs := u.ours.Record(), u.theirs.Record()
	var merged Object
	switch {
	case ours.Equal(theirs):
		u.take(u.ours, OutcomeSame)
		merged = ours.members
	case readable(u.base):
		merged = m.mergeMembers(u)
	default:
		m.whole(u, u.disagreement())
		return nil
	}
	data := m.encode(u, merged)
	return &content{RawFile: RawFile{Revision: RevisionOf(data), Size: int64(len(data)), Data: data}, record: NewRecord(merged)}
}

func (m *merger) encode(u *mergeUnit, members Object) []byte {
	if u.ours.Path == ManifestName {
		return EncodeManifest(members)
	}
	return m.schema.Encode(NewRecord(members))
}

// path merges where a record lies. One that lay in its place stays in its place; it
// is only told apart where both sides moved it and it has none.
func (m *merger) path(u *mergeUnit, r *Record) (string, bool) {
	if u.ours.Path == u.theirs.Path {
		return u.ours.Path, true
	}
	place := m.placeOf(r)
	switch {
	case u.base != nil && u.base.Path == u.theirs.Path:
		return m.moved(u.ours, place), true
	case u.base != nil && u.base.Path == u.ours.Path:
		return m.moved(u.theirs, place), true
	case m.virtual:
		return cmp.Or(place, u.ours.Path), true
	}
	return place, place != ""
}

// moved answers where a record lies that only one side moved: in its place if that is
// where it was moved to, else where it was put.
func (m *merger) moved(mover *File, place string) string {
	if readable(mover) && m.placeOf(mover.Record()) == mover.Path {
		return cmp.Or(place, mover.Path)
	}
	return mover.Path
}

// placeOf answers the place of a record, empty where it has none.
func (m *merger) placeOf(r *Record) string {
	if r == nil {
		return ""
	}
	path, err := m.schema.PathOf(r)
	if err != nil {
		return ""
	}
	return path
}

// mergedMode merges the modes of regular files: the side that changed it, and an
// executable one where there is nothing to compare with.
func mergedMode(u *mergeUnit) Mode {
	if u.base == nil {
		return max(u.ours.Mode, u.theirs.Mode)
	}
	if u.ours.Mode == u.base.Mode {
		return u.theirs.Mode
	}
	return u.ours.Mode
}

// readable tells whether a file holds a record now.
func readable(f *File) bool { return f != nil && len(f.Broken) == 0 && f.Record() != nil }
