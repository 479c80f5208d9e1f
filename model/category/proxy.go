package category

type proxyMembers struct {
	Class string `json:"class" doc:"What its source calls it, such as a class of IFC. Absent: not known."`
}

func proxy() *Definition {
	return &Definition{
		Name: "proxy", Discipline: architecture,
		Doc:     "Anything imported that no other category describes, or that lacks what its category requires.",
		members: proxyMembers{},
	}
}
