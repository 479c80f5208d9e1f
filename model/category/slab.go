package category

type slabMembers struct {
	area
	Offset    float64 `json:"offset" unit:"mm" doc:"Height of its top above its level, in mm. Absent: 0."`
	Thickness float64 `json:"thickness" unit:"mm" above:"0" doc:"Thickness in mm of a slab without a type. Absent: its type's."`
	Slope     slope   `json:"slope" doc:"How its top falls; the offset holds at the outline's first point. Absent: level."`
}

func slab() *Definition {
	return &Definition{
		Name: "slab", Discipline: architecture,
		Doc:     "A floor slab, or a finish that lies on one.",
		members: slabMembers{}, ofType: layered{},
		check:      checkEdges,
		bounds:     slabBox,
		quantities: slabQuantities,
		bodies:     plateBodies,
		derived:    plateDerived(),
	}
}
