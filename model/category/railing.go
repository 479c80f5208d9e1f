package category

type railingMembers struct {
	HostID ref     `json:"hostId" to:"stair ramp slab wall roof" doc:"Element whose side it runs along. Absent: it has a path."`
	Path   []point `json:"path" least:"2" doc:"Line in plan, [x, y] in mm. Absent: it follows its host."`
	Side   string  `json:"side" enum:"left right" doc:"Side of its host, going up or along it. Absent: it has a path."`
	Height float64 `json:"height" unit:"mm" above:"0" doc:"Height in mm. Absent: 1000."`
}

func railing() *Definition {
	return &Definition{
		Name: "railing", Discipline: architecture,
		Doc:        "A railing along a path or along a side of its host.",
		members:    railingMembers{},
		needs:      [][]string{{"path"}, {"hostId", "side"}},
		bounds:     railingBox,
		quantities: railingQuantities,
		bodies:     railingBodies,
		derived:    railingDerived(),
	}
}
