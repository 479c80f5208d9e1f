package generate

import (
	"fmt"
	"math"
)

// structure makes the slab, columns and beams of a storey, and the foundations
// under the lowest.
func (s *storey) structure() {
	slab := "slab-type-250"
	if s.n == 0 {
		slab = "slab-type-ground-400"
	}
	s.put("slab", "slab-"+s.code, map[string]any{
		"name": "Floor slab", "typeId": slab, "levelId": s.level, "outline": footprint(),
		"properties": map[string]any{"Pset_SlabCommon": map[string]any{"LoadBearing": true, "FireRating": "REI 90"}},
	})
	for i := range bays + 1 {
		for j, y := range lines {
			x := float64(i) * bay
			axis := fmt.Sprintf("%c%d", 'a'+j, i+1)
			s.put("column", "column-"+s.code+"-"+axis, map[string]any{
				"mark": "C-" + s.code + "." + axis, "typeId": "column-type-400x400", "levelId": s.level, "at": point(x, y),
			})
			if s.n == 0 {
				s.put("foundation", "foundation-"+axis, map[string]any{
					"levelId": s.level, "outline": rectangle(x-900, y-900, x+900, y+900), "depth": 1200, "materialId": "concrete",
				})
			}
			if i < bays {
				s.beam(axis, x, y)
			}
		}
	}
}

// beam makes the beam from a column to the next one east, its top under the slab.
func (s *storey) beam(axis string, x, y float64) {
	z := s.height - slabThickness
	s.put("beam", "beam-"+s.code+"-"+axis, map[string]any{
		"typeId": "beam-type-300x500", "levelId": s.level, "justify": "top",
		"start": []any{x, y, z}, "end": []any{x + bay, y, z},
	})
}

// roof makes the flat roof on the highest level.
func (b *builder) roof(o Options) {
	b.put("roof", "roof-main", map[string]any{
		"name": "Flat roof", "typeId": "roof-type-flat-400", "levelId": b.levelID(o.Storeys), "form": "flat", "outline": footprint(),
	})
}

// footprint is the outline of the outer faces of the exterior walls.
func footprint() []any {
	const out = facade + exteriorThickness/2
	return rectangle(-out, -out, length+out, depth+out)
}

// stair makes the stair from a storey up to the next: two flights with a landing
// between. The shaft that lets it through every slab stands on the lowest storey.
func (s *storey) stair() {
	const (
		width, gap  = 1200.0, 200.0
		going       = 280.0
		x           = 1000.0 // of the first flight's centre line
		y           = corridorN + 1600
		turn        = x + width + gap
		landing     = 1400.0
		usualRiser  = 184.0
		shaftLength = 4700.0 // the longest flight and its landing
	)
	if s.last {
		return
	}
	risers := 2 * math.Round(s.height/usualRiser/2) // of both flights
	far := y + (risers/2-1)*going
	s.put("stair", "stair-"+s.code, map[string]any{
		"name": "Main stair", "levelId": s.level, "topLevelId": s.levelID(s.n + 1), "materialId": "concrete",
		"flights": []any{
			map[string]any{"path": []any{point(x, y), point(x, far)}, "width": width, "risers": risers / 2},
			map[string]any{"path": []any{point(turn, far), point(turn, y)}, "width": width, "risers": risers / 2},
		},
		"landings": []any{map[string]any{"outline": rectangle(x-width/2, far, turn+width/2, far+landing)}},
	})
	if s.n == 0 {
		s.put("shaft", "shaft-stair", map[string]any{
			"name": "Stair shaft", "levelId": s.level, "topLevelId": s.levelID(s.top - 1),
			"outline": rectangle(x-width/2, y, turn+width/2, y+shaftLength),
		})
	}
}
