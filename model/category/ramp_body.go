package category

import (
	"math"
	"strconv"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// rampLine is a ramp as it is laid out: it rises evenly along the straight parts of its
// path and is level where that turns.
type rampLine struct {
	walkway
	slopes []span
	foot   float64 // height in mm
	rise   float64
	run    float64 // length of the slopes in plan, in mm
}

// rampLineOf lays out a ramp, false where it lacks a size, has no length, or turns too
// often for its width.
func rampLineOf(s *model.Snapshot, r *model.Record) (rampLine, bool) {
	l, ok := newWalkway(path(r), r.NumberOr("width", 0))
	if !ok {
		return rampLine{}, false
	}
	rise, ok := rampRise(s, r)
	out := rampLine{walkway: l, foot: Elevation(s, r), rise: rise}
	for i := 1; i < len(l.at); i++ {
		slope := span{l.at[i-1] + l.fan[i-1], l.at[i] - l.fan[i]}
		out.slopes = append(out.slopes, slope)
		out.run += max(0, slope.to-slope.from)
	}
	return out, ok && out.run > geom.JoinTolerance
}

// height answers how high the ramp is at a distance along its path, in mm.
func (l rampLine) height(d float64) float64 {
	gone := 0.0
	for _, s := range l.slopes {
		gone += max(0, min(d, s.to)-s.from)
	}
	return l.foot + l.rise*gone/l.run
}

// stops answers where slopes begin and end, as distances along the path.
func (l rampLine) stops() []float64 {
	var out []float64
	for _, s := range l.slopes {
		out = append(out, s.from, s.to)
	}
	return out
}

// slopedLength answers the length along the ramp in mm, up its slopes.
func (l rampLine) slopedLength() float64 { return l.length() - l.run + math.Hypot(l.run, l.rise) }

// rampBodies answers a ramp along its path, as thick as a landing, square to its slope.
func rampBodies(s *model.Snapshot, r *model.Record) []Body {
	l, ok := rampLineOf(s, r)
	if !ok {
		return nil
	}
	var blocks []geom.Block
	add := func(part span, rise geom.Point) {
		if part.to-part.from <= geom.Epsilon {
			return
		}
		top := incline{l.place(part.from), l.height(part.from), rise}
		blocks = append(blocks, geom.Block{Region: geom.Region{Outer: l.part(part.from, part.to)}, Low: top.lowered(landingThickness), High: top.lowered(0)})
	}
	for i, slope := range l.slopes {
		if i > 0 {
			add(span{l.slopes[i-1].to, slope.from}, geom.Point{})
		}
		add(slope, l.along(i).Scale(l.rise/l.run))
	}
	var out []Body
	for _, m := range solids(blocks) {
		out = append(out, single(s, r, "body", m)...)
	}
	return out
}

// solids answers the bodies of blocks that follow each other: one, or more where the way
// passes over or under itself.
func solids(blocks []geom.Block) []geom.Mesh {
	var out []geom.Mesh
	var places *geom.Index // of the blocks of the body, by their numbers
	from := 0
	for i, b := range blocks {
		box := b.Region.Bounds()
		for id := range places.Search(box) {
			j, _ := strconv.Atoi(id)
			if geom.Overlaps(blocks[j].Region, b.Region, geom.JoinTolerance) {
				out = append(out, geom.Blocks(blocks[from:i]))
				from, places = i, nil
				break
			}
		}
		places = places.Put(strconv.Itoa(i), box)
	}
	return append(out, geom.Blocks(blocks[from:]))
}
