package ops

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/picture"
	"github.com/openeik/ekgit/model/tint"
)

type snapshot2DIn struct {
	Level   string       `json:"level" also:"levelId,floor,storey" doc:"Floor plan of this level: id, name or ordinal. Absent: the lowest; with compare, what changed most."`
	Line    []args.Point `json:"line" also:"section" doc:"Section instead: [[x, y], [x, y]] in mm, looking to its left."`
	Side    string       `json:"side" also:"elevation,facing" enum:"north,south,east,west" doc:"Elevation instead: the side that is seen."`
	Cut     args.Length  `json:"cut" above:"0" default:"1200" doc:"Of a plan: mm above the level."`
	Depth   args.Length  `json:"depth" min:"0" doc:"How far is seen, in mm: below a plan's level, behind a section."`
	Bounds  *find.Bounds `json:"bounds" brief:"{min, max}: the part to draw." doc:"The part to draw; with compare, what differs in it."`
	Scale   float64      `json:"scale" min:"1" max:"100000" doc:"50 for 1:50. Absent: what fits."`
	Format  string       `json:"format" enum:"png,svg,pdf" default:"png" doc:"An svg has ids."`
	Size    int          `json:"size" also:"width,pixels" min:"16" max:"20000" default:"1600" doc:"Pixels of a png's longer side."`
	Units   string       `json:"units" enum:"metric,imperial" doc:"Absent: the model's."`
	Density string       `json:"density" enum:"normal,sparse,dense" default:"normal" doc:"Of labels."`
	Hide    []string     `json:"hide" enum:"dimensions,labels,grids,title,clouds" doc:"Left out."`
	All     bool         `json:"all" doc:"With compare: all of the level, not the change alone."`
	shownIn
}

func snapshot2D() *Operation {
	return define(Operation{
		Name:       "snapshot_2d",
		Title:      "Draw a plan or section",
		Summary:    "A floor plan, section or elevation as a picture; with compare, what changed.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "snapshot_2d", "level": "level-0", "format": "svg"}`,
		Help: `Draws a level cut at cut mm, a section along line, or an elevation of side, on a sheet with a title block that names the
commit. The picture is attached to the answer (over MCP as an image; ek writes a file), and data says what it shows: view, scale, file
with its sha256, legend, notes. The same state and arguments give the same bytes.

- compare (a plan, section or elevation) is an earlier state, as at takes them: what was added is green, what was removed red, what changed amber with its former
  outline dashed, each with a sign and words, so that palette black says the same. compare with a proposal's id alone draws what the proposal changes. Without
  level, line or side the picture is the one that matters most, and also holds requests for the others.
- highlight draws all else grey; filter leaves all else out; colorBy gives the values of a field colours and a legend.
- Text keeps a height that can be read in print, and what finds no room is left out, density says how much is tried.
- Groups of an svg carry data-id: the id of the record that is drawn.`,
	}, runSnapshot2D)
}

func runSnapshot2D(ctx context.Context, c *call, in snapshot2DIn) (*pictureOut, error) {
	if err := in.oneView(); err != nil {
		return nil, err
	}
	before, after, err := c.states(ctx, &in.shownIn)
	if err != nil {
		return nil, err
	}
	d := &drawing{call: c, in: &in, before: before, after: after, out: &pictureOut{}}
	var sheet *picture.Sheet
	if before != nil {
		sheet, err = d.change(ctx)
	} else {
		sheet, err = d.plain(ctx)
	}
	if err != nil {
		return nil, err
	}
	return d.out, c.attachSheet(ctx, d.out, sheet, d.name, in.Format, in.Size)
}

