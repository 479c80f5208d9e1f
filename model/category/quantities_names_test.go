package category_test

import (
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/modeltest"
)

// qtoSets are the quantity sets of IFC4 ADD2 TC1 for what the categories are there, with
// the names of their quantities, spelt as they are there.
var qtoSets = map[string]struct{ set, names string }{
	"building":     {"Qto_BuildingBaseQuantities", "Height EavesHeight FootprintArea GrossFloorArea NetFloorArea GrossVolume NetVolume"},
	"level":        {"Qto_BuildingStoreyBaseQuantities", "GrossHeight NetHeigtht GrossPerimeter GrossFloorArea NetFloorArea GrossVolume NetVolume"},
	"wall":         {"Qto_WallBaseQuantities", "Length Width Height GrossFootprintArea NetFootprintArea GrossSideArea NetSideArea GrossVolume NetVolume GrossWeight NetWeight"},
	"curtain-wall": {"Qto_CurtainWallQuantities", "Length Height Width GrossSideArea NetSideArea"},
	"door":         {"Qto_DoorBaseQuantities", "Width Height Perimeter Area"},
	"window":       {"Qto_WindowBaseQuantities", "Width Height Perimeter Area"},
	"opening":      {"Qto_OpeningElementBaseQuantities", "Width Height Depth Area Volume"},
	"slab":         {"Qto_SlabBaseQuantities", "Width Length Depth Perimeter GrossArea NetArea GrossVolume NetVolume GrossWeight NetWeight"},
	"ceiling":      {"Qto_CoveringBaseQuantities", "Width GrossArea NetArea"},
	"roof":         {"Qto_RoofBaseQuantities", "GrossArea NetArea ProjectedArea"},
	"room": {"Qto_SpaceBaseQuantities", "Height FinishCeilingHeight FinishFloorHeight GrossPerimeter NetPerimeter GrossFloorArea NetFloorArea GrossWallArea NetWallArea" +
		" GrossCeilingArea NetCeilingArea GrossVolume NetVolume"},
	"column":     {"Qto_ColumnBaseQuantities", "Length CrossSectionArea OuterSurfaceArea GrossSurfaceArea NetSurfaceArea GrossVolume NetVolume GrossWeight NetWeight"},
	"beam":       {"Qto_BeamBaseQuantities", "Length CrossSectionArea OuterSurfaceArea GrossSurfaceArea NetSurfaceArea GrossVolume NetVolume GrossWeight NetWeight"},
	"brace":      {"Qto_MemberBaseQuantities", "Length CrossSectionArea OuterSurfaceArea GrossSurfaceArea NetSurfaceArea GrossVolume NetVolume GrossWeight NetWeight"},
	"foundation": {"Qto_FootingBaseQuantities", "Length Width Height CrossSectionArea OuterSurfaceArea GrossSurfaceArea GrossVolume NetVolume GrossWeight NetWeight"},
	"stair":      {"Qto_StairFlightBaseQuantities", "Length GrossVolume NetVolume"},
	"ramp":       {"Qto_RampFlightBaseQuantities", "Length Width GrossArea NetArea GrossVolume NetVolume"},
	"railing":    {"Qto_RailingBaseQuantities", "Length"},
	"pipe":       {"Qto_PipeSegmentBaseQuantities", "Length GrossCrossSectionArea NetCrossSectionArea OuterSurfaceArea GrossWeight NetWeight"},
	"duct":       {"Qto_DuctSegmentBaseQuantities", "Length GrossCrossSectionArea NetCrossSectionArea OuterSurfaceArea GrossWeight"},
	"tray":       {"Qto_CableCarrierSegmentBaseQuantities", "GrossWeight Length CrossSectionArea OuterSurfaceArea"},
}

