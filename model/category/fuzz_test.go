package category_test

import (
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// FuzzRecord holds that no record, whatever it holds, makes checks, boxes or derived
// values panic, and that what has no faults has a canonical form that has none.
func FuzzRecord(f *testing.F) {
	for _, d := range category.All() {
		for _, file := range examples(f, d.Name).Files {
			f.Add(file.Data)
		}
	}
	f.Add([]byte(`{"id": "a", "category": "wall", "levelId": "a", "hostId": "a", "typeId": "a", "start": [1e300, -1e300], "end": [0, 1e-300], "sagitta": 1e308}`))
	f.Add([]byte(`{"id": "a", "category": "level", "partOf": "a", "elevation": -1e308, "height": 1e308}`))
	schema := category.Schema()
	base := build(f, house)
	f.Fuzz(func(t *testing.T, data []byte) {
		r, decodeFaults := model.Decode(data)
		if r == nil {
			return
		}
		faults := category.Validate(schema, r)
		if len(faults)+len(decodeFaults) == 0 {
			again := decode(t, schema.Encode(r))
			if faults := category.Validate(schema, again); len(faults) > 0 {
				t.Errorf("the canonical form of %s has faults: %v", data, faults)
			}
		}
		path := "architecture/level-0/wall/fuzzed.json"
		s := base.WithFiles(map[string]*model.File{path: schema.NewFile(path, model.RawFile{Data: data})})
		category.Derived(s, r)
		category.Properties(s, r)
		category.Stands(s, r)
		category.Space(s)
		category.TallyOf(s)
		facings(s)
	})
}
