package category

type roofMembers struct {
	area
	Offset    float64             `json:"offset" unit:"mm" doc:"Height of the top of its eaves line above its level, in mm. Absent: 0."`
	Thickness float64             `json:"thickness" unit:"mm" above:"0" doc:"Thickness in mm of a roof without a type. Absent: its type's."`
	Slope     slope               `json:"slope" doc:"How the top of a flat roof falls; the offset holds at the outline's first point. Absent: level."`
	Form      string              `json:"form" required:"yes" enum:"flat shed gable hip" doc:"Form of the roof."`
	Pitch     float64             `json:"pitch" unit:"deg" min:"0" max:"89" doc:"Angle of its planes to the horizontal, in degrees. Absent: 0."`
	Overhang  float64             `json:"overhang" unit:"mm" min:"0" doc:"How far it reaches beyond the outline, which is the wall line, in mm. Absent: 0."`
	Direction float64             `json:"direction" unit:"deg" doc:"Direction in plan of the ridge, or of the fall of a shed roof, in degrees from x. Absent: none chosen."`
	Edges     map[string]roofEdge `json:"edges" numbers:"outline" doc:"Index of an outline's edge -> what differs there. Absent: all alike."`
}

type roofEdge struct {
	Pitch    float64 `json:"pitch" unit:"deg" min:"0" max:"89" doc:"Angle of the plane that rises from the edge, in degrees. Absent: the roof's."`
	Overhang float64 `json:"overhang" unit:"mm" min:"0" doc:"Overhang at the edge, in mm. Absent: the roof's."`
}

func roof() *Definition {
	return &Definition{
		Name: "roof", Discipline: architecture,
		Doc:     "A flat, shed, gable or hip roof over an outline.",
		members: roofMembers{}, ofType: layered{},
		check:      checkEdges,
		bounds:     roofBox,
		quantities: roofQuantities,
		bodies:     plateBodies,
		derived:    roofDerived(),
	}
}
