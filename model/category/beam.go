package category

type beamMembers struct {
	segment
	Rotation float64 `json:"rotation" unit:"deg" doc:"Turn of its section about its axis, in degrees counter-clockwise as seen from its end. Absent: 0."`
	Justify  string  `json:"justify" enum:"center top bottom" doc:"Which line of the profile start -> end is. Absent: center."`
}

func beam() *Definition {
	return &Definition{
		Name: "beam", Discipline: structure,
		Doc:     "A beam between two points in space.",
		members: beamMembers{}, ofType: profiled{},
		bounds:     beamBox,
		quantities: barQuantities("Qto_BeamBaseQuantities"),
		bodies:     beamBodies,
		derived:    beamDerived(),
	}
}
