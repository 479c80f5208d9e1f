package category

import (
	"cmp"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// foundationBodies answers a raft, a pad or a footing, without what others take of it.
func foundationBodies(s *model.Snapshot, r *model.Record) []Body {
	top, depth := footingTop(s, r), r.NumberOr("depth", 0)
	if !(depth > 0) {
		return nil
	}
	var cells []geom.Region
	for _, g := range footingRegions(s, r) {
		if _, clash := g.Outer.Clash(); !clash {
			cells = append(cells, g)
		}
	}
	var out []Body
	for _, g := range cells {
		out = append(out, single(s, r, "body", geom.Extrude(g, top-depth, top))...)
	}
	return out
}

// footingTop answers the height of the top of a foundation in mm.
func footingTop(s *model.Snapshot, r *model.Record) float64 {
	if host := s.Record(r.String("hostId")); host != nil && !r.Has("outline") && !r.Has("at") {
		return Base(s, host)
	}
	return Elevation(s, r)
}

// footing answers the plan of a foundation as it is by itself and the height of its top
// in mm: a raft by its outline, a pad by its size, a strip along the middle of a wall, or
// a square under a column, turned as that is.
func footing(s *model.Snapshot, r *model.Record) (plan geom.Region, top float64, ok bool) {
	top = footingTop(s, r)
	if region, ok := Outline(r); ok {
		return region, top, true
	}
	if at, ok := r.Point("at"); ok {
		size, _ := r.Point("size")
		return geom.Region{Outer: geom.Rect(pointOf(at), size[0], size[1], 0)}, top, true
	}
	host := s.Record(r.String("hostId"))
	if host == nil {
		return plan, top, false
	}
	width := r.NumberOr("width", 0)
	if axis, ok := Axis(s, host); ok && IsWall(host) {
		ring, ok := axis.Band(width/2, -width/2)
		if !ok {
			ring = geom.Ring{Points: []geom.Point{axis.Start, axis.End}}
		}
		return geom.Region{Outer: ring}, top, true
	}
	at, ok := host.Point("at")
	return geom.Region{Outer: geom.Rect(pointOf(at), width, width, host.NumberOr("rotation", 0))}, top, ok
}

// footingStrip answers a footing under a wall as a strip along the wall's baseline, so
// that footings join where their walls do.
func footingStrip(s *model.Snapshot, r *model.Record) (strip, bool) {
	host := s.Record(r.String("hostId"))
	width, depth := r.NumberOr("width", 0), r.NumberOr("depth", 0)
	if host == nil || !IsWall(host) || r.Has("outline") || r.Has("at") || !(width > geom.Epsilon) || !(depth > 0) {
		return strip{}, false
	}
	line, ok := bodyLine(host)
	box, ok2 := foundationBox(s, r)
	if !ok || !ok2 || !finiteBox(box) || farOut(box) || line.Chord() <= geom.JoinTolerance {
		return strip{}, false
	}
	left, right := Faces(s, host)
	middle, top := (left+right)/2, footingTop(s, r)
	w := strip{r: r, line: line, left: middle + width/2, right: middle - width/2, base: top - depth, top: top}
	w.lanes = []lane{{lo: w.right, hi: w.left}}
	return w, true
}

// footingsNear answers the other foundations that stand in a box, by their ids.
func footingsNear(s *model.Snapshot, r *model.Record, box geom.Box) []*model.Record {
	var out []*model.Record
	for o := range elementsIn(s, box, "foundation") {
		if o.ID() != r.ID() && Stands(s, r) == Stands(s, o) {
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b *model.Record) int { return cmp.Compare(a.ID(), b.ID()) })
	return out
}

// footingJoined answers the plan of a foundation as it joins others: that of a strip
// between its cut ends.
func footingJoined(s *model.Snapshot, r *model.Record) (geom.Region, bool) {
	w, ok := footingStrip(s, r)
	if !ok {
		plan, _, ok := footing(s, r)
		return plan, ok
	}
	box, _ := foundationBox(s, r)
	var near []strip
	for _, o := range footingsNear(s, r, box.Grow(geom.JoinTolerance)) {
		if other, ok := footingStrip(s, o); ok && w.meets(other) {
			near = append(near, other)
		}
	}
	return geom.Region{Outer: w.joined(w.joint(0, near), w.joint(1, near))}, true
}

// footingOver tells whether a foundation keeps what it shares with another: a raft
// before a pad, a pad before a strip, then the larger, then by their ids.
func footingOver(s *model.Snapshot, a, b *model.Record) bool {
	rank := func(r *model.Record) int {
		switch _, strip := footingStrip(s, r); {
		case r.Has("outline"):
			return 0
		case strip:
			return 2
		}
		return 1
	}
	size := func(r *model.Record) float64 {
		if rank(r) == 2 {
			return r.NumberOr("width", 0)
		}
		plan, _, _ := footing(s, r)
		return plan.Area()
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(size(b), size(a)), cmp.Compare(a.ID(), b.ID())) < 0
}

// footingTakers answers the foundations that take what they share with one, as upright
// bodies.
func footingTakers(s *model.Snapshot, r *model.Record, own geom.Region) []block3 {
	top := footingTop(s, r)
	box := own.Bounds().WithZ(top-r.NumberOr("depth", 0)+geom.JoinTolerance, top-geom.JoinTolerance)
	var out []block3
	for _, o := range footingsNear(s, r, box.Grow(mitreLimit*usualThickness/2).WithZ(box.Min.Z, box.Max.Z)) {
		if !footingOver(s, o, r) {
			continue
		}
		if plan, ok := footingJoined(s, o); ok && geom.Overlaps(own, plan, sliver) {
			top := footingTop(s, o)
			out = append(out, block3{[]geom.Region{plan}, top - o.NumberOr("depth", 0), top})
		}
	}
	return out
}

// footingRegions answers what a foundation covers in plan: as it joins others, without
// those that keep what it shares with them and are as deep.
func footingRegions(s *model.Snapshot, r *model.Record) []geom.Region {
	own, ok := footingJoined(s, r)
	if !ok {
		return nil
	}
	top := footingTop(s, r)
	var taken []geom.Region
	for _, o := range footingTakers(s, r, own) {
		if o.to >= top-geom.JoinTolerance && o.from <= top-r.NumberOr("depth", 0)+geom.JoinTolerance {
			taken = append(taken, o.regions...)
		}
	}
	if len(taken) == 0 {
		return []geom.Region{own}
	}
	return geom.Difference([]geom.Region{own}, taken)
}

// footingQuantities answers those of a foundation: gross as it is by itself, net as it
// joins others, without what these keep.
func footingQuantities(s *model.Snapshot, r *model.Record) (string, model.Object) {
	plan, top, ok := footing(s, r)
	depth, _ := r.Number("depth")
	gross := plan.Area() * depth
	length, width, rectangle := footingSize(s, r)
	joined, ok2 := footingJoined(s, r)
	ok = ok && ok2 && gross > 0
	net := joined.Area() * depth
	if ok {
		net -= shared([]block3{{[]geom.Region{joined}, top - depth, top}}, footingTakers(s, r, joined))
	}
	return "Qto_FootingBaseQuantities", model.Object{
		quantity("Length", mm(length, rectangle)),
		quantity("Width", mm(width, rectangle)),
		quantity("Height", mm(depth, ok)),
		quantity("CrossSectionArea", m2(width*depth, ok && rectangle)),
		quantity("GrossVolume", m3(gross, ok)),
		quantity("NetVolume", m3(max(0, net), ok)),
		quantity("GrossWeight", weight(s, r, gross, ok)),
		quantity("NetWeight", weight(s, r, net, ok)),
	}
}

// footingSize answers length and width of a footing under a wall or column or of a
// pad; a raft has none.
func footingSize(s *model.Snapshot, r *model.Record) (length, width float64, ok bool) {
	if size, pad := r.Point("size"); pad {
		return max(size[0], size[1]), min(size[0], size[1]), true
	}
	width, ok = r.Number("width")
	host := s.Record(r.String("hostId"))
	if !ok || host == nil {
		return 0, 0, false
	}
	if axis, along := Axis(s, host); along && IsWall(host) {
		return axis.Length(), width, true
	}
	return width, width, host.Category() == "column"
}
