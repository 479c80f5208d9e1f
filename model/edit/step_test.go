package edit

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSteps holds that each command's own share is told: what it named and what
// changed beside that.
func TestSteps(t *testing.T) {
	got, err := runOnHouse(t,
		`{"command": "move", "id": "wall-north", "by": [0, 500]}`,
		`{"command": "place_window", "host": "wall-south", "distance": 1000, "id": "w-new"}`,
		`{"command": "update", "filter": {"categories": ["window"], "hosts": ["wall-north"]}, "set": {"sill": 1000}}`)
	if err != nil {
		t.Fatal(err)
	}
	want := []Step{
		{Said: "Move wall wall-north by 500 mm north", Named: []string{"wall-north"},
			Changed: []string{"wall-east", "wall-north", "wall-partition", "wall-west"}},
		{Said: "Place window w-new in wall wall-south", Named: []string{"wall-south"}, Changed: []string{"w-new"}},
		{Said: "Set sill of window W-02 to 1000 mm", Named: []string{"window-north"}, Changed: []string{"window-north"}},
	}
	if diff := cmp.Diff(want, got.Steps); diff != "" {
		t.Errorf("steps differ (-want +got):\n%s", diff)
	}
}
