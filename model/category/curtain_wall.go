package category

type curtainWallMembers struct {
	HostID ref `json:"hostId" to:"wall" doc:"Wall that it is embedded in and cuts. Absent: it stands by itself."`
	wallMembers
	MullionSpacing spacing `json:"mullionSpacing" doc:"Spacing of mullions along it in mm, or a list of their distances from its start. Absent: none between its ends."`
	TransomSpacing spacing `json:"transomSpacing" doc:"Spacing of transoms up it in mm, or a list of their heights above its base. Absent: none between base and top."`
	MullionOffset  float64 `json:"mullionOffset" unit:"mm" doc:"Distance of the first mullion from its start, in mm. Absent: 0."`
	TransomOffset  float64 `json:"transomOffset" unit:"mm" doc:"Height of the first transom above its base, in mm. Absent: 0."`
}

type spacing struct {
	Every float64   `unit:"mm" above:"0"`
	At    []float64 `unit:"mm"`
}

func (spacing) choice() {}

func curtainWall() *Definition {
	return &Definition{
		Name: "curtain-wall", Discipline: architecture,
		Doc:     "A wall of mullions, transoms and panes along a straight or curved baseline.",
		members: curtainWallMembers{}, ofType: layered{},
		excludes:   [][]string{{"height", "topLevelId"}},
		check:      checkRise,
		bounds:     wallBox,
		quantities: curtainWallQuantities,
		bodies:     curtainWallBodies,
		derived:    wallDerived(),
	}
}
