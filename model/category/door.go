package category

type hostedMembers struct {
	HostID ref     `json:"hostId" required:"yes" to:"wall curtain-wall roof" doc:"Wall, curtain wall or roof that it stands in."`
	Offset float64 `json:"offset" unit:"mm" doc:"Distance along the host's baseline from its start to the middle of the opening, in mm. Absent: it stands in a roof."`
	At     point   `json:"at" doc:"Middle of the opening in plan, [x, y] in mm, in a roof. Absent: it stands in a wall."`
	Sill   float64 `json:"sill" unit:"mm" doc:"Height of its lower edge above its own level, in mm. Absent: 0."`
	hostedSize
	Hinge string `json:"hinge" enum:"start end" doc:"Which side the hinges are on, along the host's direction. Absent: not said."`
	Swing string `json:"swing" enum:"left right" doc:"Side of the host's direction that it opens to. Absent: not said."`
}

type leafSize struct {
	Width     float64 `json:"width" unit:"mm" above:"0" doc:"Width of the structural opening, in mm. Absent: each element has its own."`
	Height    float64 `json:"height" unit:"mm" above:"0" doc:"Height of the structural opening, in mm. Absent: each element has its own."`
	LeafWidth float64 `json:"leafWidth" unit:"mm" above:"0" doc:"Clear width of the leaf, in mm. Absent: not said."`
	Leaves    int     `json:"leaves" min:"1" max:"2" doc:"How many leaves it has. Absent: 1."`
}

type doorType struct {
	leafSize
	Operation string  `json:"operation" enum:"swing double-acting sliding folding revolving overhead" doc:"How it opens. Absent: not said."`
	Frame     float64 `json:"frame" unit:"mm" above:"0" doc:"Width of the frame as seen from the front, in mm. Absent: not said."`
}

func door() *Definition {
	return &Definition{
		Name: "door", Discipline: architecture,
		Doc:     "A door in a wall, a curtain wall or, as a hatch, a roof.",
		members: hostedMembers{}, ofType: doorType{},
		needs:      [][]string{{"offset"}, {"at"}},
		excludes:   [][]string{{"offset", "at"}},
		bounds:     openingBox,
		bodies:     doorBodies,
		quantities: doorQuantities("Qto_DoorBaseQuantities"),
		derived:    doorDerived(),
	}
}
