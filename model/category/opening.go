package category

type openingMembers struct {
	HostID  ref     `json:"hostId" required:"yes" to:"wall curtain-wall slab ceiling roof" doc:"Element that it is cut out of."`
	Offset  float64 `json:"offset" unit:"mm" doc:"In a wall: distance along its baseline from its start to the middle of the opening, in mm. Absent: it has an outline."`
	Sill    float64 `json:"sill" unit:"mm" doc:"In a wall: height of its lower edge above its own level, in mm. Absent: 0."`
	Width   float64 `json:"width" unit:"mm" above:"0" doc:"In a wall: width in mm. Absent: it has an outline."`
	Height  float64 `json:"height" unit:"mm" above:"0" doc:"In a wall: height in mm. Absent: it has an outline."`
	Depth   float64 `json:"depth" unit:"mm" above:"0" doc:"In a wall: depth of a niche in mm. Absent: it goes through."`
	Side    string  `json:"side" enum:"left right" doc:"Face of the wall that a niche is cut into, as seen along its baseline. Absent: left."`
	Outline []point `json:"outline" least:"3" doc:"In a slab, roof or ceiling: its edge in plan, counter-clockwise, [x, y] in mm. Absent: it is in a wall."`
}

func opening() *Definition {
	return &Definition{
		Name: "opening", Discipline: architecture,
		Doc:        "A hole or niche in a wall, or a hole in a slab, roof or ceiling.",
		members:    openingMembers{},
		needs:      [][]string{{"offset", "width", "height"}, {"outline"}},
		excludes:   [][]string{{"offset", "outline"}},
		bounds:     openingBox,
		quantities: openingQuantities,
		derived:    openingDerived(),
	}
}
