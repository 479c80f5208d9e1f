package category

type windowType struct {
	leafSize
	Operation string  `json:"operation" enum:"fixed casement awning hopper sliding pivot" doc:"How it opens. Absent: not said."`
	Frame     float64 `json:"frame" unit:"mm" above:"0" doc:"Width of the frame as seen from the front, in mm. Absent: not said."`
}

func window() *Definition {
	return &Definition{
		Name: "window", Discipline: architecture,
		Doc:     "A window in a wall, a curtain wall or a roof.",
		members: hostedMembers{}, ofType: windowType{},
		needs:      [][]string{{"offset"}, {"at"}},
		excludes:   [][]string{{"offset", "at"}},
		bounds:     openingBox,
		bodies:     windowBodies,
		quantities: doorQuantities("Qto_WindowBaseQuantities"),
		derived:    windowDerived(),
	}
}