// oneView refuses a request for two kinds of drawings at once, and a line that is none.
func (in *snapshot2DIn) oneView() error {
	named := 0
	for _, given := range []bool{in.Level != "", len(in.Line) > 0, in.Side != ""} {
		if given {
			named++
		}
	}
	switch {
	case named > 1:
		return hinted(invalid("", "level, line and side are three drawings", nil), "Send one of them: level for a plan, line for a section, side for an elevation")
	case len(in.Line) != 0 && len(in.Line) != 2:
		return noLine(in.Line)
	case in.All && in.Compare == "":
		return hinted(invalid("/all", "all says how much compare shows, and nothing is compared", true), "Leave it out: a plan without bounds is the whole level")
	case in.Compare != "" && in.chooses():
		return notCompared("filter", "highlight", "colorBy", "scale", "depth", "density", "hide of dimensions, labels or grids")
	}
	return nil
}

// chooses tells whether a request says what is drawn and how, which a picture of change
// does by itself.
func (in *snapshot2DIn) chooses() bool {
	ofDrawings := func(part string) bool { return part == "dimensions" || part == "labels" || part == "grids" }
	return !in.Filter.IsZero() || len(in.Highlight) > 0 || in.ColorBy != "" || in.Scale != 0 || in.Depth != 0 ||
		in.Density != "normal" || slices.ContainsFunc(in.Hide, ofDrawings)
}

// notCompared refuses what would do nothing.
func notCompared(names ...string) error {
	return hinted(invalid("/compare", "a picture of change shows what changed and what is around it: it takes no "+strings.Join(names, ", "), nil), "Leave them out, or leave compare out")
}

var densities = map[string]picture.Density{"": picture.Normal, "normal": picture.Normal, "sparse": picture.Sparse, "dense": picture.Dense}

// drawing is a picture in the plane being made.
type drawing struct {
	*call
	in            *snapshot2DIn
	before, after *model.Snapshot
	out           *pictureOut
	name          string // of the file, without its ending
}

func (d *drawing) hides(what string) bool { return slices.Contains(d.in.Hide, what) }

// line answers the ends of a section.
func (d *drawing) line() (from, to geom.Point) {
	return pointOf(d.in.Line[0]), pointOf(d.in.Line[1])
}

func pointOf(p args.Point) geom.Point { return geom.Point{X: p[0], Y: p[1]} }

// plain draws one state.
func (d *drawing) plain(ctx context.Context) (*picture.Sheet, error) {
	show, highlight, err := d.chosen(ctx, d.after, &d.in.shownIn, &d.out.Assumed)
	if err != nil {
		return nil, err
	}
	if len(d.in.Line) == 0 && d.in.Side == "" {
		return d.plan(ctx, show, highlight)
	}
	bounds, err := boxOf(d.in.Bounds)
	if err != nil {
		return nil, err
	}
	o := picture.SectionOptions{Depth: float64(d.in.Depth), Bounds: bounds, Scale: d.in.Scale, Show: show, Highlight: highlight,
		ColorBy: d.in.ColorBy, Density: densities[d.in.Density], Phase: d.in.Phase, Unit: unitsOf(d.after, d.in.Units), NoDimensions: d.hides("dimensions"),
		NoLabels: d.hides("labels"), NoGrids: d.hides("grids"), NoTitle: d.hides("title"), Shapes: d.shapes(d.after), Title: d.titleOf(ctx)}
	if d.in.Side != "" {
		d.out.View, d.name = "elevation "+d.in.Side, "elevation-"+d.in.Side
		return picture.Elevation(ctx, d.after, d.in.Side, o)
	}
	o.From, o.To = d.line()
	d.out.View, d.name = "section", "section"
	return picture.Section(ctx, d.after, o)
}

func (d *drawing) plan(ctx context.Context, show func(string) bool, highlight []string) (*picture.Sheet, error) {
	level, err := d.level()
	if err != nil {
		return nil, err
	}
	bounds, err := boxOf(d.in.Bounds)
	if err != nil {
		return nil, err
	}
	return picture.Plan(ctx, d.after, picture.PlanOptions{Level: level, Cut: float64(d.in.Cut), Depth: float64(d.in.Depth), Scale: d.in.Scale, Bounds: bounds, Show: show, Highlight: highlight,
		ColorBy: d.in.ColorBy, Density: densities[d.in.Density], Phase: d.in.Phase, Unit: unitsOf(d.after, d.in.Units), NoDimensions: d.hides("dimensions"),
		NoLabels: d.hides("labels"), NoGrids: d.hides("grids"), NoTitle: d.hides("title"), Shapes: d.shapes(d.after), Title: d.titleOf(ctx)})
}

