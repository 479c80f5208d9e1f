package generate

import (
	"fmt"

	"github.com/openeik/ekgit/model"
)

// manifest writes eik.json.
func (b *builder) manifest(o Options) {
	object := model.FromJSON(map[string]any{
		"format":   model.FormatName,
		"version":  model.FormatVersion,
		"id":       fmt.Sprintf("office-%d-%d", o.Storeys, o.Seed),
		"name":     fmt.Sprintf("Office building with %d storeys", o.Storeys),
		"units":    map[string]any{"length": "mm", "angle": "deg"},
		"profiles": []any{"architecture", "structure", "mep"},
		"site":     map[string]any{"latitude": 52.52, "longitude": 13.405, "elevation": 34000, "trueNorth": 0},
	}).(model.Object)
	b.write(model.ManifestName, model.EncodeManifest(object))
}

// library makes materials and types.
func (b *builder) library() {
	for _, m := range []struct{ id, name, color, class string }{
		{"aluminium", "Aluminium", "#b8bcc0", "metal"},
		{"brick", "Facing brick", "#9c4a36", "masonry"},
		{"concrete", "Reinforced concrete", "#a8a8a4", "concrete"},
		{"glass", "Insulating glass", "#9fc4d8", "glass"},
		{"insulation", "Mineral wool", "#e0c878", "insulation"},
		{"plasterboard", "Plasterboard", "#f0efe8", "gypsum"},
		{"screed", "Cement screed", "#c4c0b8", "concrete"},
		{"wood", "Oak", "#b08850", "wood"},
	} {
		b.put("material", m.id, map[string]any{"name": m.name, "color": m.color, "class": m.class})
	}
	b.layeredTypes()
	b.openingTypes()
	b.structuralTypes()
	for _, f := range []struct {
		of, id, name string
		x, y, z      float64
	}{
		{"furniture", "desk", "Desk 1600 x 800", 1600, 800, 740},
		{"furniture", "chair", "Chair", 550, 550, 900},
		{"furniture", "cabinet", "Cabinet 1200", 1200, 450, 1950},
		{"furniture", "table", "Table 2400 x 1100", 2400, 1100, 740},
		{"furniture", "shelf", "Shelf 2000", 2000, 500, 2200},
		{"furniture", "sofa", "Sofa 2200", 2200, 900, 800},
		{"equipment", "basin", "Wash basin", 600, 480, 850},
		{"equipment", "toilet", "Toilet", 380, 560, 800},
	} {
		b.put("type", f.of+"-type-"+f.id, map[string]any{
			"of": f.of, "name": f.name, "kind": f.id, "size": model.PointValue(f.x, f.y, f.z),
		})
	}
}

func layer(material string, thickness float64, function string) any {
	return map[string]any{"materialId": material, "thickness": thickness, "function": function}
}

// layeredTypes makes the types of walls, left to right, and of slabs and roofs,
// top down.
func (b *builder) layeredTypes() {
	layered := func(of, id, name string, layers ...any) {
		b.put("type", id, map[string]any{"of": of, "name": name, "layers": layers})
	}
	layered("wall", "wall-type-exterior-400", "Exterior wall 400",
		layer("plasterboard", 15, "finish"), layer("concrete", 200, "structure"),
		layer("insulation", 70, "insulation"), layer("brick", 115, "finish"))
	layered("wall", "wall-type-corridor-150", "Corridor wall 150",
		layer("plasterboard", 25, "finish"), layer("insulation", 100, "structure"), layer("plasterboard", 25, "finish"))
	layered("wall", "wall-type-partition-100", "Partition 100",
		layer("plasterboard", 12.5, "finish"), layer("insulation", 75, "structure"), layer("plasterboard", 12.5, "finish"))
	layered("slab", "slab-type-250", "Slab 250", layer("screed", 50, "finish"), layer("concrete", 200, "structure"))
	layered("slab", "slab-type-ground-400", "Ground slab 400",
		layer("screed", 50, "finish"), layer("insulation", 100, "insulation"), layer("concrete", 250, "structure"))
	layered("roof", "roof-type-flat-400", "Flat roof 400", layer("insulation", 200, "insulation"), layer("concrete", 200, "structure"))
}

func (b *builder) openingTypes() {
	door := func(id, name string, width, height float64, leaves int) {
		b.put("type", id, map[string]any{
			"of": "door", "name": name, "width": width, "height": height, "leaves": leaves, "operation": "swing",
		})
	}
	door("door-type-900x2100", "Door 900 x 2100", 900, 2100, 1)
	door("door-type-1000x2100", "Door 1000 x 2100", 1000, 2100, 1)
	door("door-type-1800x2400", "Entrance 1800 x 2400", 1800, 2400, 2)
	window := func(id, name string, width, height float64, operation string) {
		b.put("type", id, map[string]any{
			"of": "window", "name": name, "width": width, "height": height, "operation": operation, "materialId": "aluminium",
		})
	}
	window("window-type-1200x1500", "Window 1200 x 1500", 1200, 1500, "casement")
	window("window-type-1500x1500", "Window 1500 x 1500", 1500, 1500, "pivot")
	window("window-type-1500x2100", "Fixed light 1500 x 2100", 1500, 2100, "fixed")
}

func (b *builder) structuralTypes() {
	rect := func(of, id, name string, width, depth float64) {
		b.put("type", id, map[string]any{
			"of": of, "name": name, "materialId": "concrete",
			"profile": map[string]any{"shape": "rect", "width": width, "depth": depth},
		})
	}
	rect("column", "column-type-400x400", "Column 400 x 400", 400, 400)
	rect("beam", "beam-type-300x500", "Beam 300 x 500", 300, 500)
}

// grid makes the grid lines: numbers for those that run north, letters for those
// that run east.
func (b *builder) grid() {
	const beyond = 2500
	for i := range bays + 1 {
		x := float64(i) * bay
		b.put("grid", fmt.Sprintf("grid-%d", i+1), map[string]any{
			"name": fmt.Sprint(i + 1), "start": point(x, -beyond), "end": point(x, depth+beyond),
		})
	}
	for i, y := range lines {
		b.put("grid", fmt.Sprintf("grid-%c", 'a'+i), map[string]any{
			"name": string(rune('A' + i)), "start": point(-beyond, y), "end": point(length+beyond, y),
		})
	}
}

// levels makes the building, its levels and the group of each storey.
func (b *builder) levels(o Options) {
	b.put("building", "building-main", map[string]any{"name": "Main building"})
	for n := range o.Storeys {
		name := "Ground floor"
		if n > 0 {
			name = fmt.Sprintf("Floor %d", n)
		}
		b.put("level", b.levelID(n), map[string]any{
			"name": b.code(n) + " - " + name, "elevation": elevation(n), "buildingId": "building-main",
		})
		b.put("group", "fire-"+b.code(n), map[string]any{"name": "Fire compartment " + b.code(n), "kind": "fire"})
	}
	b.put("level", b.levelID(o.Storeys), map[string]any{
		"name": b.code(o.Storeys) + " - Roof", "elevation": elevation(o.Storeys), "kind": "roof", "buildingId": "building-main",
	})
}
