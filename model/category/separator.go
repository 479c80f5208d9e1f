package category

type separatorMembers struct {
	LevelID ref   `json:"levelId" required:"yes" to:"level" doc:"Level whose rooms it bounds."`
	Start   point `json:"start" required:"yes" doc:"Start in plan, [x, y] in mm."`
	End     point `json:"end" required:"yes" doc:"End in plan, [x, y] in mm."`
}

func separator() *Definition {
	return &Definition{
		Name: "separator", Discipline: architecture,
		Doc:     "A line that bounds rooms and is nothing else.",
		members: separatorMembers{},
		bounds:  separatorBox,
		derived: separatorDerived(),
	}
}