// level answers the level of a plan: the one that is named, else the lowest that people use.
func (d *drawing) level() (string, error) {
	id, err := d.levelOf(d.after, d.in.Level, d.out)
	if err != nil {
		return "", err
	}
	d.out.View, d.out.Level, d.name = "plan "+id, id, "plan-"+id
	return id, nil
}

// mostAlso is how many other pictures of a change an answer offers.
const mostAlso = 4

// change draws what differs between two states.
func (d *drawing) change(ctx context.Context) (*picture.Sheet, error) {
	err := d.in.check(d.after)
	if err != nil {
		return nil, err
	}
	palette, _ := tint.ParsePalette(d.in.Palette)
	o := picture.ChangeOptions{Cut: float64(d.in.Cut), Palette: palette, Unit: unitsOf(d.after, d.in.Units), Phase: d.in.Phase, NoClouds: d.hides("clouds"), Whole: d.in.All, NoTitle: d.hides("title"),
		Shapes: d.shapes(d.after, d.before), Title: d.titleOf(ctx)}
	if o.Bounds, err = boxOf(d.in.Bounds); err != nil {
		return nil, err
	}
	views := picture.Views(d.before, d.after, mostAlso)
	switch {
	case len(d.in.Line) > 0:
		o.From, o.To = d.line()
	case d.in.Side != "":
		o.Side = d.in.Side
	case d.in.Level != "":
		level, err := d.level()
		if err != nil {
			return nil, err
		}
		o.Level = level
	case len(views) == 0:
		return nil, &model.Problem{Code: model.NotFound, Message: "nothing that can be drawn differs between the two states", Hint: "diff tells what differs beside the building's form"}
	default:
		bounds := o.Bounds
		if o = views[0].Options(o); bounds != (geom.Box{}) {
			o.Bounds = bounds
		}
		d.out.Level = o.Level
	}
	switch {
	case o.Level != "":
		d.out.View, d.name = "change "+o.Level, "change-"+o.Level
	case o.Side != "":
		d.out.View, d.name = "change elevation "+o.Side, "change-elevation-"+o.Side
	default:
		d.out.View, d.name = "change section", "change-section"
	}
	d.also(views, o)
	return picture.Change(ctx, d.before, d.after, o)
}

// also offers the other pictures of a change.
func (d *drawing) also(views []picture.View, drawn picture.ChangeOptions) {
	for _, v := range views {
		o := v.Options(picture.ChangeOptions{})
		if o.Level == drawn.Level && o.Bounds == drawn.Bounds && o.From == drawn.From && o.To == drawn.To {
			continue
		}
		r := model.Object{{Name: "action", Value: "snapshot_2d"}, {Name: "compare", Value: d.in.Compare}}
		if d.in.At.At != "" {
			r = r.With("at", d.in.At.At)
		}
		if o.Level != "" {
			r = r.With("level", o.Level)
			if o.Bounds != (geom.Box{}) {
				r = r.With("bounds", boundsObject(o.Bounds))
			}
		} else {
			r = r.With("line", []any{[]any{o.From.X, o.From.Y}, []any{o.To.X, o.To.Y}})
		}
		d.out.Also = append(d.out.Also, r)
	}
}

// boundsObject writes a part of a level as a request names it.
func boundsObject(b geom.Box) model.Object {
	corner := func(p geom.Point3) any { return model.PointValue(math.Floor(p.X), math.Floor(p.Y)) }
	return model.Object{{Name: "min", Value: corner(b.Min)}, {Name: "max", Value: corner(b.Max.Add(geom.Point3{X: 1, Y: 1}))}}
}
