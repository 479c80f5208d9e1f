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

// layOut chooses scale and sheet for a part of the model and begins the sheet. It
// is a *model.Problem that the sheet would be longer than any printer's.
func (p *plan) layOut(extent geom.Box) error {
	size := extent.Size().Plan()
	left, room := margin+p.dimensionDepth(), p.room
	scale := p.opt.Scale
	var paper [2]float64
	if scale > 0 {
		paper = sheetFor(size.Scale(1/scale), room)
	} else {
		scale, paper = p.bestScale(size, room)
	}
	if !(max(paper[0], paper[1]) <= maxSheet) {
		return &model.Problem{
			Code:    model.InvalidArgument,
			Message: fmt.Sprintf("At 1:%g the sheet would be %.1f × %.1f m; %d m is the most", scale, paper[0]/1000, paper[1]/1000, maxSheet/1000),
			Hint:    "Send a larger number as scale or smaller bounds, or leave the scale out",
		}
	}
	free := room(paper)
	inner := geom.Point{X: border + left, Y: border + titleStrip + left}
	slack := free.Sub(size.Scale(1 / scale)).Scale(0.5)
	p.view = view{scale: scale, model: extent.Min.Plan(), paper: inner.Add(slack)}
	p.view.frame = p.view.box(extent)
	if p.opt.Bounds == (geom.Box{}) {
		p.view.frame = p.view.frame.Grow(margin/2).WithZ(0, 0)
	}
	p.sheet = &Sheet{Title: p.title(), Width: paper[0], Height: paper[1], Scale: scale}
	p.taken = newTaken(geom.BoxOf(
		geom.Point3{X: border + 1, Y: border + titleStrip + 1},
		geom.Point3{X: paper[0] - border - 1, Y: paper[1] - border - 1},
	))
	return nil
}

// room answers what a sheet leaves for the drawing itself, in mm.
func (p *plan) room(paper [2]float64) geom.Point {
	left := margin + p.dimensionDepth()
	return geom.Point{X: paper[0] - 2*border - left - margin, Y: paper[1] - 2*border - titleStrip - left - margin}
}

// dimensionDepth is how much room the chains and the bubbles take at the left and
// below.
func (p *plan) dimensionDepth() float64 {
	depth := 0.0
	if !p.opt.NoDimensions {
		depth += 3 * chainStep
	}
	if !p.opt.NoGrids && len(p.grids()) > 0 {
		depth += 4 * bubble
	}
	return depth
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
func (p *plan) bestScale(size geom.Point, room func([2]float64) geom.Point) (float64, [2]float64) {
	const readable = 100
	for _, scale := range p.opt.scales() {
		most := paperSizes[1]
		if scale > readable {
			most = paperSizes[3]
		}
		if paper := sheetFor(size.Scale(1/scale), room); max(paper[0], paper[1]) <= most[0] {
			return scale, paper
		}
	}
	free := room(paperSizes[3])
	return math.Ceil(max(size.X/free.X, size.Y/free.Y)/1000) * 1000, paperSizes[3]
}
