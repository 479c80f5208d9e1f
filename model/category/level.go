package category

type levelMembers struct {
	Kind       string  `json:"kind" enum:"occupied roof support" doc:"What the level is for. Absent: occupied."`
	Elevation  float64 `json:"elevation" required:"yes" unit:"mm" doc:"Height above the model's zero, in mm."`
	Height     float64 `json:"height" unit:"mm" above:"0" doc:"Height of the storey, in mm. Absent: up to the next occupied or roof level of its building."`
	BuildingID ref     `json:"buildingId" to:"building" doc:"Building that it is a level of. Absent: the model's only one."`
	PartOf     ref     `json:"partOf" to:"level" doc:"Level whose storey a split level or support datum belongs to. Absent: it is a storey of its own."`
}

func level() *Definition {
	return &Definition{
		Name: "level", Folder: "levels",
		Doc:        "A horizontal datum that elements stand on and are measured from.",
		members:    levelMembers{},
		quantities: levelQuantities,
		derived:    levelDerived(),
	}
}
