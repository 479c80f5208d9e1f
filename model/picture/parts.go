package picture

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// spot is one thing that differs and the box around it before and after, in mm of the
// plane that is drawn, z at zero.
type spot struct {
	id  string
	box geom.Box
}

func zoneOf(spots []spot) geom.Box {
	zone := geom.EmptyBox()
	for _, s := range spots {
		zone = zone.Union(s.box)
	}
	return zone
}

// apartFrom is how far in mm from each other changes lie at least that one picture does
// not have to show.
const apartFrom = 10_000

// tenth is the share of a picture that a change takes at least.
const tenth = 0.1

// partsOf parts changes that would be too small in one picture where the widest gaps
// between them are. The part with most changes comes first, of equals the left or lower
// one.
func (d *drawing) partsOf(spots []spot) [][]spot {
	var out [][]spot
	var split func([]spot)
	split = func(list []spot) {
		gap, at, sorted := widestGap(list)
		if gap < apartFrom || d.filled(list) >= tenth {
			slices.SortFunc(list, func(a, b spot) int { return cmp.Compare(a.id, b.id) })
			out = append(out, list)
			return
		}
		split(sorted[:at])
		split(sorted[at:])
	}
	if len(spots) > 0 {
		split(slices.Clone(spots))
	}
	slices.SortStableFunc(out, func(a, b []spot) int { return cmp.Compare(len(b), len(a)) })
	return out
}

// widestGap answers the widest strip, upright or level, that runs between spots and
// touches none, and the spots in their order across it, those before it up to at.
func widestGap(spots []spot) (gap float64, at int, sorted []spot) {
	for _, axis := range []geom.Point{{X: 1}, {Y: 1}} {
		list := slices.Clone(spots)
		slices.SortFunc(list, func(a, b spot) int {
			return cmp.Or(cmp.Compare(a.box.Min.Plan().Dot(axis), b.box.Min.Plan().Dot(axis)), cmp.Compare(a.id, b.id))
		})
		reach := math.Inf(-1)
		for i, s := range list {
			if free := s.box.Min.Plan().Dot(axis) - reach; i > 0 && free > gap {
				gap, at, sorted = free, i, list
			}
			reach = max(reach, s.box.Max.Plan().Dot(axis))
		}
	}
	return gap, at, sorted
}

// filled answers the share of the picture of some changes that these take, each with its
// cloud, one that is long and thin as the square on its length.
func (d *drawing) filled(spots []spot) float64 {
	const columns, rows, cloud = 60, 40, 5 // cloud in mm of paper, on both sides together
	scale, window := d.window(zoneOf(spots))
	cell := geom.Point{X: window.Size().X / columns, Y: window.Size().Y / rows}
	var taken [columns * rows]bool
	share := 0.0
	for _, s := range spots {
		size, middle := s.box.Size(), s.box.Center()
		half := (max(size.X, size.Y) + cloud*scale) / 2
		from := middle.Sub(geom.Point3{X: half, Y: half}).Sub(window.Min)
		to := middle.Add(geom.Point3{X: half, Y: half}).Sub(window.Min)
		for x := max(int(from.X/cell.X+0.5), 0); x < min(int(to.X/cell.X+0.5), columns); x++ {
			for y := max(int(from.Y/cell.Y+0.5), 0); y < min(int(to.Y/cell.Y+0.5), rows); y++ {
				if !taken[x*rows+y] {
					taken[x*rows+y] = true
					share += 1.0 / columns / rows
				}
			}
		}
	}
	return share
}

// noteOutside says which changes the picture does not show, and where they are.
func (c *change) noteOutside(parts [][]spot, place func(spot) string) {
	const most = 3
	var names []string
	rest := 0
	c.outside = map[string]bool{}
	for _, part := range parts {
		for _, s := range part {
			c.outside[s.id] = true
			if len(names) < most {
				names = append(names, s.id+" "+place(s))
			} else {
				rest++
			}
		}
	}
	if len(names) == 0 {
		return
	}
	text := strings.Join(names, ", ")
	if rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	c.canvas.note("Outside of this picture differs " + text + "; bounds draws what lies in them")
}

// metres writes a place of the plane.
func metres(p geom.Point3) string { return fmt.Sprintf("at (%.1f, %.1f) m", p.X/1000, p.Y/1000) }

// frame lays out the sheet around the part of the changes that has most of them, or around
// an extent and what differs near it, where that is not empty.
func (c *change) frame(spots []spot, extent geom.Box, place func(spot) string) error {
	d := c.canvas
	if !extent.IsEmpty() {
		near := extent.Grow(farAway)
		var far []spot
		for _, s := range spots {
			if near.Intersects(s.box.WithZ(0, 0)) {
				extent = extent.Union(s.box)
			} else {
				far = append(far, s)
			}
		}
		c.noteOutside([][]spot{far}, place)
		return d.layOut(extent.WithZ(0, 0))
	}
	parts := d.partsOf(c.within(spots))
	if len(parts) == 0 {
		if c.opt.Bounds != (geom.Box{}) {
			return c.nothing("in the bounds")
		}
		return c.nothing("there")
	}
	c.noteOutside(parts[1:], place)
	d.zoom(zoneOf(parts[0]))
	return d.layOut(d.opt.Bounds)
}

// within answers the spots of what lies in the options' bounds in plan, before or after.
func (c *change) within(spots []spot) []spot {
	if c.opt.Bounds == (geom.Box{}) {
		return spots
	}
	bounds := c.opt.Bounds.WithZ(math.Inf(-1), math.Inf(1))
	return slices.DeleteFunc(slices.Clone(spots), func(s spot) bool {
		for _, m := range []*model.Snapshot{c.before, c.after} {
			if box, ok := category.Space(m).Get(s.id); ok && box.Intersects(bounds) {
				return false
			}
		}
		return true
	})
}
