package category

func tray() *Definition {
	return &Definition{
		Name: "tray", Discipline: mep,
		Doc:        "A straight piece of cable tray.",
		members:    run{},
		needs:      [][]string{{"diameter"}, {"size"}},
		excludes:   [][]string{{"diameter", "size"}},
		bounds:     runBox,
		bodies:     runBodies,
		quantities: runQuantities("Qto_CableCarrierSegmentBaseQuantities", "CrossSectionArea"),
		derived:    runDerived(),
	}
}
