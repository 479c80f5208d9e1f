package edit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

type mergeWallsArgs struct {
	Walls []string `json:"walls" required:"true" also:"id,ids,wall,elements" doc:"The walls, two or more; the first keeps its id and gives what they do not have in common."`
	KeepShape
}

func mergeWalls() *Command {
	return define(Command{Name: "merge_walls", Geometric: true, Destructive: true, Also: []string{"merge", "combine_walls", "unite_walls"},
		Summary: "Make one wall of walls that stand end to end in one line",
		Doc: `The walls stand end to end on one line or arc, with the same type, level, heights, faces and phases. The first
takes the whole length, keeping its id, name and direction; the others go. Doors, windows and all else that they
host stay where they are in the world, in it; a footing or railing without a place of its own goes where the first
has the same. The opposite of split_wall.`},
		`{"command": "merge_walls", "walls": ["wall-south", "wall-south-east"]}`, runMergeWalls)
}

func runMergeWalls(_ context.Context, tx *Tx, a mergeWallsArgs) error {
	var walls []*model.Record
	for _, name := range a.Walls {
		r, _, err := tx.wall("walls", name)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(walls, func(o *model.Record) bool { return o.ID() == r.ID() }) {
			walls = append(walls, r)
		}
	}
	if len(walls) < 2 {
		tx.Note("%s is one wall already; nothing changes", titled(walls[0]))
		return nil
	}
	first := walls[0].ID()
	for left := walls[1:]; len(left) > 0; {
		i := slices.IndexFunc(left, func(r *model.Record) bool { _, ok := tx.seam(first, r); return ok })
		if i < 0 {
			return tx.Invalid("/walls", fmt.Sprintf("%s does not go on where %s ends, in one line with it", titled(left[0]), titled(walls[0])), left[0].ID())
		}
		if err := tx.merge(first, left[i], a.KeepShape); err != nil {
			return err
		}
		left = slices.Delete(slices.Clone(left), i, i+1)
	}
	tx.Say("Merge", walls, "into "+first)
	return nil
}

// seam is where a wall goes on in another one.
type seam struct {
	whole   geom.Curve // the line of both, in the direction of the first
	grows   wallEnd    // the end of the first that moves
	outer   wallEnd    // the end of the other that it moves to
	forward bool       // whether both run the same way
}

// seam answers where a wall goes on in another one, false where it does not.
func (tx *Tx) seam(first string, other *model.Record) (seam, bool) {
	a, ok := hostLine(tx.Record(first))
	b, ok2 := hostLine(other)
	if !ok || !ok2 || a.IsArc() != b.IsArc() {
		return seam{}, false
	}
	for _, e := range [...]wallEnd{atStart, atEnd} {
		for _, f := range [...]wallEnd{atStart, atEnd} {
			if !e.point(a).Near(f.point(b), geom.JoinTolerance) {
				continue
			}
			j := seam{whole: e.put(a, (atEnd - f).point(b)), grows: e, outer: atEnd - f, forward: e != f}
			if a.IsArc() && e == atEnd {
				j.whole.Sagitta = tidy(a.Part(0, a.Length()+b.Length()).Sagitta)
			} else if a.IsArc() {
				j.whole.Sagitta = tidy(a.Part(-b.Length(), a.Length()).Sagitta)
			}
			if runsThrough(j.whole, a, b) {
				return j, true
			}
		}
	}
	return seam{}, false
}

// runsThrough tells whether two lines make up a whole one.
func runsThrough(whole, a, b geom.Curve) bool {
	for _, part := range [...]geom.Curve{a, b} {
		for _, d := range [...]float64{0, part.Length() / 2, part.Length()} {
			if whole.Project(part.PointAt(d)).Distance > geom.JoinTolerance {
				return false
			}
		}
	}
	return whole.Length() > max(a.Length(), b.Length())+geom.JoinTolerance
}

// merge takes another wall into the first.
func (tx *Tx) merge(first string, other *model.Record, keep KeepShape) error {
	l := newRelining(tx, keep)
	r := tx.Record(first)
	j, _ := tx.seam(first, other)
	if err := tx.mergeable(l.s, r, other, j.forward); err != nil {
		return err
	}
	was, _ := hostLine(r)
	if err := l.reline(first, bend{before: was, after: j.whole}); err != nil {
		return err
	}
	says, _ := other.Object("ends").Get(j.outer.String()).(model.Object)
	if err := tx.Put(withEnd(tx.Record(first), j.grows, func(model.Object) model.Object { return says })); err != nil {
		return err
	}
	to, _ := runOf(tx.Snapshot(), tx.Record(first))
	if err := tx.takeOver(l.s, other, to, j.forward); err != nil {
		return err
	}
	tx.Delete(other.ID())
	return nil
}

