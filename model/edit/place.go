package edit

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

// seatArgs say which host a new element goes into, and where along it.
type seatArgs struct {
	Host     string       `json:"host" required:"true" also:"wall,hostId,wallId,roof,slab,newHost" doc:"What it goes into, by id or name: a wall, curtain wall or roof; openings also a slab or ceiling."`
	Distance *args.Length `json:"distance" also:"offset+to=centre,position,along" doc:"Distance in mm along the host. From a jamb, a negative one runs towards the host's start; from [x, y] it runs towards the farther end."`
	Fraction *float64     `json:"fraction" join:"|" min:"0" max:"1" also:"ratio,t" doc:"Centre as a part of the host's length, 0 at its start to 1."`
	Near     *args.Point  `json:"near" join:"|" also:"point,at,location" doc:"Centre where the host is closest to [x, y]."`
	Center   bool         `json:"center" join:"|" also:"centre,centered,middle" doc:"Centre in the middle of the host."`
	From     anchor       `json:"from" also:"reference,measuredFrom" doc:"Where distance starts: start or end of the host, a compass word for the end that lies there, [x, y] such as a room's corner, or a door, window or opening of the host for its jamb. Absent: start."`
	To       string       `json:"to" enum:"edge,centre,center" default:"edge" also:"measureTo" doc:"Where distance ends: at the opening's nearer edge or at its centre. Absent: edge."`
}

// ways answers how many ways of saying a place are used.
func (a *seatArgs) ways() int {
	given := 0
	for _, there := range []bool{a.Distance != nil, a.Fraction != nil, a.Near != nil, a.Center} {
		if there {
			given++
		}
	}
	return given
}

// says tells whether a place is given at all.
func (a *seatArgs) says() bool { return a.ways() > 0 }

// whatArgs say what a new door or window is.
type whatArgs struct {
	Like   string       `json:"like" also:"sameAs,copyOf" doc:"Another one whose type, size, sill and the rest it takes, all but place and labels."`
	Type   string       `json:"type" join:"|" also:"typeId,doorType,windowType,family" doc:"Its type, by id or name."`
	Width  *args.Length `json:"width" join:"|" above:"0" doc:"Width of the opening in mm, where it is not the type's."`
	Height *args.Length `json:"height" join:"+" above:"0" doc:"Height of the opening in mm, where it is not the type's."`
}

// labelArgs say how high a new element stands and what it is called.
type labelArgs struct {
	Level string       `json:"level" also:"levelId,storey,floor" doc:"Level that it belongs to and its sill counts from. Absent: the host's."`
	Sill  *args.Length `json:"sill" also:"sillHeight,bottom,baseOffset" doc:"Height in mm of its lower edge above its level. Absent: as like, else 900 for windows, 0 for the rest."`
	ID    string       `json:"id" also:"newId" doc:"Id of the new record. Absent: made."`
	Name  string       `json:"name" doc:"Its name."`
	Mark  string       `json:"mark" also:"tag" doc:"Its mark, such as D-07."`
}

// newcomer is a door, window or opening being placed.
type newcomer struct {
	tx     *Tx
	s      *model.Snapshot
	host   *model.Record
	record *model.Record
}

// enter finds the host, of one of the categories, and starts the record that goes
// into it.
func (tx *Tx) enter(category, host, chosen string, hosts ...string) (*newcomer, error) {
	h, err := tx.One(host, find.Want{Categories: hosts, Role: "host"})
	if err != nil {
		return nil, err
	}
	id, err := tx.NewID(category, chosen)
	if err != nil {
		return nil, err
	}
	r := model.NewRecord(model.Object{{Name: "id", Value: id}, {Name: "category", Value: category}, {Name: "hostId", Value: h.ID()}})
	return &newcomer{tx, tx.Snapshot(), h, r}, nil
}

