package diffview

import (
	"context"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/edit"
	"github.com/openeik/ekgit/model/modeltest"
)

// house answers the example house with some records put over it, each as JSON.
func house(t testing.TB, records ...string) *model.Snapshot {
	t.Helper()
	return put(t, modeltest.Read(t, category.Schema(), "../testdata/one-storey-house"), records...)
}

// put answers a snapshot with records created or replaced, each as JSON.
func put(t testing.TB, s *model.Snapshot, texts ...string) *model.Snapshot {
	t.Helper()
	var records []*model.Record
	for _, text := range texts {
		records = append(records, modeltest.Record(t, text))
	}
	return modeltest.Put(t, s, records...)
}

// run carries out commands, each as JSON.
func run(t testing.TB, s *model.Snapshot, commands ...string) (*model.Snapshot, []model.Object) {
	t.Helper()
	objects := make([]model.Object, len(commands))
	for i, text := range commands {
		o, err := model.DecodeObject([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		objects[i] = o
	}
	result, err := edit.Run(context.Background(), s, objects, edit.Options{RequestID: "request-1"})
	if err != nil {
		t.Fatal(err)
	}
	return result.After, objects
}

var day1 = time.Date(2026, 4, 1, 10, 0, 0, 0, time.UTC)

// extension is a change that an architect would be asked about: the house grows to
// the north, the entrance gets wider, a window comes, the windows' type changes.
func extension(t testing.TB) (before, after *model.Snapshot, d *Diff) {
	t.Helper()
	before = house(t,
		`{"id":"grid-a","category":"grid","name":"A","start":[-1000,0],"end":[11000,0]}`,
		`{"id":"grid-b","category":"grid","name":"B","start":[-1000,8000],"end":[11000,8000]}`,
		`{"id":"grid-1","category":"grid","name":"1","start":[0,-1000],"end":[0,9000]}`,
		`{"id":"grid-2","category":"grid","name":"2","start":[6000,-1000],"end":[6000,9000]}`,
		`{"id":"grid-3","category":"grid","name":"3","start":[10000,-1000],"end":[10000,9000]}`,
		`{"id":"room-living","category":"room","name":"Living room","number":"001","levelId":"level-0","outline":[[150,150],[5950,150],[5950,7850],[150,7850]]}`,
		`{"id":"column-1","category":"column","mark":"C-1","levelId":"level-0","at":[3000,4000],"tags":["seen","steel"]}`,
		`{"id":"wall-partition","category":"wall","typeId":"wall-type-partition-100","levelId":"level-0","start":[6000,0],"end":[6000,8000],"properties":{"Pset_WallCommon":{"FireRating":"EI 30"}}}`)
	after, commands := run(t, before,
		`{"command":"move","id":"wall-north","by":[0,500]}`,
		`{"command":"update","id":"door-entrance","set":{"width":1110}}`,
		`{"command":"place_window","host":"wall-north","distance":1500,"mark":"W-03","id":"window-new"}`,
		`{"command":"update","id":"window-type-1200x1200","set":{"width":1400}}`,
		`{"command":"update","id":"room-living","set":{"outline":[[150,150],[5950,150],[5950,8350],[150,8350]]}}`)
	after = put(t, after, `{"id":"column-1","category":"column","mark":"C-1","levelId":"level-0","at":[3000.4,4000],"tags":["steel","seen"]}`)
	d, err := Of(context.Background(), before, after, Options{Now: day1, Requests: []Request{{
		Title: "Extend the living room to the north", Message: "The living room needs 3 m² more; widen the entrance for a wheelchair.",
		Person: "Ada Quill <ada@example.org>", Agent: "claude-code/2.1.0", When: day1, ID: "request-1", Commands: commands,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return before, after, d
}

// quote writes a text as JSON.
func quote(text string) string { return string(model.AppendCompact(nil, text)) }

// record writes a record as JSON.
func record(id, name, category, members string) string {
	return `{"id":` + quote(id) + `,"category":` + quote(category) + `,"name":` + quote(name) + `,` + members + `}`
}

// conflictsOf are conflicts in which every value is a text.
func conflictsOf(text string) []model.MergeConflict {
	return []model.MergeConflict{
		{Kind: model.ConflictBothChanged, Record: "door-entrance", Member: text, Base: text, Ours: []any{text}, Theirs: model.Object{{Name: text, Value: text}}},
		{Kind: model.ConflictUnreadable, Record: text},
	}
}
