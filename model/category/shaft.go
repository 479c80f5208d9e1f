package category

type shaftMembers struct {
	Outline    []point `json:"outline" required:"yes" least:"3" doc:"Its edge in plan, counter-clockwise, [x, y] in mm."`
	TopLevelID ref     `json:"topLevelId" required:"yes" to:"level" doc:"Level that it reaches up to."`
	TopOffset  float64 `json:"topOffset" unit:"mm" doc:"Height of its top above its top level, in mm. Absent: 0."`
}

func shaft() *Definition {
	return &Definition{
		Name: "shaft", Discipline: architecture,
		Doc:     "A vertical void that cuts every slab, ceiling and roof above its base.",
		members: shaftMembers{},
		bounds:  shaftBox,
		derived: shaftDerived(),
	}
}
