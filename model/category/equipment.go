package category

func equipment() *Definition {
	return &Definition{
		Name: "equipment", Discipline: mep,
		Doc:     "A fixture or apparatus, such as a light, a sink or a boiler; its kind says which.",
		members: placed{}, ofType: sized{},
		needs:   [][]string{{"at"}, {"placement"}},
		bounds:  placedBox,
		bodies:  thingBodies,
		derived: placedDerived(),
	}
}
