package model_test

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// tester is what tests and property tests have in common.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// sameData compares objects whatever the order of their members.
var sameData = gocmp.Options{cmpopts.EquateEmpty(), gocmp.Comparer(func(a, b model.Object) bool { return model.Equal(a, b) })}

// examine holds what is true of every merge.
func examine(t tester, base, ours, theirs *model.Snapshot) *model.MergeResult {
	t.Helper()
	result := merged(t, base, ours, theirs)
	mirrored := merged(t, base, theirs, ours)
	if diff := gocmp.Diff(conflictsOf(result), mirror(mirrored), sameData); diff != "" {
		t.Errorf("conflicts (-), with sides changed (+):\n%s", diff)
	}
	if diff := gocmp.Diff(outcomesOf(result), mirrorOutcomes(mirrored)); diff != "" {
		t.Errorf("outcomes (-), with sides changed (+):\n%s", diff)
	}
	if result.Clean() {
		sameModel(t, "what a clean merge gives, seen from the other side", result.After, mirrored.After)
	}
	sameModel(t, "the changes put on ours", applied(ours, result.Changes), result.After)
	writtenInCanonicalBytes(t, ours, theirs, result)
	loses(t, base, ours, result, model.OutcomeConflict)
	loses(t, base, theirs, result, model.OutcomeConflict)
	agrees(t, base, ours, theirs, result)
	return result
}

func merged(t tester, base, ours, theirs *model.Snapshot, resolutions ...model.Resolution) *model.MergeResult {
	t.Helper()
	result, err := model.Merge(base, ours, theirs, model.MergeOptions{Resolutions: resolutions})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return result
}

func sameModel(t tester, what string, got, want *model.Snapshot) {
	t.Helper()
	if diff := gocmp.Diff(listing(want), listing(got)); diff != "" {
		t.Errorf("%s: want (-), got (+):\n%s", what, diff)
	}
}

func listing(s *model.Snapshot) []string {
	var lines []string
	for f := range s.Files() {
		lines = append(lines, f.Path+" "+f.Revision.Short()+" "+string(rune('0'+f.Mode))+" "+f.ID())
	}
	return lines
}

func applied(s *model.Snapshot, changes []model.FileChange) *model.Snapshot {
	edits := map[string]*model.File{}
	for _, c := range changes {
		if c.After != nil {
			edits[c.After.Path] = c.After
		} else {
			edits[c.Before.Path] = nil
		}
	}
	return s.WithFiles(edits)
}

var mirroredKind = map[model.ConflictKind]model.ConflictKind{
	model.ConflictDeletedHere:  model.ConflictDeletedThere,
	model.ConflictDeletedThere: model.ConflictDeletedHere,
}

var mirroredOutcome = map[model.Outcome]model.Outcome{
	model.OutcomeOurs:   model.OutcomeTheirs,
	model.OutcomeTheirs: model.OutcomeOurs,
}

func conflictsOf(r *model.MergeResult) []model.MergeConflict {
	list := slices.Clone(r.Conflicts)
	for i := range list {
		list[i].File = ""
	}
	sortConflicts(list)
	return list
}

func sortConflicts(list []model.MergeConflict) {
	slices.SortStableFunc(list, func(a, b model.MergeConflict) int {
		return cmp.Or(cmp.Compare(a.Record, b.Record), cmp.Compare(a.Member, b.Member), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.With, b.With))
	})
}

func mirror(r *model.MergeResult) []model.MergeConflict {
	conflicts := conflictsOf(r)
	for i := range conflicts {
		c := &conflicts[i]
		c.Ours, c.Theirs = c.Theirs, c.Ours
		c.Kind = cmp.Or(mirroredKind[c.Kind], c.Kind)
		if slices.ContainsFunc(r.Records, func(r model.MergedRecord) bool { return r.Record == c.With }) {
			c.Record, c.With = c.With, c.Record
		}
	}
	sortConflicts(conflicts)
	return conflicts
}

func outcomesOf(r *model.MergeResult) []string {
	var list []string
	for _, record := range r.Records {
		list = append(list, record.Record+" "+string(record.Outcome))
		for _, m := range record.Members {
			list = append(list, record.Record+" "+m.Member+" "+string(m.Outcome)+" "+shown(m.Merged))
		}
	}
	slices.Sort(list)
	return list
}

