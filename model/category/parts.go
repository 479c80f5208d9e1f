package category

// Members that several categories share.

// rise says how far up an element reaches.
type rise struct {
	BaseOffset float64 `json:"baseOffset" unit:"mm" doc:"Height of its base above its level, in mm. Absent: 0."`
	Height     float64 `json:"height" unit:"mm" doc:"Height from its base, in mm. Absent: it reaches its top level."`
	TopLevelID ref     `json:"topLevelId" to:"level" doc:"Level that it reaches up to. Absent: its height, else the top of its storey."`
	TopOffset  float64 `json:"topOffset" unit:"mm" doc:"Height of its top above its top level, in mm. Absent: 0."`
}

// baseline is a line in plan, straight or an arc.
type baseline struct {
	Start   point   `json:"start" required:"yes" doc:"Start in plan, [x, y] in mm."`
	End     point   `json:"end" required:"yes" doc:"End in plan, [x, y] in mm."`
	Sagitta float64 `json:"sagitta" unit:"mm" doc:"Rise of the arc over its chord, in mm, positive to the left of start -> end. Absent: straight."`
}

// segment is a straight line in space.
type segment struct {
	Start point3 `json:"start" required:"yes" doc:"Start of its axis, [x, y, z] in mm, z from its level."`
	End   point3 `json:"end" required:"yes" doc:"End of its axis, [x, y, z] in mm, z from its level."`
}

// area is a flat outline with holes.
type area struct {
	Outline []point            `json:"outline" required:"yes" least:"3" doc:"Outer edge in plan, counter-clockwise, the first point not repeated, [x, y] in mm."`
	Holes   [][]point          `json:"holes" doc:"Inner edges in plan, each clockwise, [x, y] in mm. Absent: none."`
	Arcs    map[string]float64 `json:"arcs" numbers:"outline" unit:"mm" doc:"Index of an outline's edge -> rise of its arc in mm, positive to the left of the edge. Absent: all straight."`
}

type slope struct {
	Pitch     float64 `json:"pitch" required:"yes" unit:"deg" min:"0" max:"89" doc:"Angle to the horizontal, in degrees."`
	Direction float64 `json:"direction" required:"yes" unit:"deg" doc:"Direction of the fall in plan, in degrees from x."`
}

// layered is a type that is built up of layers or simply has a thickness.
type layered struct {
	Layers    []layer `json:"layers" doc:"Layers in order: of walls from left to right of start -> end, of slabs and roofs from the top down. Absent: one body of the thickness."`
	Thickness float64 `json:"thickness" unit:"mm" above:"0" doc:"Thickness in mm. Absent: the sum of the layers."`
}

type layer struct {
	MaterialID ref     `json:"materialId" to:"material" doc:"Material of the layer. Absent: not said."`
	Thickness  float64 `json:"thickness" required:"yes" unit:"mm" min:"0" doc:"Thickness in mm."`
	Function   string  `json:"function" required:"yes" enum:"structure substrate insulation finish membrane air" doc:"What the layer is for."`
	Priority   int     `json:"priority" doc:"Which layer runs through where walls join: the higher. Absent: by its function."`
}

// hostedSize is the structural opening of a door or window.
type hostedSize struct {
	Width  float64 `json:"width" unit:"mm" above:"0" doc:"Width of the structural opening, in mm. Absent: its type's."`
	Height float64 `json:"height" unit:"mm" above:"0" doc:"Height of the structural opening, in mm. Absent: its type's."`
}

// profiled is a type whose elements are a section drawn along an axis.
type profiled struct {
	Profile profile `json:"profile" doc:"Section across the axis. Absent: the body is a shape."`
}

type profile struct {
	Shape           string  `json:"shape" required:"yes" enum:"rect round i l t u cross rect-hollow round-hollow" doc:"Form of the section."`
	Width           float64 `json:"width" unit:"mm" above:"0" doc:"Width in mm. Absent for round sections."`
	Depth           float64 `json:"depth" unit:"mm" above:"0" doc:"Depth in mm, upwards in a beam. Absent for round sections."`
	Diameter        float64 `json:"diameter" unit:"mm" above:"0" doc:"Outer diameter in mm. Only for round sections."`
	WebThickness    float64 `json:"webThickness" unit:"mm" above:"0" doc:"Thickness of the web in mm. Only for i, l, t, u and cross."`
	FlangeThickness float64 `json:"flangeThickness" unit:"mm" above:"0" doc:"Thickness of the flange in mm. Only for i, l, t, u and cross."`
	WallThickness   float64 `json:"wallThickness" unit:"mm" above:"0" doc:"Thickness of the wall in mm. Only for hollow sections."`
}

// sized is a type of things that are put down whole.
type sized struct {
	Size point3 `json:"size" doc:"Extent [x, y, z] in mm, about its place in plan and up from it. Absent: the body is a shape."`
}

// placed is a thing that is put down whole.
type placed struct {
	HostID     ref     `json:"hostId" doc:"Element that it is fixed to. Absent: none."`
	At         point   `json:"at" doc:"Where it stands in plan, [x, y] in mm. Absent: where its placement says."`
	BaseOffset float64 `json:"baseOffset" unit:"mm" doc:"Height of its base above its level, in mm. Absent: 0."`
	Rotation   float64 `json:"rotation" unit:"deg" doc:"Turn in plan, in degrees counter-clockwise. Absent: 0."`
}

// run is a piece of pipe, duct or tray.
type run struct {
	segment
	Diameter float64 `json:"diameter" unit:"mm" above:"0" doc:"Outer diameter in mm. Absent: it has a size."`
	Size     point   `json:"size" doc:"Width and height of its section, [x, y] in mm. Absent: it has a diameter."`
	SystemID ref     `json:"systemId" to:"group" doc:"System that it belongs to. Absent: none."`
	FromID   ref     `json:"fromId" doc:"Element that its start is connected to. Absent: open."`
	ToID     ref     `json:"toId" doc:"Element that its end is connected to. Absent: open."`
}
