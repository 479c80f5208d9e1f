package category

func furniture() *Definition {
	return &Definition{
		Name: "furniture", Discipline: architecture,
		Doc:     "A piece of furniture.",
		members: placed{}, ofType: sized{},
		needs:   [][]string{{"at"}, {"placement"}},
		bounds:  placedBox,
		bodies:  thingBodies,
		derived: placedDerived(),
	}
}
