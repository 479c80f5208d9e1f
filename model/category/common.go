package category

// identity is how every record begins.
type identity struct {
	ID       string `json:"id" required:"yes" doc:"Identity of the record in the whole model: lower-case words joined by hyphens. Never changes."`
	Category string `json:"category" required:"yes" doc:"What the record is; decides its other members."`
}

type labels struct {
	Name   string `json:"name" doc:"Name for people. Absent: none."`
	Mark   string `json:"mark" doc:"Mark on drawings and schedules, such as D-01. Absent: none."`
	Number string `json:"number" doc:"Number, such as a room's. Absent: none."`
	Kind   string `json:"kind" doc:"What it is, in a word, such as light-fixture. Absent: nothing beyond its category."`
}

// elementHead and elementTail are the common members of elements, before and after
// the category's own.
type elementHead struct {
	identity
	labels
	TypeID     typeRef `json:"typeId" doc:"Type of the element. Absent: it has none and carries its own sizes."`
	LevelID    ref     `json:"levelId" to:"level" doc:"Level that the element stands on; its heights are measured from there. Absent: from zero."`
	HostID     ref     `json:"hostId" doc:"Element that this one is part of or fixed to. Absent: none."`
	Discipline string  `json:"discipline" enum:"architecture structure mep site" doc:"Discipline that the element lies under. Absent: its category's."`
}

type elementTail struct {
	MaterialID      ref            `json:"materialId" to:"material" doc:"Material. Absent: its type's."`
	GroupIDs        []ref          `json:"groupIds" to:"group" set:"yes" doc:"Groups that it belongs to. Absent: none."`
	Classifications codes          `json:"classifications" doc:"Classification system -> code, or {code, title}. Absent: unclassified."`
	PhaseCreated    string         `json:"phaseCreated" doc:"Phase in which it is built. Absent: the first."`
	PhaseDemolished string         `json:"phaseDemolished" doc:"Phase in which it is taken down. Absent: it stays."`
	Shape           string         `json:"shape" pattern:"[0-9a-f]{64}" doc:"SHA-256 of the GLB under shapes/ that holds its exact body. Absent: the body follows from its members."`
	Placement       placement      `json:"placement" doc:"Where the shape stands. Absent: where the element's own members say."`
	Tags            []string       `json:"tags" set:"yes" doc:"Free words to find it by. Absent: none."`
	Properties      propertyGroups `json:"properties" doc:"Open data: group -> name -> value, in the source's own units. Absent: only its type's."`
	foreign
}

// typeHead and typeTail are the common members of types.
type typeHead struct {
	identity
	Of string `json:"of" required:"yes" doc:"Category that this is a type of."`
	labels
}

type typeTail struct {
	MaterialID      ref            `json:"materialId" to:"material" doc:"Material of its elements. Absent: none said."`
	Classifications codes          `json:"classifications" doc:"Classification system -> code, or {code, title}. Absent: unclassified."`
	Shape           string         `json:"shape" pattern:"[0-9a-f]{64}" doc:"SHA-256 of the GLB under shapes/ that holds the body of its elements. Absent: the body follows from members."`
	Tags            []string       `json:"tags" set:"yes" doc:"Free words to find it by. Absent: none."`
	Properties      propertyGroups `json:"properties" doc:"Open data that its elements inherit: group -> name -> value, in the source's own units. Absent: none."`
	foreign
}

// datumHead and datumTail are the common members of what is not built: buildings,
// levels, grids, groups, materials.
type datumHead struct {
	identity
	labels
}

type datumTail struct {
	Classifications codes          `json:"classifications" doc:"Classification system -> code, or {code, title}. Absent: unclassified."`
	Tags            []string       `json:"tags" set:"yes" doc:"Free words to find it by. Absent: none."`
	Properties      propertyGroups `json:"properties" doc:"Open data: group -> name -> value, in the source's own units. Absent: none."`
	foreign
}

// foreign is how every record ends.
type foreign struct {
	IFCGUID     string            `json:"ifcGuid" pattern:"[0-3][0-9A-Za-z_$]{21}" doc:"Identity in IFC, 22 characters. Absent: made from the id when exported."`
	ExternalIDs map[string]string `json:"externalIds" doc:"Other system -> identity there. Absent: none."`
	Note        string            `json:"note" doc:"A remark for whoever works on it next. Absent: none."`
}

type (
	codes          map[string]classCode
	propertyGroups map[string]map[string]property
)

type classCode struct {
	Code string
	Both titledCode
}

func (classCode) choice() {}

type titledCode struct {
	Code  string `json:"code" required:"yes" doc:"The code."`
	Title string `json:"title" doc:"What the code stands for. Absent: not said."`
}

type property struct {
	Text   string
	Number float64
	Truth  bool
	List   []openData
	Value  measuredValue
}

func (property) choice() {}

type measuredValue struct {
	Value   openData `json:"value" required:"yes" doc:"The value."`
	Unit    string   `json:"unit" doc:"Its unit, as the source writes it. Absent: none or not known."`
	Measure string   `json:"measure" doc:"What is measured, such as an IFC measure type. Absent: not known."`
}

type placement struct {
	At       point3   `json:"at" required:"yes" doc:"Where the shape's origin stands, [x, y, z] in mm, z from the element's level."`
	Rotation float64  `json:"rotation" unit:"deg" doc:"Turn about z, in degrees counter-clockwise. Absent: 0."`
	Axes     []point3 `json:"axes" least:"2" doc:"Directions of the shape's own x and y axes in the model, for a shape that is not upright. Absent: upright."`
}
