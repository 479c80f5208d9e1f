package category

func duct() *Definition {
	return &Definition{
		Name: "duct", Discipline: mep,
		Doc:        "A straight piece of air duct.",
		members:    run{},
		needs:      [][]string{{"diameter"}, {"size"}},
		excludes:   [][]string{{"diameter", "size"}},
		bounds:     runBox,
		bodies:     runBodies,
		quantities: runQuantities("Qto_DuctSegmentBaseQuantities", "GrossCrossSectionArea"),
		derived:    runDerived(),
	}
}
