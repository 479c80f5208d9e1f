package check

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
	"github.com/openeik/ekgit/model/modeltest"
)

// known is how many findings each rule gives of models whose faults are known.
var known = map[string]map[string]int{
	"rac-advanced": {
		"offset.suspicious":  32, // 30 light fixtures and 2 doors
		"hosted.fits-height": 2,  // the same doors
		"roof.direction":     4, "roof.pitch": 1,
		"wall.overlap": 1, "wall.crossing": 7,
		"slab.overlap":     1,
		"room.overlap":     1,  // a lobby and its lounge: the source has no separator
		"room.no-door":     1,  // a room of the upper storey without a door in its walls
		"beam.unsupported": 19, // the free ends of a canopy
		"roof.gable-open":  6,  // walls of roof lights that end under them
		"proxy.no-body":    64, // 31 without a place too
		"element.no-body":  56, // 15 tables and every light fixture
	},
}

// TestModels checks whole models that EKGIT_MODELS names, a list of folders, and
// runs every fix that is offered.
func TestModels(t *testing.T) {
	for _, root := range modeltest.Real(t) {
		name := filepath.Base(root)
		t.Run(name, func(t *testing.T) {
			s := folderOf(t, root)
			got := map[string]int{}
			for _, f := range checkAll(t, s) {
				got[f.Rule]++
			}
			if want, ok := known[name]; ok {
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("want (-), got (+):\n%s", diff)
				}
			}
			fixOneByOne(t, s)
		})
	}
}

// The example and a generated building have nothing to find.
func TestSoundModels(t *testing.T) {
	generated, err := generate.Building(category.Schema(), generate.Options{Storeys: 3, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*model.Snapshot{
		"one-storey-house": folderOf(t, "../../testdata/one-storey-house"),
		"two-storey-house": folderOf(t, "../../testdata/two-storey-house"),
		"generated":        generated,
	} {
		if findings := checkAll(t, s); len(findings) > 0 {
			t.Errorf("%s: %d findings, such as\n%s", name, len(findings), write(findings[:min(3, len(findings))]))
		}
	}
}
