package category

type ceilingMembers struct {
	area
	Offset    float64 `json:"offset" unit:"mm" doc:"Height of its underside above its level, in mm. Absent: 0."`
	Thickness float64 `json:"thickness" unit:"mm" above:"0" doc:"Thickness in mm of a ceiling without a type. Absent: its type's."`
	Slope     slope   `json:"slope" doc:"How its underside falls; the offset holds at the outline's first point. Absent: level."`
}

func ceiling() *Definition {
	return &Definition{
		Name: "ceiling", Discipline: architecture,
		Doc:     "A suspended or applied ceiling.",
		members: ceilingMembers{}, ofType: layered{},
		check:      checkEdges,
		bounds:     ceilingBox,
		quantities: ceilingQuantities,
		bodies:     plateBodies,
		derived:    plateDerived(),
	}
}
