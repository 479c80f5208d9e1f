package model_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/check"
)

// house is what testdata/merge/base.records holds.
func house(t testing.TB) *model.Snapshot {
	t.Helper()
	data, err := os.ReadFile("testdata/merge/base.records")
	if err != nil {
		t.Fatal(err)
	}
	return withFiles(t, model.NewSnapshot(category.Schema(), nil), map[string]string{"records": string(data)})
}

func TestMergeHolds(t *testing.T) {
	start := house(t)
	rapid.Check(t, func(t *rapid.T) {
		base := edited(t, start, "base")
		ours, theirs := edited(t, base, "ours"), edited(t, base, "theirs")
		result := examine(t, base, ours, theirs)
		sameModel(t, "merge(a, a, b)", examine(t, base, base, theirs).After, theirs)
		sameModel(t, "merge(a, b, a)", examine(t, base, ours, base).After, ours)
		sameModel(t, "merge(a, b, b)", examine(t, base, ours, ours).After, ours)
		if result.Clean() {
			sameModel(t, "merging once more", merged(t, base, result.After, theirs).After, result.After)
		}
	})
}

// A merge that is settled for one side everywhere leaves no conflict, and has all
// that this side changed.
func TestMergeIsSettledForASide(t *testing.T) {
	start := house(t)
	rapid.Check(t, func(t *rapid.T) {
		base := edited(t, start, "base")
		ours, theirs := edited(t, base, "ours"), edited(t, base, "theirs")
		open := merged(t, base, ours, theirs)
		for take, sides := range map[model.Take][2]*model.Snapshot{model.TakeOurs: {ours, theirs}, model.TakeTheirs: {theirs, ours}} {
			settled := merged(t, base, ours, theirs, resolutions(open, take)...)
			if !settled.Clean() {
				t.Errorf("settled for %s these are left: %v", take, settled.Conflicts)
			}
			loses(t, base, sides[0], settled)
			loses(t, base, sides[1], settled, model.OutcomeResolved)
		}
	})
}

// resolutions answers a resolution for each conflict.
func resolutions(r *model.MergeResult, take model.Take) []model.Resolution {
	var list []model.Resolution
	for _, c := range r.Conflicts {
		one := model.Resolution{Record: c.Record, Member: c.Member, Take: take}
		if !slices.ContainsFunc(list, func(o model.Resolution) bool { return o.Record == one.Record && o.Member == one.Member }) {
			list = append(list, one)
		}
	}
	return list
}

// What neither side breaks alone is what the whole models say.
func TestMergedFindings(t *testing.T) {
	start := house(t)
	rapid.Check(t, func(t *rapid.T) {
		base := edited(t, start, "base")
		ours, theirs := edited(t, base, "ours"), edited(t, base, "theirs")
		after := merged(t, base, ours, theirs).After
		got, err := check.Merged(context.Background(), ours, theirs, after, today)
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		for _, s := range []*model.Snapshot{ours, theirs} {
			for _, f := range findings(t, s) {
				known[f.Fingerprint+string(f.Severity)] = true
			}
		}
		want := map[string]bool{}
		for _, f := range findings(t, after) {
			if !known[f.Fingerprint+string(f.Severity)] {
				want[f.Fingerprint] = true
			}
		}
		for _, f := range got {
			if !want[f.Fingerprint] {
				t.Errorf("told, and no finding of both sides together: %+v", f)
			}
			delete(want, f.Fingerprint)
		}
		if len(want) > 0 {
			t.Errorf("not told: %v", slices.Collect(maps.Keys(want)))
		}
	})
}

