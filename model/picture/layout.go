package picture

import (
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// The parts of a sheet, in mm.
const (
	border     = 8.0  // of the paper, around the drawing's frame
	titleStrip = 22.0 // at the foot of the frame
	margin     = 6.0  // around what is drawn
	chainStep  = 8.0  // from one dimension chain to the next
	bubble     = 4.0  // radius of a grid's bubble
)

// paperSizes are A4 to A0, the long side first.
var paperSizes = [][2]float64{{297, 210}, {420, 297}, {594, 420}, {841, 594}, {1189, 841}}

// maxSheet is the longest side in mm of a sheet.
const maxSheet = 5000

// strip is how high the title block is.
func (d *drawing) strip() float64 {
	if d.opt.NoTitle {
		return 0
	}
	return titleStrip
}

// layOut chooses scale and sheet for a part of the model and begins the sheet. It
// is a *model.Problem that the sheet would be longer than any printer's.
func (d *drawing) layOut(extent geom.Box) error {
	size := extent.Size().Plan()
	scale := d.opt.Scale
	var paper [2]float64
	if scale > 0 {
		paper = sheetFor(size.Scale(1/scale), d.room)
	} else {
		scale, paper = d.bestScale(size)
	}
	if !(max(paper[0], paper[1]) <= maxSheet) {
		return &model.Problem{
			Code:    model.InvalidArgument,
			Message: fmt.Sprintf("At 1:%g the sheet would be %.1f × %.1f m; %d m is the most", scale, paper[0]/1000, paper[1]/1000, maxSheet/1000),
			Hint:    "Send a larger number as scale or smaller bounds, or leave the scale out",
		}
	}
	inner := geom.Point{X: border + margin + d.pads.left, Y: border + d.strip() + margin + d.pads.bottom}
	slack := d.room(paper).Sub(size.Scale(1 / scale)).Scale(0.5)
	d.view = view{scale: scale, model: extent.Min.Plan(), paper: inner.Add(slack)}
	d.view.frame = d.view.box(extent)
	if d.opt.Bounds == (geom.Box{}) {
		d.view.frame = d.view.frame.Grow(margin/2).WithZ(0, 0)
	}
	d.begin(paper)
	return nil
}

// begin begins a sheet.
func (d *drawing) begin(paper [2]float64) {
	d.sheet = &Sheet{Width: paper[0], Height: paper[1], Scale: d.view.scale, frame: d.view.frame}
	inside := geom.BoxOf(
		geom.Point3{X: border + 1, Y: border + d.strip() + 1},
		geom.Point3{X: paper[0] - border - 1, Y: paper[1] - border - 1},
	)
	d.taken, d.soft, d.words = newTaken(inside), newTaken(inside), newTaken(inside)
}

// like begins a sheet of the size, the scale and the place of another drawing's.
func (d *drawing) like(other *drawing) {
	d.view, d.pads, d.opt.Scale, d.opt.Bounds = other.view, other.pads, other.opt.Scale, other.opt.Bounds
	d.begin([2]float64{other.sheet.Width, other.sheet.Height})
}

// room answers what a sheet leaves for the drawing itself, in mm.
func (d *drawing) room(paper [2]float64) geom.Point {
	return geom.Point{
		X: paper[0] - 2*border - 2*margin - d.pads.left - d.pads.right,
		Y: paper[1] - 2*border - 2*margin - d.pads.bottom - d.pads.top - d.strip(),
	}
}

// sheetFor answers the smallest usual sheet that holds a drawing of a size, lying
// or standing, else one made to measure.
func sheetFor(size geom.Point, room func([2]float64) geom.Point) [2]float64 {
	fits := func(paper [2]float64) bool {
		free := room(paper)
		return size.X <= free.X && size.Y <= free.Y
	}
	for _, paper := range paperSizes {
		if fits(paper) {
			return paper
		}
		if standing := [2]float64{paper[1], paper[0]}; fits(standing) {
			return standing
		}
	}
	none := room([2]float64{})
	return [2]float64{math.Ceil(size.X - none.X), math.Ceil(size.Y - none.Y)}
}

// bestScale answers the largest usual scale at which a part of the model fits on
// a sheet that people have at hand: A3, or up to A1 where the drawing would else
// be too small to read.
func (d *drawing) bestScale(size geom.Point) (float64, [2]float64) {
	const readable = 100
	for _, scale := range d.opt.scales() {
		most := paperSizes[1]
		if scale > readable {
			most = paperSizes[3]
		}
		if paper := sheetFor(size.Scale(1/scale), d.room); max(paper[0], paper[1]) <= most[0] {
			return scale, paper
		}
	}
	free := d.room(paperSizes[3])
	return d.opt.scaleFrom(max(size.X/free.X, size.Y/free.Y)), paperSizes[3]
}