// place makes the record what the arguments say, puts it into its host and writes it.
func (n *newcomer) place(what whatArgs, label labelArgs, seat seatArgs) error {
	for _, step := range []func() error{
		func() error { return n.be(what) },
		func() error { return n.stand(label) },
		func() error { return n.seat(seat) },
		n.put,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// be makes the record like another one, of a type, of a size of its own, or of the
// only type that there is.
func (n *newcomer) be(a whatArgs) error {
	if a.Like != "" {
		if err := n.resemble(a.Like); err != nil {
			return err
		}
	}
	if a.Type != "" {
		t, err := n.tx.Type(a.Type, n.record.Category())
		if err != nil {
			return err
		}
		n.record = n.record.Without("width").Without("height").With("typeId", t.ID())
	}
	if a.Width != nil {
		n.record = n.record.With("width", float64(*a.Width))
	}
	if a.Height != nil {
		n.record = n.record.With("height", float64(*a.Height))
	}
	if a.Like == "" && a.Type == "" && (a.Width == nil || a.Height == nil) {
		return n.onlyType()
	}
	return nil
}

// resemble takes over all of another one but what is its alone and where it is.
func (n *newcomer) resemble(like string) error {
	c := n.record.Category()
	other, err := n.tx.One(like, find.Want{Categories: []string{c}, Role: "like"})
	if err != nil {
		return err
	}
	for _, name := range append([]string{"name", "hostId", "offset", "at", "outline", "levelId", "shape", "placement", "note"}, own...) {
		other = other.Without(name)
	}
	for _, name := range []string{"id", "hostId", "hinge", "swing"} {
		if n.record.Has(name) {
			other = other.With(name, n.record.Get(name))
		}
	}
	n.record = other
	return nil
}

// onlyType takes the one type that the category has.
func (n *newcomer) onlyType() error {
	c := n.record.Category()
	types := n.tx.typesOf(c)
	if len(types) == 1 {
		n.record = n.record.With("typeId", types[0])
		n.tx.assumed = append(n.tx.assumed, fmt.Sprintf("type: %s, the only %s type", types[0], word(c)))
		return nil
	}
	message := fmt.Sprintf("%s needs a size: width and height, or like", n.tx.command.Name)
	switch {
	case len(types) > 12:
		message += fmt.Sprintf(", or one of %d types", len(types))
	case len(types) > 0:
		message += ", or type: one of " + strings.Join(types, ", ")
	}
	return n.tx.Invalid("/width", message, nil)
}

// stand gives the record its level, sill and labels.
func (n *newcomer) stand(a labelArgs) error {
	level := n.host.String("levelId")
	if a.Level != "" {
		l, err := n.tx.Level("level", a.Level)
		if err != nil {
			return err
		}
		level = l.ID()
	}
	if level != "" {
		n.record = n.record.With("levelId", level)
	}
	sill, known := n.record.Number("sill")
	if !known && n.record.Category() == "window" {
		sill = usualSill
	}
	if a.Sill != nil {
		sill = float64(*a.Sill)
	}
	n.record = n.record.With("sill", optional(sill))
	n.record = withWords(n.record, map[string]string{"name": a.Name, "mark": a.Mark})
	return nil
}

// usualSill is the height of a window's lower edge where nothing says it, in mm.
const usualSill = 900

// seat puts the record into its host at the place that the arguments mean.
func (n *newcomer) seat(a seatArgs) error {
	if n.host.Category() == "roof" {
		return n.seatInRoof(a)
	}
	host, ok := runOf(n.s, n.host)
	if !ok {
		return n.tx.Invalid("/host", fmt.Sprintf("%s has no baseline", titled(n.host)), a.Host)
	}
	width, _, ok := category.Size(n.s, n.record)
	if !ok {
		return n.tx.Invalid("/type", fmt.Sprintf("neither %s nor its type says how wide and high it is; give it width and height", titled(n.record)), nil)
	}
	if given := a.ways(); given != 1 {
		return n.onePlace(host, given)
	}
	middle, err := n.middle(host, width, a)
	if err != nil {
		return err
	}
	n.record = n.record.With("offset", geom.Round(middle))
	return n.fit(host)
}

// onePlace is the problem of arguments that say no place or several. It offers the
// place that fits closest to the middle of the host.
func (n *newcomer) onePlace(host *run, given int) error {
	p := n.tx.invalid("/distance", fmt.Sprintf("%s takes exactly one of distance, fraction, near and center to say where along %s; %d are given",
		n.tx.command.Name, n.host.ID(), given), nil)
	n.record = n.record.With("offset", geom.Round(host.line.Length()/2))
	if at, ok := category.Opening(n.s, n.record); ok {
		if place, ok := nearest(free(n.s, host, n.record.ID(), at), span{at.From, at.To}); ok {
			p.Details["try"] = n.tx.elsewhere(place)
		}
	}
	return p
}

// seatInRoof puts a roof light or hatch at a point of a roof.
func (n *newcomer) seatInRoof(a seatArgs) error {
	if a.Near == nil {
		return n.tx.Invalid("/near", fmt.Sprintf("%s is a roof; say where with near [x, y]", titled(n.host)), nil)
	}
	at := geom.Point{X: a.Near[0], Y: a.Near[1]}
	outline, ok := category.Outline(n.host)
	if !ok || outline.Locate(at, geom.JoinTolerance) != geom.Inside {
		return n.tx.Invalid("/near", fmt.Sprintf("[%v, %v] does not lie in the outline of %s", at.X, at.Y, titled(n.host)), model.PointValue(at.X, at.Y))
	}
	n.record = n.record.With("at", pointValue(at)).Without("hinge").Without("swing")
	return nil
}

// put writes the record.
func (n *newcomer) put() error {
	if err := n.tx.Put(n.record); err != nil {
		return err
	}
	n.tx.Say("Place", []*model.Record{n.record}, "in "+spoken(n.host))
	return nil
}

// withWords answers a record with the members that are given.
func withWords(r *model.Record, words map[string]string) *model.Record {
	for name, word := range words {
		if word != "" {
			r = r.With(name, word)
		}
	}
	return r
}
