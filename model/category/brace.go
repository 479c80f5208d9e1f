package category

func brace() *Definition {
	return &Definition{
		Name: "brace", Discipline: structure,
		Doc:     "A brace between two points in space.",
		members: beamMembers{}, ofType: profiled{},
		bounds:     beamBox,
		quantities: barQuantities("Qto_MemberBaseQuantities"),
		bodies:     beamBodies,
		derived:    beamDerived(),
	}
}
