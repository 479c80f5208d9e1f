package category

func grid() *Definition {
	return &Definition{
		Name: "grid", Folder: "grids",
		Doc:     "A grid line in plan; its name is its label.",
		members: baseline{},
		bounds:  gridBox,
		derived: gridDerived(),
	}
}
