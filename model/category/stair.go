package category

type stairMembers struct {
	TopLevelID ref       `json:"topLevelId" required:"yes" to:"level" doc:"Level that it leads up to."`
	TopOffset  float64   `json:"topOffset" unit:"mm" doc:"Height of its end above its top level, in mm. Absent: 0."`
	BaseOffset float64   `json:"baseOffset" unit:"mm" doc:"Height of its start above its level, in mm. Absent: 0."`
	Path       []point   `json:"path" least:"2" doc:"Centre line in plan from the bottom up, [x, y] in mm, with a landing where it turns. Absent: it has flights."`
	Width      float64   `json:"width" unit:"mm" above:"0" doc:"Width in mm. Absent: it has flights."`
	Risers     int       `json:"risers" min:"1" doc:"How many risers it has. Absent: as many as keep them near 170 mm."`
	Flights    []flight  `json:"flights" doc:"Its flights from the bottom up. Absent: it has a path."`
	Landings   []landing `json:"landings" doc:"Its landings from the bottom up. Absent: none, or where its path turns."`
}

type flight struct {
	Path   []point `json:"path" required:"yes" least:"2" doc:"Centre line in plan from the bottom up, [x, y] in mm."`
	Width  float64 `json:"width" required:"yes" unit:"mm" above:"0" doc:"Width in mm."`
	Risers int     `json:"risers" required:"yes" min:"1" doc:"How many risers it has."`
}

type landing struct {
	Outline []point `json:"outline" required:"yes" least:"3" doc:"Edge in plan, counter-clockwise, [x, y] in mm."`
}

func stair() *Definition {
	return &Definition{
		Name: "stair", Discipline: architecture,
		Doc:        "A stair up to another level, along one path or in flights and landings.",
		members:    stairMembers{},
		needs:      [][]string{{"path", "width"}, {"flights"}},
		excludes:   [][]string{{"path", "flights"}},
		bounds:     stairBox,
		quantities: stairQuantities,
		bodies:     stairBodies,
		derived:    stairDerived(),
	}
}