func findings(t *rapid.T, s *model.Snapshot) []model.Finding {
	list, err := check.Check(context.Background(), s, check.Everything(), today)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A revert is a merge too. What it leaves without a record is told by name.
func TestRevertLeavesNothingDangling(t *testing.T) {
	start := house(t)
	rapid.Check(t, func(t *rapid.T) {
		parent := edited(t, start, "parent")
		commit := edited(t, parent, "commit")
		today := edited(t, commit, "today")
		result := examine(t, commit, today, parent)
		told := map[string]bool{}
		for _, c := range model.Dangling(result.After, result.Changes) {
			for _, d := range c.Dependents {
				told[d.Record+" "+d.Member+" "+c.Record] = true
			}
		}
		before := dangling(today)
		for ref := range dangling(result.After) {
			if before[ref] == told[ref] {
				t.Errorf("%s: dangling before: %v, told: %v", ref, before[ref], told[ref])
			}
			delete(told, ref)
		}
		if len(told) > 0 {
			t.Errorf("told, and not dangling: %v", told)
		}
	})
}

func dangling(s *model.Snapshot) map[string]bool {
	refs := map[string]bool{}
	for f := range s.RecordFiles() {
		if f.Record() == nil {
			continue
		}
		for _, ref := range s.Schema().References(f.Record()) {
			if s.Get(ref.To) == nil {
				refs[ref.From+" "+ref.Pointer[1:]+" "+ref.To] = true
			}
		}
	}
	return refs
}

// edited answers a snapshot after a few random edits.
func edited(t *rapid.T, s *model.Snapshot, label string) *model.Snapshot {
	for range rapid.IntRange(0, 5).Draw(t, label) {
		s = s.WithFiles(randomEdit(t, s))
	}
	return s
}

func pick[T any](t *rapid.T, from ...T) T { return rapid.SampledFrom(from).Draw(t, "pick") }

func randomEdit(t *rapid.T, s *model.Snapshot) map[string]*model.File {
	switch pick(t, "member", "member", "member", "member", "add", "remove", "raw") {
	case "add":
		f := decoded(t, randomRecord(t))
		edits := map[string]*model.File{}
		if old := s.Get(f.ID()); old != nil {
			edits[old.Path] = nil
		}
		edits[f.Path] = f
		return edits
	case "remove":
		if f := s.Get(pick(t, ids...)); f != nil {
			return map[string]*model.File{f.Path: nil}
		}
	case "raw":
		path := pick(t, slices.Sorted(maps.Keys(rawFiles))...)
		if data := pick(t, rawFiles[path]...); data != "" {
			raw := model.RawFile{Mode: pick(t, model.Regular, model.Regular, model.Executable), Revision: model.RevisionOf([]byte(data)), Size: int64(len(data)), Data: []byte(data)}
			edits := map[string]*model.File{path: category.Schema().NewFile(path, raw)}
			switch path { // a file and a folder of one name are never there together
			case "docs":
				edits["docs/plan.txt"] = nil
			case "docs/plan.txt":
				edits["docs"] = nil
			}
			return edits
		}
		return map[string]*model.File{path: nil}
	default:
		return randomMember(t, s)
	}
	return nil
}

var ids = []string{"wall-a", "wall-b", "wall-c", "door-1", "door-2", "slab-1", "wall-type-2", "zone-1"}

// memberValues are what members are set to, as JSON; empty takes the member away.
var memberValues = map[string][]string{
	"name":       {"", `"North"`, `"East"`},
	"typeId":     {`"wall-type"`, `"wall-type-2"`, `"door-type-2"`},
	"levelId":    {`"level-0"`, `"level-1"`, `"level-2"`},
	"discipline": {"", `"structure"`, `"site"`},
	"hostId":     {`"wall-a"`, `"wall-b"`},
	"start":      {`[0,0]`, `[0,500]`},
	"offset":     {`1500`, `2000`, `4000`},
	"groupIds":   {"", `["zone-1"]`, `["zone-1","zone-2"]`, `["zone-3"]`},
	"tags":       {"", `["brick"]`, `["south","brick"]`, `["a","brick","z"]`, `["a",1]`},
	"properties": {"", `{"Pset_WallCommon":{"FireRating":"EI60","IsExternal":true}}`, `{"Pset_WallCommon":{"FireRating":"EI30"}}`, `{"Pset_WallCommon":{"FireRating":"EI30","IsExternal":true},"a/b~c":{"x":{"value":1,"unit":"m"}}}`, `{"a/b~c":{"x":null}}`},
	"ends":       {"", `{"start":{"join":"none"}}`, `{"start":{"join":"butt"},"end":{"join":"none"}}`, `{"start":{"join":"none","priority":2}}`},
	"placement":  {"", `{"at":[0,0,0]}`, `{"at":[1,0,0],"rotation":90}`, `{"at":[0,0,0],"rotation":45}`},
	"outline":    {`[[0,20000],[6000,20000],[6000,24000],[0,24000]]`, `[[0,20000],[7000,20000],[7000,24000],[0,24000]]`, `[[0,20000],[6000,20000],[6000,25000]]`},
	"arcs":       {"", `{"0":-200}`, `{"0":-300}`, `{"0":-200,"2":100}`, `{"1":50}`},
	"custom":     {"", `{"a":1,"b":2}`, `{"a":1,"b":3}`, `{"a":2,"b":2}`},
}

func randomMember(t *rapid.T, s *model.Snapshot) map[string]*model.File {
	old := s.Get(pick(t, ids...))
	if old == nil || old.Record() == nil {
		return nil
	}
	name := pick(t, slices.Sorted(maps.Keys(memberValues))...)
	next := old.Record().Without(name)
	if value := pick(t, memberValues[name]...); value != "" {
		o, err := model.DecodeObject([]byte(`{"v":` + value + `}`))
		if err != nil {
			t.Fatal(err)
		}
		next = old.Record().With(name, o.Get("v"))
	}
	f, err := category.Schema().NewRecordFile(next)
	if err != nil {
		return nil
	}
	return map[string]*model.File{old.Path: nil, f.Path: f}
}

func randomRecord(t *rapid.T) string {
	switch pick(t, "wall", "door", "door", "group") {
	case "wall":
		return fmt.Sprintf(`{"id":%q,"category":"wall","typeId":"wall-type","levelId":"level-0","start":[0,%s],"end":[6000,0]}`, pick(t, "wall-a", "wall-c", "wall-d"), pick(t, "0", "500"))
	case "door":
		return fmt.Sprintf(`{"id":%q,"category":"door","typeId":"door-type","levelId":"level-0","hostId":%q,"offset":%s}`, pick(t, "door-1", "door-2", "door-3"), pick(t, "wall-a", "wall-c"), pick(t, "2000", "4000"))
	}
	return fmt.Sprintf(`{"id":%q,"category":"group","kind":"zone"}`, pick(t, "zone-1", "zone-4"))
}

// rawFiles are files that no command writes, and what they hold; empty is none.
var rawFiles = map[string][]string{
	"AGENTS.md":                             {"", "one\n", "two\n", "three\n"},
	"agents.md":                             {"", "one\n"},
	"docs":                                  {"", "a file\n"},
	"docs/plan.txt":                         {"", "a plan\n"},
	"Docs/plan.txt":                         {"", "a plan\n"},
	"waivers/f-0123456789ab.json":           {"", `{"finding":"f-0123456789ab","reason":"a","by":"Ada"}`, `{"finding":"f-0123456789ab","reason":"b","by":"Ada"}`},
	"architecture/level-0/wall/wall-a.json": {"", "{", `{"id":"wall-a","category":"wall","levelId":"level-0","start":[0,0],"end":[6000,0]}`, `{"id":"wall-z","category":"wall","levelId":"level-0","start":[0,0],"end":[6000,0]}`},
	"architecture/level-1/wall/wall-a.json": {"", `{"id":"wall-a","category":"wall","levelId":"level-0","start":[0,0],"end":[6000,0]}`},
	"architecture/level-0/wall/Wall-A.json": {"", `{"id":"Wall-A","category":"wall","levelId":"level-0","start":[0,0],"end":[6000,0]}`},
	"eik.json": {`{"format":"OpenEik","version":"0.2","id":"case","units":{"length":"mm","angle":"deg"},"rules":{"wall.length":{"minimum":3500}}}`,
		`{"format":"OpenEik","version":"0.2","id":"case","name":"Case","units":{"length":"mm","angle":"deg"},"rules":{"wall.length":{"minimum":3000,"severity":"warning"}},"profiles":["site"]}`, "{"},
}

func decoded(t *rapid.T, data string) *model.File {
	r, faults := model.Decode([]byte(data))
	if len(faults) > 0 {
		t.Fatalf("%s: %v", data, faults)
	}
	f, err := category.Schema().NewRecordFile(r)
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return f
}

// Where the bases of a history that crosses disagree, none of them decides.
func TestMergeOfACrossedHistory(t *testing.T) {
	start := house(t)
	rapid.Check(t, func(t *rapid.T) {
		members := func(s *model.Snapshot) *model.Snapshot {
			for range rapid.IntRange(1, 5).Draw(t, "members") {
				s = s.WithFiles(randomMember(t, s))
			}
			return s
		}
		h := crossed(start)
		h.models["a"], h.models["b"] = members(start), members(start)
		h.models["ours"], h.models["theirs"] = members(h.models["a"]), members(h.models["b"])
		ctx := context.Background()
		base, err := model.MergeBase(ctx, h, "ours", "theirs")
		if err != nil {
			t.Fatal(err)
		}
		other, err := model.MergeBase(ctx, h, "theirs", "ours")
		if err != nil {
			t.Fatal(err)
		}
		sameModel(t, "the base with sides changed", other, base)
		result := examine(t, base, h.models["ours"], h.models["theirs"])
		for _, r := range result.Records {
			decidesForNone(t, h, r)
		}
	})
}

// decidesForNone holds that a member of which both bases made something else is as
// both sides agree on, or in question.
func decidesForNone(t *rapid.T, h *history, told model.MergedRecord) {
	version := map[string]map[string]string{}
	for name, s := range h.models {
		version[name] = leaves(s.Record(told.Record))
	}
	for member, root := range version["root"] {
		a, b, ours, theirs := version["a"][member], version["b"][member], version["ours"][member], version["theirs"][member]
		if a == b || a == root || b == root || ours == theirs || member == "tags" || member == "groupIds" {
			continue // sets never disagree
		}
		if !toldOf(&told, member, []model.Outcome{model.OutcomeConflict, model.OutcomeMerged}) {
			t.Errorf("record %s: %s was %s, the bases have %q and %q, the sides %q and %q, and it is told as %+v", told.Record, member, root, a, b, ours, theirs, told)
		}
	}
}
