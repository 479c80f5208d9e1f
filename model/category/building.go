package category

type buildingMembers struct {
	Elevation float64 `json:"elevation" unit:"mm" doc:"Height of its zero above the model's, in mm; for information, levels do not follow it. Absent: 0."`
	Address   string  `json:"address" doc:"Postal address. Absent: not said."`
}

func building() *Definition {
	return &Definition{
		Name: "building", Folder: "buildings",
		Doc:        "A building of the site. A model without one has one implied.",
		members:    buildingMembers{},
		quantities: buildingQuantities,
		derived:    buildingDerived(),
	}
}
