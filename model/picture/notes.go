package picture

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
)

// mark is one difference and where it is on the paper.
type mark struct {
	id   string
	kind changeKind
	at   geom.Point // what its note points at
	box  geom.Box   // around all of it, before and after; empty where no cloud is drawn
}

// drawNotes writes beside each record what became of it.
func (c *change) drawNotes(marks []mark) {
	for _, m := range marks {
		if !c.canvas.view.frame.ContainsPoint(m.at.At(0)) {
			continue
		}
		r := c.record(m.id)
		text := "Δ " + c.said(r)
		switch m.kind {
		case added:
			text = "+ " + c.nameOf(r)
		case removed:
			text = "− " + c.nameOf(r)
		}
		c.note(m.id, m.at, fit(text, 60, MinTextHeight, true), look{ink: c.look(m.id).ink})
	}
}

// nameOf answers what people call a record.
func nameOf(r *model.Record) string {
	return cmp.Or(r.String("mark"), r.String("number"), r.String("name"), r.ID())
}

// minted is an id that a program made: nobody calls anything by it.
var minted = regexp.MustCompile(`-[a-z2-7]{10}$`)

// nameOf answers what people call a record: where it has no name, and its id says
// nothing, its kind and the axes that it is near to.
func (c *change) nameOf(r *model.Record) string {
	name := nameOf(r)
	if name != r.ID() || !minted.MatchString(name) {
		return name
	}
	kind := strings.ReplaceAll(cmp.Or(r.String("kind"), r.Category()), "-", " ")
	if t := category.TypeOf(c.after, r); t != nil && r.Category() != "wall" {
		kind = cmp.Or(t.String("name"), kind)
	}
	at, ok := anchor(c.after, r)
	if !ok {
		return kind
	}
	if axes := nearestAxes(c.after, at); axes != "" {
		return kind + " near " + axes
	}
	return kind
}

// nearestAxes answers the names of the two grids that cross nearest to a point, such
// as "B/3", or of the one that there is.
func nearestAxes(s *model.Snapshot, at geom.Point) string {
	const far = 10_000 // mm
	type axis struct {
		name string
		line geom.Curve
		dist float64
	}
	var axes []axis
	for f := range s.InCategory("grid") {
		r := f.Record()
		if r == nil {
			continue
		}
		if line, ok := category.Baseline(r); ok && r.String("name") != "" {
			if d := math.Abs(line.Project(at).Side); d < far {
				axes = append(axes, axis{r.String("name"), line, d})
			}
		}
	}
	slices.SortFunc(axes, func(a, b axis) int { return cmp.Or(cmp.Compare(a.dist, b.dist), cmp.Compare(a.name, b.name)) })
	if len(axes) == 0 {
		return ""
	}
	first := axes[0]
	for _, o := range axes[1:] {
		if math.Abs(o.line.TangentAt(0).Cross(first.line.TangentAt(0))) > 0.5 {
			names := []string{first.name, o.name}
			slices.SortFunc(names, func(a, b string) int { return cmp.Compare(b, a) }) // letters before figures
			return strings.Join(names, "/")
		}
	}
	return first.name
}

// said says in a line what changed in a record.
func (c *change) said(r *model.Record) string {
	var parts []string
	if by := c.move(r.ID()); by.Len() > 1 {
		parts = append(parts, "moved "+c.canvas.opt.length(by.Len()))
	}
	if sized := c.resized(r); sized != "" {
		parts = append(parts, sized)
	}
	for _, m := range c.diffs[r.ID()].Members {
		switch m.Name {
		case "start", "end", "at", "offset", "outline", "seed", "path", "levelId", "width", "height":
			continue
		}
		old, oldOK := m.Old.(float64)
		next, nextOK := m.New.(float64)
		if oldOK && nextOK {
			parts = append(parts, fmt.Sprintf("%s %s → %s", m.Name, c.canvas.opt.length(old), c.canvas.opt.length(next)))
		} else {
			parts = append(parts, strings.TrimSuffix(m.Name, "Id"))
		}
	}
	if len(parts) == 0 {
		parts = []string{c.reshaped(r)}
	}
	return c.nameOf(r) + ": " + strings.Join(parts[:min(len(parts), 2)], ", ")
}

// resized says how the size of a door, window or opening changed.
func (c *change) resized(r *model.Record) string {
	old := c.before.Record(r.ID())
	if old == nil {
		return ""
	}
	w0, h0, ok := category.Size(c.before, old)
	w1, h1, ok2 := category.Size(c.after, r)
	if !ok || !ok2 || w0 == w1 && h0 == h1 {
		return ""
	}
	length := c.canvas.opt.length
	return length(w0) + " × " + length(h0) + " → " + length(w1) + " × " + length(h1)
}

