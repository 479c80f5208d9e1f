package category

type rampMembers struct {
	Path       []point `json:"path" required:"yes" least:"2" doc:"Centre line in plan from the bottom up, [x, y] in mm."`
	Width      float64 `json:"width" required:"yes" unit:"mm" above:"0" doc:"Width in mm."`
	TopLevelID ref     `json:"topLevelId" to:"level" doc:"Level that it leads up to. Absent: its rise says how far."`
	Rise       float64 `json:"rise" unit:"mm" above:"0" doc:"How far it rises from its level, in mm. Absent: up to its top level."`
}

func ramp() *Definition {
	return &Definition{
		Name: "ramp", Discipline: architecture,
		Doc:        "A ramp along a path.",
		members:    rampMembers{},
		needs:      [][]string{{"topLevelId"}, {"rise"}},
		excludes:   [][]string{{"topLevelId", "rise"}},
		bounds:     rampBox,
		quantities: rampQuantities,
		bodies:     rampBodies,
		derived:    rampDerived(),
	}
}
