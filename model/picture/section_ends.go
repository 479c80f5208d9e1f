package picture

import "slices"

// mostOverrun is how far in mm a section is drawn beyond its line where that ends in what
// it cuts: through an outer wall, its eaves and its footing.
const mostOverrun = 1500

// lengthen draws the line of a section out of the walls, roofs and footings in which it
// ends, and tells whether it did. What is cut shows then as thick as it is.
func (c *section) lengthen() bool {
	if !c.cuts {
		return false
	}
	before, after := 0.0, 0.0
	for i := range c.solids {
		for _, r := range c.solids[i].rings {
			box := r.Bounds()
			if low := -box.Min.X; box.Max.X > 1 && low <= mostOverrun {
				before = max(before, low)
			}
			if high := box.Max.X - c.length; box.Min.X < c.length-1 && high <= mostOverrun {
				after = max(after, high)
			}
		}
	}
	if before < 1 && after < 1 {
		return false
	}
	c.from = c.from.Sub(c.along.Scale(before))
	c.length += before + after
	c.solids = nil
	return true
}

// tellEnds notes what a section cuts that goes on where its line ends.
func (c *section) tellEnds() {
	for i := range c.solids {
		b := &c.solids[i]
		for _, r := range b.rings {
			if box := r.Bounds(); box.Min.X < -1 && box.Max.X > 1 || box.Min.X < c.length-1 && box.Max.X > c.length+1 {
				c.cutOff(b.record.ID())
			}
		}
	}
}

// cutOff notes that an element goes on beyond what is drawn.
func (c *section) cutOff(id string) {
	if r := c.remark("Cut off where the section's line ends: ", ""); !slices.Contains(r.ids, id) {
		r.ids = append(r.ids, id)
	}
}
