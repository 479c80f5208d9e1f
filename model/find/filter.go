package find

import (
	"context"
	"reflect"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
)

// Filter picks records: its criteria combine with AND, the values inside one with
// OR. The zero Filter picks every record.
type Filter struct {
	IDs          []string    `json:"ids" also:"id,record,records" doc:"Ids, or names and marks that one record has."`
	Categories   []string    `json:"categories" also:"category" doc:"Categories, such as wall."`
	Disciplines  []string    `json:"disciplines" also:"discipline" enum:"architecture,structure,mep,site" doc:"Disciplines that elements lie under."`
	Levels       []string    `json:"levels" also:"level,levelId,levelIds" doc:"Levels that elements belong to: id, name or ordinal (1 is the lowest)."`
	AtLevels     []string    `json:"atLevels" also:"atLevel" doc:"Levels that elements stand in or pass through."`
	Types        []string    `json:"types" also:"type,typeId,typeIds" doc:"Types of the elements: id or name."`
	Hosts        []string    `json:"hosts" also:"host,hostId,hostIds" doc:"What the elements sit in, such as a door's wall."`
	Materials    []string    `json:"materials" also:"material,materialId,materialIds" doc:"Materials of the record, its type or its type's layers."`
	Groups       []string    `json:"groups" also:"group,groupId,groupIds" doc:"Groups, or systems, that hold the record; groups inside them count."`
	Name         string      `json:"name" doc:"A name with * and ?, whatever the case, such as \"Door 1000*\"."`
	Text         string      `json:"text" doc:"A piece of text in ids, names, marks, numbers, kinds, notes, tags, classifications or properties."`
	Tags         []string    `json:"tags" also:"tag" doc:"Tags."`
	Bounds       *Bounds     `json:"bounds" doc:"A box in the model's coordinates. Rooms of a seed count whole where categories names room, else by their seed."`
	Near         *Near       `json:"near" doc:"A distance around a point."`
	Room         string      `json:"room" doc:"The room that the things stand in: id, number or name."`
	Facing       string      `json:"facing" doc:"Where the outside of exterior walls, and of what sits in them, looks: north, north-east …"`
	Phase        string      `json:"phase" doc:"What stands in the phase: created in it or before, not demolished."`
	Where        []Condition `json:"where" doc:"Conditions on fields; all of them hold."`
	ChangedSince string      `json:"changedSince" doc:"Changed after this commit, sequence, tag or date."`
	ChangedBy    *By         `json:"changedBy" doc:"Changed by this person or agent."`
	Findings     *Findings   `json:"findings" also:"finding" doc:"Named in a finding of the rule or severity; {} is any finding."`
	ReferringTo  string      `json:"referringTo" doc:"Records that name this one in a member."`
}

// Bounds is a box, in mm. Corners have two coordinates (any height) or three.
type Bounds struct {
	Min  []args.Length `json:"min" required:"true" doc:"[x, y] or [x, y, z] in mm."`
	Max  []args.Length `json:"max" required:"true" doc:"[x, y] or [x, y, z] in mm."`
	Mode string        `json:"mode" enum:"intersects,inside" default:"intersects" doc:"Whether a record's own box meets this one or lies in it."`
}

// Near is a distance around a point, in mm, measured to a record's box: in plan
// where the point has two coordinates.
type Near struct {
	Point    []args.Length `json:"point" required:"true" doc:"[x, y] or [x, y, z] in mm."`
	Distance args.Length   `json:"distance" required:"true" min:"0" doc:"In mm."`
}

// Condition is a comparison of one field of a record.
type Condition struct {
	Field string `json:"field" required:"true" doc:"A member, properties.Group.Name or derived.name; typeId.name follows a reference."`
	Op    string `json:"op" enum:"=,!=,<,<=,>,>=,in,matches,exists,missing" default:"=" doc:"!= holds where the field is absent too; in takes a list; matches takes a regular expression."`
	Value any    `json:"value" doc:"What to compare with; a length is mm or text such as \"2.1 m\"."`
}

// By names who changed a record.
type By struct {
	Person string `json:"person" doc:"A part of the person's name or address."`
	Agent  string `json:"agent" doc:"A part of the agent's name."`
}

// Findings names findings.
type Findings struct {
	Rule     string `json:"rule" doc:"A rule such as hosted.overlap, or a family such as hosted."`
	Severity string `json:"severity" enum:"error,warning,info" doc:"The severity."`
}

// IsZero tells whether the filter has no criterion, so that it picks everything.
func (f *Filter) IsZero() bool {
	return f == nil || reflect.ValueOf(*f).IsZero()
}

// Sources answer the criteria that a snapshot alone cannot decide. Each answers a
// set of ids. Where one is nil its criterion is refused.
type Sources struct {
	// Changed answers what changed since a point of the history (empty: ever) by
	// someone (nil: anyone).
	Changed func(ctx context.Context, since string, by *By) (map[string]bool, error)
	// Findings answers what findings of the rule and severity name.
	Findings func(ctx context.Context, of Findings) (map[string]bool, error)
}

// Matcher answers the function that decides for one file, also of another moment
// than s: what the record says itself is read off it, and what it takes other
// records for (places, findings, materials, groups) is as it is in s. Errors are
// those of Apply.
func (f *Filter) Matcher(ctx context.Context, s *model.Snapshot, from Sources) (match func(*model.File) bool, assumed []string, err error) {
	c := compiler{s: s, f: f, from: from}
	if err := c.compile(ctx); err != nil {
		return nil, nil, err
	}
	m := &Matches{s: s}
	return func(file *model.File) bool { return m.matches(file, c.criteria) }, c.assumed, nil
}

// Apply answers the records of s that match. Names, marks and ordinals stand for
// ids where one record has them; what was assumed stands in the answer. Errors are
// of *model.Problem where the filter cannot mean anything in this model.
func (f *Filter) Apply(ctx context.Context, s *model.Snapshot, from Sources) (*Matches, error) {
	if f == nil {
		f = &Filter{}
	}
	c := compiler{s: s, f: f, from: from}
	if err := c.compile(ctx); err != nil {
		return nil, err
	}
	m, err := evaluate(ctx, s, c.criteria)
	if err != nil {
		return nil, err
	}
	m.Assumed = c.assumed
	return m, nil
}
