package check

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// What findings are kept current at the cost of changes is what a check of the
// whole model gives, whatever was edited.
func TestIncrementalIsFull(t *testing.T) {
	base := filesOf(house(t, ""))
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		s := base
		st, err := NewState(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		full := mustCheck(t, s)
		theme := rapid.SampledFrom(themes).Draw(t, "theme")
		for range rapid.IntRange(1, 6).Draw(t, "commands") {
			next := edited(t, s, theme)
			var delta Delta
			if st, delta, err = st.To(ctx, next, today); err != nil {
				t.Fatal(err)
			}
			want := mustCheck(t, next)
			if diff := cmp.Diff(write(want), write(st.Findings(today))); diff != "" {
				t.Fatalf("full (-), incremental (+):\n%s", diff)
			}
			if got := st.Counts(today); got != CountOf(want) {
				t.Fatalf("counts are %+v, of all findings %+v", got, CountOf(want))
			}
			changed, err := Changed(ctx, s, next, today)
			if err != nil {
				t.Fatal(err)
			}
			fresh, gone := Compare(full, want)
			for _, d := range []Delta{delta, changed} {
				if diff := cmp.Diff(write(fresh)+"gone\n"+write(gone), write(d.New)+"gone\n"+write(d.Gone)); diff != "" {
					t.Fatalf("of full checks (-), of the change (+):\n%s", diff)
				}
			}
			s, full = next, want
		}
	})
}

