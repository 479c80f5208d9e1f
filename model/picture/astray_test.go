package picture

import (
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
)

// TestPlanLeavesOutWhatWentAstray holds that one wall a thousand kilometres away does not
// make a dot of the house, and that the picture says so.
func TestPlanLeavesOutWhatWentAstray(t *testing.T) {
	s := house(t)
	want, err := Plan(t.Context(), s, PlanOptions{Level: "level-0"})
	if err != nil {
		t.Fatal(err)
	}
	far := s.Record("wall-partition").With("id", "wall-far").With("start", model.PointValue(1e9, 1e9)).With("end", model.PointValue(1e9, 1e9+4000))
	s, err = s.Apply([]model.Change{{ID: "wall-far", After: far}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Plan(t.Context(), s, PlanOptions{Level: "level-0"})
	if err != nil {
		t.Fatal(err)
	}
	if got.Scale != want.Scale || got.Width != want.Width || len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "wall-far") {
		t.Errorf("at 1:%v with notes %q, without it at 1:%v", got.Scale, got.Notes, want.Scale)
	}
}