// alike are the members that walls have to have in common to be merged.
var alike = []string{"category", "typeId", "levelId", "hostId", "discipline", "baseOffset", "height", "topLevelId", "topOffset", "topHostIds", "thickness",
	"roomBounding", "clips", "materialId", "phaseCreated", "phaseDemolished", "mullionSpacing", "transomSpacing", "mullionOffset", "transomOffset"}

// mergeable refuses walls that are not of one kind, and notes what the second says
// that goes with it.
func (tx *Tx) mergeable(s *model.Snapshot, r, other *model.Record, forward bool) error {
	for _, name := range alike {
		if v, w := r.Get(name), other.Get(name); !model.Equal(v, w) {
			return tx.Invalid("/walls", fmt.Sprintf("%s and %s differ: %s is %s and %s", titled(r), titled(other), name, brief(v), brief(w)), other.ID())
		}
	}
	a, _ := runOf(s, r)
	b, _ := runOf(s, other)
	left, right, flipped := b.left, b.right, other.Bool("flipped", false)
	if !forward {
		left, right, flipped = -b.right, -b.left, !flipped
	}
	if t := category.TypeOf(s, r); (t == nil || !mirrorsItself(t)) && flipped != r.Bool("flipped", false) {
		return tx.Invalid("/walls", fmt.Sprintf("the layers of %s and %s run opposite ways; flip one of them first", titled(r), titled(other)), other.ID())
	}
	if d := max(left-a.left, a.left-left, right-a.right, a.right-right); d > geom.JoinTolerance {
		return tx.Invalid("/walls", fmt.Sprintf("the faces of %s and %s lie %s apart", titled(r), titled(other), tx.Length(tidy(d))), other.ID())
	}
	var lost []string
	for _, m := range other.Members() {
		if !slices.Contains(alike, m.Name) && !slices.Contains([]string{"id", "start", "end", "sagitta", "ends", "location", "flipped"}, m.Name) && !model.Equal(m.Value, r.Get(m.Name)) {
			lost = append(lost, fmt.Sprintf("%s %s", m.Name, brief(m.Value)))
		}
	}
	if len(lost) > 0 {
		tx.Note("what %s alone said goes with it: %s", other.ID(), shorten(strings.Join(lost, ", "), 200))
	}
	return nil
}

// mirrorsItself tells whether the layers of a type are the same from both sides.
func mirrorsItself(t *model.Record) bool {
	layers, _ := t.Get("layers").([]any)
	for i := range layers {
		if !model.Equal(layers[i], layers[len(layers)-1-i]) {
			return false
		}
	}
	return true
}

// takeOver gives a wall all that names another one which goes.
func (tx *Tx) takeOver(s *model.Snapshot, other *model.Record, to *run, forward bool) error {
	from, _ := hostLine(other)
	done := map[string]bool{}
	for _, ref := range s.ReferringTo(other.ID()) {
		h := tx.Record(ref.From)
		if h == nil || done[ref.From] {
			continue
		}
		done[ref.From] = true
		switch {
		case h.String("hostId") == other.ID() && slides(h):
			place := from.PointAt(h.NumberOr("offset", 0))
			h = reseat(h, from, to, place).With("offset", tidy(to.line.Project(place).Along))
		case h.String("hostId") == other.ID() && !hasPlace(h):
			if twin := tx.twin(h, to.id); twin != "" {
				tx.Note("%s goes: %s runs along all of %s now", h.ID(), twin, to.id)
				tx.Delete(h.ID())
				continue
			}
			tx.Note("%s runs along all of %s now", h.ID(), to.id)
			if h = h.With("hostId", to.id); !forward {
				h = onOtherSide(h)
			}
		default:
			h = remap(s.Schema(), h, map[string]string{other.ID(): to.id, h.ID(): h.ID()})
		}
		if err := tx.Put(h); err != nil {
			return err
		}
	}
	return nil
}

// twin answers what a host has that is the same as a record but for its identity,
// empty where it has none.
func (tx *Tx) twin(r *model.Record, host string) string {
	bare := func(r *model.Record) *model.Record {
		for _, name := range own {
			r = r.Without(name)
		}
		return r.With("id", "").With("hostId", "")
	}
	for _, h := range hosted(tx.Snapshot(), host) {
		if bare(h).Equal(bare(r)) {
			return h.ID()
		}
	}
	return ""
}
