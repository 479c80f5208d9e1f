package category

type roomMembers struct {
	Outline    []point `json:"outline" least:"3" doc:"Edge in plan, counter-clockwise, [x, y] in mm. Absent: what surrounds its seed."`
	Seed       point   `json:"seed" doc:"A point in the room, [x, y] in mm; walls, curtain walls, columns and separators around it bound the room. Absent: it has an outline or is not placed."`
	TargetArea float64 `json:"targetArea" unit:"m²" above:"0" doc:"Area that is asked for, in m². Absent: none."`
	Use        string  `json:"use" doc:"What the room is used for, in a word. Absent: not said."`
	BaseOffset float64 `json:"baseOffset" unit:"mm" doc:"Height of its floor above its level, in mm. Absent: 0."`
	Height     float64 `json:"height" unit:"mm" above:"0" doc:"Height from its floor, in mm. Absent: it reaches its top level."`
	TopLevelID ref     `json:"topLevelId" to:"level" doc:"Level that it reaches up to. Absent: its height, else the top of its storey."`
	TopOffset  float64 `json:"topOffset" unit:"mm" doc:"Height of its top above its top level, in mm. Absent: 0."`
	LevelID    ref     `json:"levelId" required:"yes" to:"level" doc:"Level that the room is on."`
}

func room() *Definition {
	return &Definition{
		Name: "room", Discipline: architecture,
		Doc:        "A room: an outline, or a seed whose boundary is derived.",
		members:    roomMembers{},
		needs:      [][]string{{"outline"}, {"seed"}, {"targetArea"}},
		excludes:   [][]string{{"outline", "seed"}, {"height", "topLevelId"}},
		bounds:     roomBox,
		quantities: roomQuantities,
		derived:    roomDerived(),
	}
}
