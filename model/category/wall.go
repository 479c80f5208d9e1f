package category

type wallMembers struct {
	baseline
	rise
	TopHostIDs   []ref    `json:"topHostIds" to:"roof slab" set:"yes" doc:"Roofs and slabs that it runs up to and is cut by. Absent: none."`
	Thickness    float64  `json:"thickness" unit:"mm" above:"0" doc:"Thickness in mm of a wall without a type. Absent: its type's."`
	Location     string   `json:"location" enum:"center left right core-center core-left core-right" doc:"Line of the wall that start -> end is: its middle, a face, or a line of its structural layers. Absent: center."`
	Flipped      bool     `json:"flipped" doc:"Whether the type's layers run from right to left. Absent: false."`
	External     bool     `json:"external" doc:"Whether it is meant as an external wall; derived.exterior says whether it is one. Absent: not said."`
	LoadBearing  bool     `json:"loadBearing" doc:"Whether it bears loads. Absent: not said."`
	RoomBounding bool     `json:"roomBounding" doc:"Whether it bounds rooms. Absent: true."`
	Ends         wallEnds `json:"ends" doc:"How its ends join other walls. Absent: auto at both."`
	Clips        []clip   `json:"clips" doc:"Planes that cut its body, {at, normal}: what lies on the side that normal points to is cut away. Absent: none."`
}

type wallEnds struct {
	Start wallEnd `json:"start" doc:"The end at start. Absent: auto."`
	End   wallEnd `json:"end" doc:"The end at end. Absent: auto."`
}

type wallEnd struct {
	Join     string  `json:"join" enum:"auto none butt" doc:"How the end joins what it meets. Absent: auto."`
	Priority int     `json:"priority" doc:"Which of the joined walls runs through: the higher. Absent: by the layers."`
	Cut      []point `json:"cut" least:"2" doc:"Where the end face of an imported body really runs, plan points from left to right in mm. Absent: as the join makes it."`
}

// clip is a plane that cuts a wall's body as a saw does: all that lies on the side to
// which its normal points falls away, along the whole wall. Several clips leave what
// lies on the near side of each.
type clip struct {
	At     point3 `json:"at" required:"yes" doc:"A point of the plane, [x, y, z] in mm, z from the wall's level."`
	Normal point3 `json:"normal" required:"yes" doc:"Direction square to the plane, to the side that is cut away, [x, y, z] of any length: [0, 0, 1] cuts away what is above."`
}

func wall() *Definition {
	return &Definition{
		Name: "wall", Discipline: architecture,
		Doc:     "A wall along a straight or curved baseline.",
		members: wallMembers{}, ofType: layered{},
		excludes:   [][]string{{"height", "topLevelId"}},
		check:      checkRise,
		bounds:     wallBox,
		quantities: wallQuantities,
		bodies:     wallBodies,
		derived:    wallDerived(),
	}
}
