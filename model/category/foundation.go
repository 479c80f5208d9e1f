package category

type foundationMembers struct {
	HostID  ref     `json:"hostId" to:"wall column" doc:"Wall or column that it carries; its top is the host's base. Absent: it has an outline or a place."`
	Outline []point `json:"outline" least:"3" doc:"Edge in plan, counter-clockwise, [x, y] in mm. Absent: it has a place or a host."`
	At      point   `json:"at" doc:"Middle in plan, [x, y] in mm. Absent: it has an outline or a host."`
	Size    point   `json:"size" doc:"Extent along x and y, [x, y] in mm, about its middle. Absent: it has an outline or a host."`
	Width   float64 `json:"width" unit:"mm" above:"0" doc:"Width under its host, in mm. Absent: it has an outline or a place."`
	Depth   float64 `json:"depth" required:"yes" unit:"mm" above:"0" doc:"How far it reaches down from its top, in mm."`
}

func foundation() *Definition {
	return &Definition{
		Name: "foundation", Discipline: structure,
		Doc:        "A raft (outline), a pad (place and size) or a footing under a wall or column. Its top is its level, or the host's base.",
		members:    foundationMembers{},
		needs:      [][]string{{"outline"}, {"at", "size"}, {"hostId", "width"}},
		bounds:     foundationBox,
		quantities: footingQuantities,
		bodies:     foundationBodies,
		derived:    foundationDerived(),
	}
}
