package category

type groupMembers struct {
	Kind     string `json:"kind" doc:"What it groups, in a word: apartment, zone, fire, system, assembly. Absent: not said."`
	ParentID ref    `json:"parentId" to:"group" doc:"Group that it is part of. Absent: none."`
}

func group() *Definition {
	return &Definition{
		Name: "group", Folder: "groups",
		Doc:     "Elements that belong together; each names its groups.",
		members: groupMembers{},
		derived: groupDerived(),
	}
}
