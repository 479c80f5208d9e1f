package category

type materialMembers struct {
	Color        string  `json:"color" pattern:"#[0-9a-fA-F]{6}" doc:"Colour, #rrggbb. Absent: by its class."`
	Class        string  `json:"class" doc:"What it is, in a word, such as concrete, wood, steel, glass. Absent: not said."`
	Density      float64 `json:"density" unit:"kg/m³" above:"0" doc:"Density in kg/m³. Absent: not known."`
	Conductivity float64 `json:"conductivity" unit:"W/(m·K)" above:"0" doc:"Thermal conductivity in W/(m·K). Absent: not known."`
}

func material() *Definition {
	return &Definition{
		Name: "material", Folder: "materials",
		Doc:     "A material that layers, types and elements are made of.",
		members: materialMembers{},
		derived: materialDerived(),
	}
}
