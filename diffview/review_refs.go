package diffview

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model"
)

// Refs answers what a person calls the records of some ids; an id that s does not
// hold stands for itself.
func Refs(s *model.Snapshot, ids ...string) []Ref {
	t := newTeller(s)
	refs := make([]Ref, len(ids))
	for i, id := range ids {
		refs[i] = Ref{id, id}
		if r := s.Record(id); r != nil {
			refs[i].Label = t.label(r)
		}
	}
	return refs
}

// Conflicts puts what does not merge into words. The label is that of ours, else of
// theirs, else the record's id or path.
func Conflicts(ours, theirs *model.Snapshot, conflicts []model.MergeConflict) []Conflict {
	mine, other := newTeller(ours), newTeller(theirs)
	out := make([]Conflict, len(conflicts))
	for i, c := range conflicts {
		out[i] = Conflict{MergeConflict: c, Label: c.Record}
		t, r := mine, ours.Record(c.Record)
		if r == nil {
			t, r = other, theirs.Record(c.Record)
		}
		if r == nil {
			continue
		}
		out[i].Label = t.label(r)
		if f := field(t.s, r, c.Member); f != nil {
			for k, v := range []any{c.Base, c.Ours, c.Theirs} {
				out[i].words[k] = t.cell(f, unitOf(f), v)
			}
		}
	}
	return out
}

// kinds says of each kind of conflict what happened, in words.
var kinds = map[model.ConflictKind]string{
	model.ConflictBothChanged:  "both sides changed it",
	model.ConflictDeletedHere:  "deleted on the model branch, changed in the proposal",
	model.ConflictDeletedThere: "changed on the model branch, deleted in the proposal",
	model.ConflictBothAdded:    "added on both sides, different",
	model.ConflictUnreadable:   "cannot be read on one side",
	model.ConflictSameFile:     "would lie in the same file as another record",
	model.ConflictFileCase:     "differs from another path only in case",
	model.ConflictDangling:     "gone, and still named",
}

// says answers what a conflict is, in words.
func (c *Conflict) says() string {
	if text, ok := kinds[c.Kind]; ok {
		return text
	}
	return word(string(c.Kind))
}

// values answers base, ours and theirs in words. Of a whole record they say only
// whether it is there.
func (c *Conflict) values() [3]string {
	var out [3]string
	for i, v := range []any{c.Base, c.Ours, c.Theirs} {
		_, whole := v.(model.Object)
		switch {
		case v == nil:
			out[i] = "not there"
		case whole && c.Member == "":
			out[i] = "there"
		default:
			out[i] = cmp.Or(c.words[i], valueText(v))
		}
	}
	return out
}

// noUnits shows values whose unit is not known.
var noUnits = &teller{}

func valueText(v any) string {
	if list, ok := v.([]any); ok && !slices.ContainsFunc(list, func(x any) bool { _, isNumber := x.(float64); return !isNumber }) {
		return noUnits.coordinates(list, "")
	}
	if _, ok := v.([]any); ok {
		return clip(plain(string(model.AppendCompact(nil, v))), valueLimit)
	}
	return noUnits.value(nil, "", v)
}