func mirrorOutcomes(r *model.MergeResult) []string {
	turned := &model.MergeResult{Records: slices.Clone(r.Records)}
	for i := range turned.Records {
		record := &turned.Records[i]
		record.Outcome = cmp.Or(mirroredOutcome[record.Outcome], record.Outcome)
		record.Members = slices.Clone(record.Members)
		for j := range record.Members {
			record.Members[j].Outcome = cmp.Or(mirroredOutcome[record.Members[j].Outcome], record.Members[j].Outcome)
		}
	}
	return outcomesOf(turned)
}

// writtenInCanonicalBytes holds that what a merge wrote itself is canonical.
func writtenInCanonicalBytes(t tester, ours, theirs *model.Snapshot, result *model.MergeResult) {
	t.Helper()
	known := map[model.Revision]bool{}
	for _, s := range []*model.Snapshot{ours, theirs} {
		for f := range s.Files() {
			known[f.Revision] = true
		}
	}
	for f := range result.After.Files() {
		if known[f.Revision] {
			continue
		}
		want := category.Schema().Encode(f.Record())
		if f.Path == model.ManifestName {
			want = model.EncodeManifest(f.Record().Members())
		}
		if !bytes.Equal(f.Data(), want) || f.Revision != model.RevisionOf(f.Data()) || f.Size != int64(len(f.Data())) {
			t.Errorf("%s is not written in canonical bytes:\n%s", f.Path, f.Data())
		}
	}
}

// loses holds that nothing that a side changed is lost, but where it is told with one
// of some outcomes.
func loses(t tester, base, side *model.Snapshot, result *model.MergeResult, outcomes ...model.Outcome) {
	t.Helper()
	told := map[string]*model.MergedRecord{}
	for i := range result.Records {
		told[result.Records[i].Record] = &result.Records[i]
	}
	for _, c := range model.FileChanges(base, side) {
		f := cmp.Or(c.After, c.Before)
		r := cmp.Or(told[f.ID()], told[strings.TrimSuffix(f.Name(), ".json")], told[f.Path])
		switch {
		case r == nil:
			t.Errorf("the change of %s is not told", f.Path)
		case f.ID() != "" && r.Record == f.ID() && !(len(r.Members) == 0 && slices.Contains(outcomes, r.Outcome)):
			keeps(t, base, side, result.After, r, outcomes)
		}
	}
}

// keeps holds that what a side changed of a record is in the result, or told.
func keeps(t tester, base, side, after *model.Snapshot, told *model.MergedRecord, outcomes []model.Outcome) {
	t.Helper()
	for _, s := range []*model.Snapshot{base, side, after} {
		if len(s.Claims(told.Record)) > 1 {
			return // which of them it is an id does not say
		}
	}
	was, is, got := base.Record(told.Record), side.Record(told.Record), after.Record(told.Record)
	if there := side.Get(told.Record) != nil; there != (after.Get(told.Record) != nil) {
		if !slices.Contains(outcomes, told.Outcome) && !(was != nil && was.Equal(is)) {
			t.Errorf("record %s: in a side is %v, in the result %v, and it is told as %s", told.Record, is, got, told.Outcome)
		}
		return
	}
	if is == nil || got == nil {
		return // it went from both, or cannot be read
	}
	before, there, here := leaves(was), leaves(is), leaves(got)
	for member := range there {
		before[member] = cmp.Or(before[member], "-")
	}
	for member, old := range before {
		value := cmp.Or(there[member], "-")
		if value == old || value == cmp.Or(here[member], "-") || toldOf(told, member, append(outcomes, model.OutcomeMerged)) {
			continue
		}
		t.Errorf("record %s: %s went from %s to %s, and is %s in the result", told.Record, member, old, value, here[member])
	}
}

// toldOf tells whether a member is told with one of some outcomes.
func toldOf(record *model.MergedRecord, member string, outcomes []model.Outcome) bool {
	return slices.ContainsFunc(record.Members, func(m model.MergedMember) bool {
		around := m.Member == member || strings.HasPrefix(member, m.Member+"/") || strings.HasPrefix(m.Member, member+"/")
		return around && slices.Contains(outcomes, m.Outcome)
	})
}

