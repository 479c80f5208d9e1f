package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
	"github.com/openeik/ekgit/model/shape"
)

// The view range of a plan in mm: how high above its level it is cut, and how far
// under the level it is looked at.
const (
	DefaultCut   = 1200
	DefaultDepth = 1200
)

// Shapes answers the bytes of the GLB with a SHA-256, as elements name it in their
// member shape.
type Shapes = shape.Source

// Density is how much a drawing says in words.
type Density uint8

// The densities of labels.
const (
	Normal Density = iota // rooms, doors and windows
	Sparse                // rooms
	Dense                 // also columns, equipment, furniture, beams, and the types of walls
)

// PlanOptions say what a floor plan shows and how. Only Level must be given.
type PlanOptions struct {
	Level string // the level's id
	// The view range in mm. What the plane Cut above the level meets is drawn as cut,
	// what lies under it down to Bottom above the level as seen, what lies under the
	// level down to Depth as seen beyond it. 0 is DefaultCut, the level itself, and DefaultDepth.
	Cut, Bottom, Depth float64

	// Scale is how many mm of the model one mm of paper is, such as 100. Where it is
	// 0 it is the largest usual one that fits on A3, or on A1 where it is under 1:100. A plan whose scale is given
	// takes the smallest sheet from A4 to A0 that holds it, or a larger one.
	Scale float64
	// Bounds is the part of the level to show, in mm of the model; its z counts
	// for nothing. The zero Box is the whole level.
	Bounds geom.Box

	Show      func(id string) bool // which elements are drawn; nil is all
	Highlight []string             // ids that stand out, all else is grey
	ColorBy   string               // a member whose values are told by colours, as tint.By names it
	Phase     string               // what stands in it is shown; empty is the last phase
	Unit      measure.Unit         // Foot, Inch and FootInch draw imperial; all else is metric, in mm
	Density   Density
	Shapes    Shapes // nil: what has only a shape is drawn as the box of its size, or left out

	NoDimensions bool
	NoLabels     bool // no tags and no names of rooms
	NoGrids      bool
	NoTitle      bool // no title block

	Title TitleBlock
}

// TitleBlock is what a title block says beside the model's name, the level and
// the scale. Empty lines are left out.
type TitleBlock struct {
	Drawing string // empty: "Floor plan"
	Commit  string // such as "3f2a91c · 2026-03-01 · Ada"
	Note    string
}

func (o PlanOptions) imperial() bool {
	return o.Unit == measure.Foot || o.Unit == measure.Inch || o.Unit == measure.FootInch
}

// length writes a dimension: mm without a unit, as on metric drawings, or
// feet and inches.
func (o PlanOptions) length(mm float64) string {
	if o.imperial() {
		return measure.FormatLength(mm, measure.FootInch)
	}
	if math.Abs(mm-math.Round(mm)) > 0.05 {
		return fmt.Sprintf("%.1f", mm) // so that chains add up
	}
	return fmt.Sprintf("%.0f", mm)
}

func (o PlanOptions) area(m2 float64) string {
	if o.imperial() {
		return measure.FormatArea(float64(int(m2*10.7639+0.5))/10.763910417, measure.Foot)
	}
	return fmt.Sprintf("%.1f m²", m2)
}

// level answers the level that the options name, or a *model.Problem.
func (o PlanOptions) level(s *model.Snapshot) (category.Level, error) {
	table := category.Levels(s)
	if l, ok := table.Get(o.Level); ok {
		return l, nil
	}
	var known []string
	for _, l := range table.All() {
		known = append(known, l.ID)
	}
	slices.Sort(known)
	hint := "Create a level first"
	if len(known) > 0 {
		hint = "Send one of " + strings.Join(known[:min(len(known), 20)], ", ")
	}
	return category.Level{}, &model.Problem{Code: model.NotFound, Message: fmt.Sprintf("There is no level %q to draw", o.Level), Hint: hint}
}

// leastBounds is how wide and high in mm the part is that a plan shows.
const leastBounds = 10

// check answers a *model.Problem for options that no picture can have.
func (o PlanOptions) check() error {
	switch {
	case !(o.Scale >= 0 && o.Scale <= 100_000) || o.Scale > 0 && o.Scale < 1:
		return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("A scale of 1:%g cannot be drawn", o.Scale), Hint: "Send one from 1 to 100000, or leave it out"}
	case !(o.Cut >= 0 && o.Cut <= 100_000):
		return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("A cut %g mm above the level cannot be drawn", o.Cut), Hint: "Send one from 1 to 100000 mm, or leave it out"}
	case !(o.Bottom >= -100_000 && o.Bottom <= 100_000) || !(o.Depth >= 0 && o.Depth <= 100_000):
		return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("A view from %g mm above to %g mm below the level cannot be drawn", o.Bottom, o.Depth), Hint: "Send a bottom and a depth of at most 100000 mm, or leave them out"}
	case o.Bounds != (geom.Box{}) && !(o.Bounds.Max.X-o.Bounds.Min.X >= leastBounds && o.Bounds.Max.Y-o.Bounds.Min.Y >= leastBounds):
		return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("The bounds are less than %d mm wide or high", leastBounds), Hint: "Send the lower left corner in mm before the upper right one"}
	}
	return nil
}