func mustCheck(t *rapid.T, s *model.Snapshot) []model.Finding {
	findings, err := Check(context.Background(), s, Everything(), today)
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

// themes are sets of edits that meet each other often.
var themes = [][]func(*rapid.T) string{
	{randomWall, randomDoor, randomSlab, randomLevel, randomType, randomDatum, randomThing},
	{randomWall, randomWall, randomType, randomLevel},
	{randomWall, randomDoor, randomDoor, randomLevel},
	{randomSlab, randomSlab, randomType},
	{randomLevel, randomRoom},
	{randomDatum},
	{randomThing, randomRoom},
	{randomRing, randomRing, randomRoom, randomDoor, randomSeparator},
	{randomRing, randomRing, randomSloped, randomLevel},
	{randomStair, randomStair, randomSlab, randomHole, randomBeam, randomLevel},
	{randomBeam, randomBeam, randomColumn, randomRing, randomStair},
}

// randomRing draws a wall around the house, mostly where it closes, or one across it.
func randomRing(t *rapid.T) string {
	sides := []string{`"start":[0,0],"end":[6000,0]`, `"start":[6000,0],"end":[6000,4000]`, `"start":[6000,4000],"end":[0,4000]`, `"start":[0,4000],"end":[0,0]`,
		`"start":[3000,0],"end":[3000,4000]`, `"start":[3000,0],"end":[3000,3895]`, `"start":[2500,4000],"end":[0,4000]`, `"start":[0,4000],"end":[6000,0]`}
	i := rapid.IntRange(0, len(sides)-1).Draw(t, "side")
	return fmt.Sprintf(`{"id":"wall-%c","category":%q,"typeId":%q,"levelId":%q,%s%s%s}`, "abcdefgh"[min(i, 4+i%2)], pick(t, "wall", "wall", "wall", "curtain-wall"),
		pick(t, "wall-type", "wall-type", "wall-type-2"), pick(t, "level-0", "level-0", "level-1"), sides[i],
		pick(t, "", "", `,"topHostIds":["roof-1"]`, `,"height":5000`, `,"roomBounding":false`), pick(t, phases...))
}

func randomSeparator(t *rapid.T) string {
	return fmt.Sprintf(`{"id":"line","category":"separator","levelId":%q,"start":[%s,100],"end":[%s,3900]}`, pick(t, levels...), pick(t, "2000", "4000"), pick(t, "2000", "4000"))
}

func randomSloped(t *rapid.T) string {
	return fmt.Sprintf(`{"id":%q,"category":"roof","typeId":"roof-type","levelId":%q,"outline":%s,"form":%q,"direction":%s,"pitch":%s,"offset":%s}`,
		pick(t, "roof-1", "roof-1", "roof-2"), pick(t, "level-1", "level-1", "level-2", "level-0"),
		pick(t, `[[0,0],[6000,0],[6000,4000],[0,4000]]`, `[[0,0],[6000,0],[6000,2000],[0,2000]]`), pick(t, "gable", "gable", "shed", "hip", "flat"),
		pick(t, "0", "90"), pick(t, "10", "35"), pick(t, "0", "-1900"))
}

func randomStair(t *rapid.T) string {
	return fmt.Sprintf(`{"id":%q,"category":"stair","levelId":%q,"topLevelId":%q,"path":%s,"width":1000,"risers":%s%s%s}`, pick(t, "stair-1", "stair-2"),
		pick(t, "level-0", "level-0", "level-1"), pick(t, "level-1", "level-1", "level-2", "level-0"),
		pick(t, `[[500,1000],[5000,1000]]`, `[[500,1000],[3000,1000],[3000,3500]]`, `[[5000,1000],[2000,1000]]`), pick(t, "12", "17", "18", "30"),
		pick(t, "", "", `,"topOffset":-150`), pick(t, phases...))
}

func randomHole(t *rapid.T) string {
	return fmt.Sprintf(`{"id":"hole","category":%s,"levelId":%q,"outline":%s}`, pick(t, `"opening","hostId":"slab-1"`, `"opening","hostId":"slab-2"`, `"shaft","topLevelId":"level-2"`),
		pick(t, "level-0", "level-1"), pick(t, `[[500,500],[5000,500],[5000,1500],[500,1500]]`, `[[2000,500],[5000,500],[5000,3500],[2000,3500]]`))
}

func randomBeam(t *rapid.T) string {
	return fmt.Sprintf(`{"id":%q,"category":"beam","typeId":"beam-type","levelId":%q,"start":%s,"end":%s%s}`, pick(t, "beam-1", "beam-2", "beam-3"), pick(t, "level-0", "level-1"),
		pick(t, "[0,0,2900]", "[3000,0,2900]", "[3000,1000,2600]"), pick(t, "[0,4000,2900]", "[3000,4000,2900]", "[6000,4000,2900]"), pick(t, phases...))
}

func randomColumn(t *rapid.T) string {
	return fmt.Sprintf(`{"id":%q,"category":"column","typeId":"column-type","levelId":%q,"at":%s%s}`, pick(t, "column-1", "column-2"), pick(t, "level-0", "level-1"),
		pick(t, "[0,4000]", "[3000,4000]", "[3000,0]"), pick(t, phases...))
}

// edited answers the snapshot after a few random edits in one step.
func edited(t *rapid.T, s *model.Snapshot, theme []func(*rapid.T) string) *model.Snapshot {
	edits := map[string]*model.File{}
	for range rapid.IntRange(1, 4).Draw(t, "edits") {
		switch rapid.IntRange(0, 9).Draw(t, "edit") {
		case 0:
			var paths []string
			for f := range s.Files() {
				paths = append(paths, f.Path)
			}
			edits[rapid.SampledFrom(paths).Draw(t, "gone")] = nil
		case 1, 2:
			path, data := rawEdit(t)
			edits[path] = category.Schema().NewFile(path, rawOf(path, data))
		default:
			putRandom(t, s, edits, rapid.SampledFrom(theme).Draw(t, "kind")(t))
		}
	}
	return s.WithFiles(edits)
}

// putRandom puts a record in the place of the one of its id.
func putRandom(t *rapid.T, s *model.Snapshot, edits map[string]*model.File, data string) {
	r, faults := model.Decode([]byte(data))
	if len(faults) > 0 {
		t.Fatalf("%s: %v", data, faults)
	}
	f, err := category.Schema().NewRecordFile(r)
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	if old := s.Get(r.ID()); old != nil && old.Path != f.Path && rapid.IntRange(0, 9).Draw(t, "copy") > 0 {
		edits[old.Path] = nil
	}
	edits[f.Path] = f
}

// pick draws one of some texts.
func pick(t *rapid.T, texts ...string) string { return rapid.SampledFrom(texts).Draw(t, "pick") }

var (
	coordinates = []string{"0", "3000", "6000", "105", "-3000"}
	levels      = []string{"level-0", "level-1", "level-2", "level-3"}
	phases      = []string{"", "", `,"phaseCreated":"new"`, `,"phaseDemolished":"new"`}
)

func randomPoint(t *rapid.T) string {
	return "[" + pick(t, coordinates...) + "," + pick(t, coordinates...) + "]"
}

func randomWall(t *rapid.T) string {
	id := pick(t, "wall-a", "wall-b", "wall-c", "wall-d")
	extra := pick(t, "", "", `,"height":2500`, `,"height":3500`, `,"topLevelId":"level-2"`, `,"topLevelId":"level-3"`, `,"baseOffset":-3000`, `,"location":"left"`)
	return fmt.Sprintf(`{"id":%q,"category":%q%s,"levelId":%q,"start":%s,"end":%s%s%s}`, id, pick(t, "wall", "wall", "curtain-wall"),
		pick(t, `,"typeId":"wall-type"`, `,"typeId":"wall-type-2"`, `,"thickness":100`, ``), pick(t, levels...), randomPoint(t), randomPoint(t), extra, pick(t, phases...))
}

func randomDoor(t *rapid.T) string {
	if pick(t, "door", "door", "glass") == "glass" {
		return fmt.Sprintf(`{"id":"glass","category":"curtain-wall","hostId":%q,"levelId":%q,"start":%s,"end":%s}`,
			pick(t, "wall-a", "wall-b", "glass"), pick(t, levels...), randomPoint(t), randomPoint(t))
	}
	return fmt.Sprintf(`{"id":%q,"category":"door"%s,"levelId":%q,"hostId":%q,"offset":%s%s%s}`, pick(t, "door-1", "door-2", "door-3"),
		pick(t, `,"typeId":"door-type"`, `,"typeId":"wall-type"`, `,"width":900`), pick(t, levels...), pick(t, "wall-a", "wall-b", "wall-c", "slab-1"),
		pick(t, "495", "1000", "1400", "5600", "6100"), pick(t, "", `,"sill":900`, `,"sill":-3000`, `,"sill":3000`), pick(t, phases...))
}

func randomSlab(t *rapid.T) string {
	outline := pick(t, `[[0,0],[6000,0],[6000,4000],[0,4000]]`, `[[0,0],[0,4000],[6000,4000],[6000,0]]`, `[[3000,0],[9000,0],[9000,4000],[3000,4000]]`, `[[0,0],[6,0],[6,8]]`)
	extra := pick(t, "", `,"offset":-100`, `,"offset":3000`, `,"holes":[[[1000,1000],[2000,1000],[2000,2000]]]`)
	return fmt.Sprintf(`{"id":%q,"category":"slab","typeId":%q,"levelId":%q,"outline":%s%s%s}`, pick(t, "slab-1", "slab-2", "slab-3"),
		pick(t, "slab-type", "slab-type-2"), pick(t, levels...), outline, extra, pick(t, phases...))
}

func randomLevel(t *rapid.T) string {
	return fmt.Sprintf(`{"id":%q,"category":"level","elevation":%s%s%s}`, pick(t, levels...), pick(t, "0", "3000", "3000.5", "6000", "3"),
		pick(t, "", `,"height":2900`, `,"height":3300`, `,"kind":"support"`, `,"number":"1"`, `,"number":"2"`, `,"partOf":"level-1"`), pick(t, "", `,"buildingId":"east"`))
}

func randomType(t *rapid.T) string {
	if pick(t, "wall", "slab") == "wall" {
		return fmt.Sprintf(`{"id":%q,"category":"type","of":%q,"thickness":%s}`, pick(t, "wall-type", "wall-type-2"), pick(t, "wall", "wall", "slab"), pick(t, "200", "400", "0.2"))
	}
	return fmt.Sprintf(`{"id":%q,"category":"type","of":"slab","layers":[{"thickness":100,"function":%q}]}`, pick(t, "slab-type", "slab-type-2"), pick(t, "structure", "finish"))
}

func randomDatum(t *rapid.T) string {
	switch pick(t, "grid", "group", "building", "material") {
	case "grid":
		return fmt.Sprintf(`{"id":%q,"category":"grid","name":%q,"start":[0,0],"end":[0,9000]}`, pick(t, "grid-a", "grid-b", "grid-c"), pick(t, "A", "B"))
	case "group":
		return fmt.Sprintf(`{"id":%q,"category":"group","kind":"zone","parentId":%q}`, pick(t, "zone-1", "zone-2", "zone-3"), pick(t, "zone-1", "zone-2", "zone-3"))
	case "building":
		return fmt.Sprintf(`{"id":%q,"category":"building"}`, pick(t, "east", "west"))
	default:
		return fmt.Sprintf(`{"id":"brick","category":%q}`, pick(t, "material", "group"))
	}
}

func randomRoom(t *rapid.T) string {
	return fmt.Sprintf(`{"id":%q,"category":"room","number":%q,"levelId":%q,%s}`, pick(t, "room-1", "room-2", "room-3"), pick(t, "1", "2"), pick(t, "level-0", "level-0", "level-1"),
		pick(t, `"seed":[1,1]`, `"seed":[1000,1000]`, `"seed":[5000,1000]`, `"outline":[[500,500],[2500,500],[2500,3500]]`))
}

func randomThing(t *rapid.T) string {
	level := pick(t, levels...)
	switch pick(t, "lamp", "column", "roof") {
	case "column":
		return fmt.Sprintf(`{"id":"column-1","category":"column","typeId":"column-type","levelId":%q,"at":[0,0],"topLevelId":%q}`, level, pick(t, levels...))
	case "roof":
		return fmt.Sprintf(`{"id":"roof-1","category":"roof","typeId":"roof-type","levelId":%q,"outline":[[0,0],[6000,0],[6000,4000],[0,4000]],"form":%q}`, level, pick(t, "gable", "flat"))
	default:
		return fmt.Sprintf(`{"id":"lamp","category":"equipment","levelId":%q,"at":[0,0],"baseOffset":%s,"shape":%q}`, level, pick(t, "0", "3000", "-3000"), pick(t, bodies...))
	}
}

var bodies = []string{strings.Repeat("0", 64), strings.Repeat("1", 64)}

// rawEdit draws a file that is no record at its own place in canonical bytes.
func rawEdit(t *rapid.T) (path, data string) {
	raw := map[string]string{
		"src/a.go": "package a", "src/b.go": "package b", "README.md": "# Case", "levels/notes.txt": "x",
		"architecture/level-0/wall/wall-a.json":   "{",
		"architecture/level-1/wall/wall-b.json":   `{"id":"wall-b","category":"wall","levelId":"level-0","start":[0,0],"end":[6000,0],"thickness":100}`,
		"architecture/level-0/wall/wall-c.json":   `{"id":"wall-d","category":"wall","levelId":"level-0","start":[0,0],"end":[6000,0],"thickness":100}`,
		"architecture/level-0/wall/Wall-A.json":   `{"id":"Wall-A","category":"wall","levelId":"level-0","start":[0,9000],"end":[6000,9000],"thickness":100}`,
		"architecture/level-0/wall/WALL-A.json":   `{"id":"WALL-A","category":"wall","levelId":"level-0","start":[0,9500],"end":[6000,9500],"thickness":100}`,
		"architecture/level-0/wall/nameless.json": `{"category":"wall"}`,
		"levels/level-3.json":                     `{"id":"level-3","category":"level","elevation":"high"}`,
		"materials/old/brick.json":                "{\n  \"id\": \"brick\",\n  \"category\": \"material\",\n  \"name\": \"Brick\"\n}\n",
		"eik.json":                                `{"format":"OpenEik","version":"0.2","id":"case","units":{"length":"mm","angle":"deg"},"rules":{"wall.length":{"minimum":3500}}}`,
		"waivers/f-0123456789ab.json":             `{"finding":"f-0123456789ab","reason":"","by":"Ada"}`,
	}
	for _, body := range bodies {
		raw["shapes/"+body+".glb"] = "glTF"
	}
	path = rapid.SampledFrom(slices.Sorted(maps.Keys(raw))).Draw(t, "path")
	return path, raw[path]
}
