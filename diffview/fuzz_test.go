package diffview

import (
	"context"
	"io"
	"testing"

	"github.com/openeik/ekgit/model"
)

// FuzzOf holds that whatever the files of a model hold, a difference is told without
// a panic, and that its markdown stays within its bounds.
func FuzzOf(f *testing.F) {
	for _, pair := range [][2]string{
		{`{"id":"x","category":"wall","start":[0,0],"end":[1,1]}`, `{"id":"x","category":"wall","start":[0],"end":"no"}`},
		{`{"id":"x","category":"door","hostId":"x","offset":1}`, `{"id":"x","category":"door","hostId":"wall-south","offset":-5e300,"width":1e-9}`},
		{`not json`, `{"id":"x","category":"type","of":"wall","layers":[{"thickness":"x"},5]}`},
		{`{"id":"x","category":"room","outline":[[0,0],[1,1]],"number":7}`, `{"id":"x","category":"room","outline":[[0,0],[0,0],[0,0]],"groupIds":["x"]}`},
		{`{"id":"x","category":"stair","topLevelId":"x","levelId":"x","path":[]}`, `{"id":"x","category":"level","elevation":"high","name":"|"}`},
		{`{"id":"x","category":"wall","properties":{"A":5,"B":{"C":{"value":{}}}},"ends":3}`, `{"id":"x","category":"wall","properties":[1],"ends":{"start":{"join":"butt"}}}`},
		{`{"id":"x","category":"grid","start":[0,0],"end":[0,0],"name":"A"}`, `{"id":"x","category":"grid","start":[0,0],"end":[1e308,-1e308],"name":"A"}`},
	} {
		for _, path := range []string{"architecture/level-0/wall/x.json", "architecture/level-0/door/x.json", "levels/x.json", "types/wall/x.json", "grids/x.json", "waivers/x.json"} {
			f.Add(path, pair[0], pair[1])
		}
	}
	base := house(f)
	f.Fuzz(func(t *testing.T, path, old, next string) {
		if !model.RecordPlace(path) && path != "eik.json" {
			return
		}
		file := func(text string) *model.Snapshot {
			return base.WithFiles(map[string]*model.File{path: base.Schema().NewFile(path, rawFile(text))})
		}
		before, after := file(old), file(next)
		for _, pair := range [][2]*model.Snapshot{{before, after}, {base, after}, {before, base}} {
			d, err := Of(context.Background(), pair[0], pair[1], Options{Now: day1})
			if err != nil {
				t.Fatal(err)
			}
			r := &Review{Diff: d}
			text := r.Markdown()
			if len(text) >= 60_000 {
				t.Errorf("the markdown has %d bytes", len(text))
			}
			checkMarkdown(t, text)
			if err := r.HTML(io.Discard); err != nil {
				t.Fatal(err)
			}
			if err := r.Text(io.Discard, Style{Color: true, Width: 80}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
