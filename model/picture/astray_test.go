package picture

import (
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/modeltest"
)

// TestOneElementMakesNoDotOfAHouse holds that a wall a thousand kilometres away, or one that
// reaches as far, does not make a dot of the house, and that the pictures say so.
func TestOneElementMakesNoDotOfAHouse(t *testing.T) {
	s := house(t)
	plan, south := draw(t, s, PlanOptions{Level: "level-0"}), drawElevation(t, s, "south", SectionOptions{})
	wall := s.Record("wall-partition").With("id", "wall-far")
	for what, far := range map[string]*model.Record{
		"stands far off": wall.With("start", model.PointValue(1e9, 1e9)).With("end", model.PointValue(1e9, 1e9+4000)),
		"is a huge arc":  wall.With("sagitta", 1e9),
		"is a long line": wall.With("start", model.PointValue(3000, 0)).With("end", model.PointValue(3000, 9e8)),
	} {
		next := modeltest.Put(t, s, far)
		for _, picture := range [][2]*Sheet{{draw(t, next, PlanOptions{Level: "level-0"}), plan}, {drawElevation(t, next, "south", SectionOptions{}), south}} {
			got, want := picture[0], picture[1]
			if got.Scale != want.Scale || got.Width != want.Width || len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "wall-far") {
				t.Errorf("a wall %s: %s at 1:%v with notes %q, without it at 1:%v", what, got.Title, got.Scale, got.Notes, want.Scale)
			}
		}
	}
}
