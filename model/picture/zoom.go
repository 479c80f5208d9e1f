package picture

import (
	"math"

	"github.com/openeik/ekgit/model/geom"
)

// surroundings is how many mm of the model a picture of change shows at least, as
// long as the change itself stays large in it; leastZone is how large in mm what is marked
// as changed is at least, so that a socket is seen in its room.
const (
	surroundings = 5000
	leastZone    = 1000
)

// zoom chooses scale and bounds so that a zone is shown large, with what is around
// it.
func (d *drawing) zoom(zone geom.Box) { d.opt.Scale, d.opt.Bounds = d.window(zone) }

// window answers the scale at which a zone is shown large, and the part of the model that
// the picture then shows.
func (d *drawing) window(zone geom.Box) (scale float64, bounds geom.Box) {
	const share, cloud = 0.33, 6 // of a side of the picture, with the cloud's mm of paper
	zone = atLeast(zone, leastZone)
	size, room := zone.Size(), d.room(paperSizes[0])
	edge := max(size.X, size.Y)*0.12 + 200
	need := max((size.X+edge)/room.X, (size.Y+edge)/room.Y)
	most := min(surroundings/room.Y, max(size.X/(share*room.X-cloud), size.Y/(share*room.Y-cloud)))
	scale = d.opt.scaleFrom(need)
	for _, s := range d.opt.scales() {
		if s > scale && s <= most {
			scale = s
		}
	}
	// The slack of the paper shows more of what is around.
	half := room.Scale(scale / 2 * 0.999).At(0)
	middle := zone.WithZ(0, 0).Center()
	return scale, geom.BoxOf(middle.Sub(half), middle.Add(half)).WithZ(0, 0)
}

// atLeast answers a box that is grown about its middle, where neither side of it is so
// long, until both are.
func atLeast(box geom.Box, least float64) geom.Box {
	size := box.Size()
	if box.IsEmpty() || max(size.X, size.Y) >= least {
		return box
	}
	off := geom.Point3{X: (least - size.X) / 2, Y: (least - size.Y) / 2}
	return geom.Box{Min: box.Min.Sub(off), Max: box.Max.Add(off)}
}

// scales are those that drawings have, the largest picture first: metric ones of
// ISO 5455 with 1:25 and 1:250, which builders use too, and imperial ones from an inch to
// the foot down.
func (o PlanOptions) scales() []float64 {
	if o.imperial() {
		return []float64{12, 16, 24, 32, 48, 64, 96, 128, 192, 384, 600, 1200, 2400, 4800, 12_000}
	}
	return []float64{10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000}
}

// scaleFrom answers the first usual scale from a number on.
func (o PlanOptions) scaleFrom(least float64) float64 {
	for _, s := range o.scales() {
		if s >= least {
			return s
		}
	}
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, n := range []float64{1, 2, 5} {
		if n*power >= least {
			return n * power
		}
	}
	return 10 * power
}

// scaleText writes a scale as drawings do.
func (o PlanOptions) scaleText(scale float64) string {
	inches := map[float64]string{12: `1"`, 16: `3/4"`, 24: `1/2"`, 32: `3/8"`, 48: `1/4"`, 64: `3/16"`, 96: `1/8"`, 128: `3/32"`, 192: `1/16"`, 384: `1/32"`}
	if text := inches[scale]; o.imperial() && text != "" {
		return text + ` = 1'-0"`
	}
	if feet := scale / 12; o.imperial() && feet >= 10 && feet == math.Trunc(feet) {
		return `1" = ` + decimal(feet) + "'-0\""
	}
	return "1:" + decimal(scale)
}
