package category

func typeCategory() *Definition {
	return &Definition{
		Name: "type", Folder: "types",
		Doc:     "What elements of one category have in common; its members depend on what it is a type of.",
		check:   checkType,
		derived: typeDerived(),
	}
}