// oneOfEach is a record of each category that has quantities.
const oneOfEach = `{"id": "house", "category": "building"}
{"id": "concrete", "category": "material", "density": 2400}
{"id": "column-type", "category": "type", "of": "column", "materialId": "concrete", "profile": {"shape": "rect", "width": 300, "depth": 300}}
{"id": "beam-type", "category": "type", "of": "beam", "materialId": "concrete", "profile": {"shape": "rect", "width": 200, "depth": 400}}
{"id": "brace-type", "category": "type", "of": "brace", "materialId": "concrete", "profile": {"shape": "round", "diameter": 100}}
{"id": "wall", "category": "wall", "levelId": "level-0", "materialId": "concrete", "thickness": 300, "start": [0, 0], "end": [5000, 0]}
{"id": "front", "category": "curtain-wall", "levelId": "level-0", "start": [0, 4000], "end": [5000, 4000]}
{"id": "door", "category": "door", "levelId": "level-0", "hostId": "wall", "offset": 1000, "width": 900, "height": 2100}
{"id": "window", "category": "window", "levelId": "level-0", "hostId": "wall", "offset": 3000, "sill": 900, "width": 900, "height": 1200}
{"id": "opening", "category": "opening", "levelId": "level-0", "hostId": "wall", "offset": 4500, "width": 300, "height": 300}
{"id": "slab", "category": "slab", "levelId": "level-0", "materialId": "concrete", "thickness": 200, "outline": [[0, 0], [5000, 0], [5000, 4000], [0, 4000]]}
{"id": "ceiling", "category": "ceiling", "levelId": "level-0", "offset": 2500, "thickness": 20, "outline": [[0, 0], [5000, 0], [5000, 4000], [0, 4000]]}
{"id": "roof", "category": "roof", "levelId": "level-0", "offset": 3000, "thickness": 200, "form": "hip", "pitch": 30, "outline": [[0, 0], [5000, 0], [5000, 4000], [0, 4000]]}
{"id": "room", "category": "room", "levelId": "level-0", "outline": [[0, 200], [5000, 200], [5000, 3900], [0, 3900]]}
{"id": "column", "category": "column", "levelId": "level-0", "typeId": "column-type", "at": [2500, 2000]}
{"id": "beam", "category": "beam", "levelId": "level-0", "typeId": "beam-type", "start": [0, 2000, 2800], "end": [5000, 2000, 2800]}
{"id": "brace", "category": "brace", "levelId": "level-0", "typeId": "brace-type", "start": [0, 2000, 0], "end": [2500, 2000, 2800]}
{"id": "footing", "category": "foundation", "levelId": "level-0", "materialId": "concrete", "hostId": "wall", "width": 600, "depth": 400}
{"id": "stair", "category": "stair", "levelId": "level-0", "path": [[0, 1000], [2800, 1000]], "width": 1000, "risers": 15}
{"id": "ramp", "category": "ramp", "levelId": "level-0", "path": [[0, 3000], [4000, 3000]], "width": 1000, "rise": 300}
{"id": "railing", "category": "railing", "levelId": "level-0", "path": [[0, 1000], [4000, 1000]]}
{"id": "pipe", "category": "pipe", "levelId": "level-0", "start": [0, 0, 2000], "end": [3000, 0, 2000], "diameter": 50}
{"id": "duct", "category": "duct", "levelId": "level-0", "start": [0, 0, 2000], "end": [3000, 0, 2000], "size": [300, 200]}
{"id": "tray", "category": "tray", "levelId": "level-0", "start": [0, 0, 2000], "end": [3000, 0, 2000], "size": [300, 60]}
`

// TestQuantityNames holds that quantities are written under no names but those of IFC's
// set for the element, and that every category with a set has one.
func TestQuantityNames(t *testing.T) {
	seen := map[string]bool{}
	named := func(s *model.Snapshot) {
		for f := range s.RecordFiles() {
			sets, _ := category.DerivedValue(s, f.Record(), "quantities")
			if all := category.Derived(s, f.Record()).Get("quantities"); !model.Equal(sets, all) {
				t.Errorf("%s has quantities %v by themselves, %v among all derived values", f.ID(), sets, all)
			}
			derived, _ := sets.(model.Object)
			for _, m := range derived {
				official := qtoSets[f.Category()]
				if m.Name != official.set {
					t.Errorf("%s, a %s, has quantities %s, want %q", f.ID(), f.Category(), m.Name, official.set)
				}
				for _, q := range m.Value.(model.Object) {
					seen[f.Category()] = true
					if !strings.Contains(" "+official.names+" ", " "+q.Name+" ") {
						t.Errorf("%s has a quantity %s, which %s has not", f.ID(), q.Name, m.Name)
					}
				}
			}
		}
	}
	named(build(t, storey+oneOfEach))
	for _, d := range category.All() {
		if category.HasQuantities(d) != seen[d.Name] {
			t.Errorf("quantities of a %s: %v, want %v", d.Name, seen[d.Name], category.HasQuantities(d))
		}
	}
	for _, root := range modelRoots(t) {
		named(modeltest.Read(t, category.Schema(), root))
	}
}
