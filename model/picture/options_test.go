package picture

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// classes answers the classes of a sheet's groups.
func classes(s *Sheet) []string {
	var out []string
	for _, g := range s.Groups {
		out = append(out, g.Class)
	}
	return out
}

func TestPlanLeavesOut(t *testing.T) {
	s := symbols(t)
	for name, c := range map[string]struct {
		opt  PlanOptions
		gone []string
	}{
		"dimensions": {PlanOptions{NoDimensions: true}, []string{"dimension"}},
		"labels":     {PlanOptions{NoLabels: true}, []string{"room", "door-tag", "window-tag"}},
		"grids":      {PlanOptions{NoGrids: true}, []string{"grid"}},
		"a filter":   {PlanOptions{Show: func(id string) bool { return strings.HasPrefix(id, "wall-") }}, []string{"door", "window", "column", "stair", "grid"}},
	} {
		full := classes(draw(t, s, PlanOptions{Level: "level-1"}))
		c.opt.Level = "level-1"
		drawn := classes(draw(t, s, c.opt))
		for _, class := range c.gone {
			if !slices.Contains(full, class) {
				t.Errorf("%s: a full plan has no %s", name, class)
			}
			if slices.Contains(drawn, class) {
				t.Errorf("%s: %s is drawn all the same", name, class)
			}
		}
		if !slices.Contains(drawn, "wall") {
			t.Errorf("%s: the walls are gone", name)
		}
	}
}

// TestEveryElementIsFound holds that a click on a plan can find what is drawn: each
// element of the level has a group with its id.
func TestEveryElementIsFound(t *testing.T) {
	s := symbols(t)
	var b bytes.Buffer
	if err := draw(t, s, PlanOptions{Level: "level-1"}).WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	for f := range s.RecordFiles() {
		r := f.Record()
		if d := category.Find(r.Category()); !d.Element() || r.String("levelId") == "" {
			continue
		}
		if !strings.Contains(b.String(), ` data-id="`+r.ID()+`"`) {
			t.Errorf("%s has no group", r.ID())
		}
	}
}

// TestPhases holds that a plan shows what stands in the phase it is drawn for.
func TestPhases(t *testing.T) {
	s := house(t)
	gone := s.Record("wall-partition").With("phaseDemolished", "works")
	s, err := s.Apply([]model.Change{{ID: gone.ID(), After: gone}})
	if err != nil {
		t.Fatal(err)
	}
	drawn := func(opt PlanOptions) bool {
		return slices.ContainsFunc(draw(t, s, opt).Groups, func(g *Group) bool { return g.ID == "wall-partition" })
	}
	if drawn(PlanOptions{Level: "level-0"}) {
		t.Error("what was taken down is drawn")
	}
}
