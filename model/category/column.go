package category

type columnMembers struct {
	At       point   `json:"at" required:"yes" doc:"Middle of its foot in plan, [x, y] in mm."`
	End      point   `json:"end" doc:"Middle of its head in plan, [x, y] in mm, of a slanted column. Absent: upright."`
	Rotation float64 `json:"rotation" unit:"deg" doc:"Turn of its section in plan, in degrees counter-clockwise. Absent: 0."`
	rise
	RoomBounding bool `json:"roomBounding" doc:"Whether it bounds rooms. Absent: true."`
}

func column() *Definition {
	return &Definition{
		Name: "column", Discipline: structure,
		Doc:     "A column, upright or slanted.",
		members: columnMembers{}, ofType: profiled{},
		excludes:   [][]string{{"height", "topLevelId"}},
		check:      checkRise,
		bounds:     columnBox,
		quantities: barQuantities("Qto_ColumnBaseQuantities"),
		bodies:     columnBodies,
		derived:    columnDerived(),
	}
}