// leaves answers the values of a record by their pointers. Lists are one value.
func leaves(r *model.Record) map[string]string {
	all := map[string]string{}
	var walk func(at string, v any)
	walk = func(at string, v any) {
		o, ok := v.(model.Object)
		if !ok {
			all[at] = shown(v)
			return
		}
		for _, m := range o {
			name := strings.NewReplacer("~", "~0", "/", "~1").Replace(m.Name)
			walk(strings.TrimPrefix(at+"/"+name, "/"), m.Value)
		}
	}
	if r != nil {
		walk("", r.Members())
	}
	return all
}

// agrees holds that files merged one by one give what the merge of models gives, and
// that their conflict markers stand around the two ways to settle it.
func agrees(t tester, base, ours, theirs *model.Snapshot, result *model.MergeResult) {
	t.Helper()
	for _, r := range result.Records {
		versions, ok := atOnePath(r, base, ours, theirs)
		if !ok || slices.ContainsFunc(result.Conflicts, func(c model.MergeConflict) bool { return c.With != "" }) {
			continue
		}
		data, conflicts := model.MergeFiles(category.Schema(), r.File, versions[0], versions[1], versions[2])
		want := slices.DeleteFunc(slices.Clone(result.Conflicts), func(c model.MergeConflict) bool { return c.Record != r.Record })
		if diff := gocmp.Diff(want, conflicts, sameData); diff != "" {
			t.Errorf("%s: conflicts of the model (-), of the file (+):\n%s", r.File, diff)
		}
		if len(conflicts) == 0 {
			if got := dataAt(result.After, r.File); !bytes.Equal(got, data) {
				t.Errorf("%s: merged in the model it is\n%s\nby itself\n%s", r.File, got, data)
			}
			continue
		}
		if _, faults := model.Decode(data); len(faults) == 0 || faults[0].Rule != "file.conflict-markers" {
			t.Errorf("%s is in conflict and breaks %v:\n%s", r.File, faults, data)
		}
		for i, take := range []model.Take{model.TakeOurs, model.TakeTheirs} {
			settled := merged(t, base, ours, theirs, model.Resolution{Record: r.Record, Take: take})
			if got, want := picked(data, i), dataAt(settled.After, r.File); !bytes.Equal(got, ended(want)) {
				t.Errorf("%s settled for %s is\n%s\npicked from the text\n%s\n%s", r.File, take, want, data, got)
			}
		}
	}
}

// atOnePath answers the bytes of a record's versions, where each lies in one place and
// its bytes are all that there is to it.
func atOnePath(r model.MergedRecord, sides ...*model.Snapshot) (versions [][]byte, ok bool) {
	if model.RecordPlace(r.Record) {
		return nil, false // several files claim the id
	}
	for _, s := range sides {
		f := s.FileAt(r.File)
		versions = append(versions, dataAt(s, r.File))
		switch known := s.Get(r.Record); {
		case known != nil && known.Path != r.File, len(s.Claims(r.Record)) > 1:
			return nil, false
		case f != nil && (f.Mode != model.Regular || len(f.Data()) == 0 || f.ID() != r.Record && f.Path != r.Record):
			return nil, false
		}
	}
	return versions, true
}

func dataAt(s *model.Snapshot, path string) []byte {
	if f := s.FileAt(path); f != nil {
		return f.Data()
	}
	return nil
}

// ended answers a text with the newline at its end that it may lack.
func ended(text []byte) []byte {
	if len(text) == 0 || text[len(text)-1] == '\n' {
		return text
	}
	return append(slices.Clip(text), '\n')
}

// picked takes the first or the second of every pair between conflict markers.
func picked(data []byte, which int) []byte {
	var text []byte
	in, part := false, 0
	for line := range bytes.Lines(data) {
		switch {
		case bytes.Equal(line, []byte("<<<<<<< ours\n")):
			in, part = true, 0
		case in && bytes.Equal(line, []byte("=======\n")):
			part = 1
		case bytes.Equal(line, []byte(">>>>>>> theirs\n")):
			in = false
		case !in || part == which:
			text = append(text, line...)
		}
	}
	return text
}
