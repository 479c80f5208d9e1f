package category

func pipe() *Definition {
	return &Definition{
		Name: "pipe", Discipline: mep,
		Doc:        "A straight piece of pipe.",
		members:    run{},
		needs:      [][]string{{"diameter"}, {"size"}},
		excludes:   [][]string{{"diameter", "size"}},
		bounds:     runBox,
		bodies:     runBodies,
		quantities: runQuantities("Qto_PipeSegmentBaseQuantities", "GrossCrossSectionArea"),
		derived:    runDerived(),
	}
}
