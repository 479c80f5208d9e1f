package check

import (
	"context"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// places are where the fuzzed file lies.
var places = []string{"architecture/level-0/wall/wall-a.json", "materials/x.json", "levels/level-1.json", model.ManifestName, "waivers/f-0123456789ab.json"}

// FuzzRecord puts any bytes as a record file beside a sound model. Whatever they
// hold, a check ends, answers the same again, and names each finding.
func FuzzRecord(f *testing.F) {
	for _, seed := range []string{
		``, `{`, `[]`, `{"id": 1, "category": 2}`, shortWall, crossWall, doubleDoor,
		`{"id":"wall-a","category":"wall","levelId":"wall-a","hostId":"wall-a","start":[1e300,0],"end":[-1e300,0],"sagitta":1e300}`,
		`{"id":"slab-1","category":"slab","levelId":"level-0","outline":[[0,0],[1e308,0],[0,1e308]],"holes":[[[0,0],[0,0],[0,0]],[]],"arcs":{"0":1e9,"x":1}}`,
		`{"id":"roof-1","category":"roof","form":"gable","outline":[[0,0],[0,0],[0,0]],"edges":{"0":{"pitch":"x"}}}`,
		`{"id":"level-0","category":"level","elevation":-0.0,"height":1e308,"partOf":"level-0"}`,
		`{"id":"door-1","category":"door","hostId":"wall-a","offset":1e308,"width":1e308,"height":-1e308,"levelId":"level-1","sill":-3000}`,
		`{"id":"curtain","category":"curtain-wall","hostId":"wall-a","start":[0,0],"end":[0,0],"ends":{"start":"none"}}`,
		`{"id":"Wall-A","category":"type","of":"wall","layers":[{"thickness":"1"},1,null],"thickness":0}`,
	} {
		for place := range places {
			f.Add(uint8(place), []byte(seed))
		}
	}
	base := filesOf(baseFiles(f))
	f.Fuzz(func(t *testing.T, place uint8, data []byte) {
		path := places[int(place)%len(places)]
		s := base.WithFiles(map[string]*model.File{path: category.Schema().NewFile(path, rawOf(path, string(data)))})
		findings := checkAll(t, s)
		if again := checkAll(t, s); write(again) != write(findings) {
			t.Fatalf("first\n%s\nthen\n%s", write(findings), write(again))
		}
		for _, found := range findings {
			if found.Fingerprint == "" || Find(found.Rule) == nil || found.Message == "" || found.File == "" {
				t.Fatalf("%+v", found)
			}
		}
		if _, err := Changed(context.Background(), base, s, today); err != nil {
			t.Fatal(err)
		}
	})
}