// reshaped says what became of the length of a record that did not move whole.
func (c *change) reshaped(r *model.Record) string {
	old := c.before.Record(r.ID())
	if old == nil {
		return "changed"
	}
	a, ok := category.Baseline(old)
	b, ok2 := category.Baseline(r)
	if ok && ok2 && measureDiffers(a.Length(), b.Length()) {
		return "length " + c.canvas.opt.length(a.Length()) + " → " + c.canvas.opt.length(b.Length())
	}
	return "changed"
}

func measureDiffers(a, b float64) bool {
	return measure.FormatLength(a, measure.Millimetre) != measure.FormatLength(b, measure.Millimetre)
}

// anchor answers the point in plan that stands for where a record is.
func anchor(s *model.Snapshot, r *model.Record) (geom.Point, bool) {
	if line, ok := category.Baseline(r); ok {
		return line.PointAt(line.Length() / 2), true
	}
	if at, ok := r.Point("at"); ok {
		return pointOf(at), true
	}
	if at, ok := r.Point("seed"); ok {
		return pointOf(at), true
	}
	if gap, ok := (&plan{drawing: drawing{s: s}}).gapOf(r); ok {
		return gap.at(0, (gap.high+gap.low)/2), true
	}
	if region, ok := category.Outline(r); ok {
		return region.Bounds().Center().Plan(), true
	}
	box, ok := category.Space(s).Get(r.ID())
	return box.Center().Plan(), ok
}

// note writes a text near a point of the paper, with a line that leads to it.
func (c *change) note(id string, at geom.Point, text string, look look) {
	t := Text{String: text, Height: MinTextHeight, Anchor: Middle, Bold: true, Color: look.ink}
	half := geom.Point{X: TextWidth(text, t.Height, true) / 2, Y: t.Height / 2}
	for _, radius := range []float64{4, 7, 10, 14, 19, 25, 32} {
		for _, turn := range []float64{45, 135, -45, -135, 90, -90, 0, 180, 20, 160, -20, -160} {
			d := geom.Direction(turn)
			reach := geom.Point{X: d.X * half.X, Y: d.Y * half.Y}
			middle := at.Add(d.Scale(radius)).Add(reach)
			t.At = middle.Sub(geom.Point{Y: half.Y})
			foot := geom.Point{X: min(max(at.X, middle.X-half.X), middle.X+half.X), Y: middle.Y - half.Y - 0.4}
			if at.Y > middle.Y {
				foot.Y = middle.Y + half.Y + 0.4
			}
			if !c.canvas.words.free([]geom.Point{at, foot}) || !c.canvas.taken.claim(textRoom(t, 0.5)) {
				continue
			}
			c.canvas.words.put(textRoom(t, 0.5))
			g := c.canvas.group(id, "note")
			g.line(look.stroke(PenFine), at, foot)
			g.area(Style{Fill: look.ink}, geom.Ring{Points: circle(at, 0.4)})
			g.Texts = append(g.Texts, t)
			return
		}
	}
}

// drawLegend says in the title block what the colours and patterns mean, and how
// much there is of each.
func (c *change) drawLegend() {
	g := c.canvas.group("", "legend")
	count := map[changeKind]int{}
	for id, kind := range c.kinds {
		if !c.outside[id] {
			count[kind]++
		}
	}
	x, y := border+4.0, border+2.2
	for _, row := range []struct {
		kind changeKind
		look look
		word string
	}{{added, addedLook(c.opt.Palette), "added"}, {changed, changedLook(c.opt.Palette), "changed"}, {removed, removedLook(c.opt.Palette), "removed"}} {
		if count[row.kind] == 0 {
			continue
		}
		ring := geom.BoxOf(geom.Point3{X: x, Y: y}, geom.Point3{X: x + 6, Y: y + 2.6}).Ring()
		style := row.look.stroke(PenEdge)
		style.Fill = row.look.solid
		g.area(style, ring)
		g.Shapes = append(g.Shapes, Shape{Lines: row.look.pattern.lines([]geom.Ring{ring}), Style: Style{Stroke: row.look.ink, Pen: PenHair, Dash: row.look.pattern.dash}})
		t := Text{At: geom.Point{X: x + 7.5, Y: y + 0.4}, String: fmt.Sprintf("%d %s", count[row.kind], row.word), Height: MinTextHeight, Color: plain.ink}
		g.Texts = append(g.Texts, t)
		x += 7.5 + TextWidth(t.String, t.Height, false) + 6
	}
}
