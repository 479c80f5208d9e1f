package render

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/scene"
	"github.com/openeik/ekgit/model/tint"
)

// MaxPixels is how many pixels a picture may have.
const MaxPixels = 50_000_000

// The size of a picture that says none.
const (
	DefaultWidth  = 1280
	DefaultHeight = 960
)

// DefaultFOV is how wide in degrees a picture from an eye sees.
const DefaultFOV = 60

// Options say how a scene is drawn. The zero Options draw it from the south-east above.
type Options struct {
	// View is one of Views: a parallel projection that shows all of the scene. Empty:
	// DefaultView, or from Eye where that is given.
	View string
	// Eye and Target, in mm, give a perspective from Eye towards Target that sees FOV
	// degrees from left to right (0: DefaultFOV). They count where they differ.
	Eye, Target geom.Point3
	FOV         float64

	Width, Height int // in pixels; 0: DefaultWidth, DefaultHeight

	Highlight []string     // ids that stand out; all else is seen through
	Colors    *tint.Scheme // colours by a value, with a legend; what has none is seen through
	Palette   tint.Palette // of a picture of change; zero: tint.GreenRed
	Whole     bool         // a view of change shows the whole building, not the change and what is around it

	NoGround, NoShadow, NoEdges bool
	NoTitle                     bool // neither title strip nor legend, which very small pictures lack anyway

	Title Title
}

// Title is what the strip under a picture says beside the model's name and the view.
// Empty lines are left out.
type Title struct {
	Commit string // such as "3f2a91c · 2026-03-01 · Ada"
	Note   string
}

// PNG draws a scene. Errors are *model.Problem, such as a view in which nothing is to
// be seen, ctx's, or w's.
func PNG(ctx context.Context, w io.Writer, s *scene.Scene, opt Options) error {
	return picture(ctx, w, ordinary(s, opt), opt)
}

// Change draws what differs between two scenes of one model: added, removed (as
// ghosts) and changed elements (with how they stood before as an outline) in the
// colours of the palette, and all else seen through. What changed is told by the
// records, their types and their solids. Either scene may be nil, for a model that was
// not there. Errors are those of [PNG], and a *model.Problem where nothing differs.
func Change(ctx context.Context, w io.Writer, before, after *scene.Scene, opt Options) error {
	c, err := changed(before, after, opt)
	if err != nil {
		return err
	}
	return picture(ctx, w, c, opt)
}

// DefaultView is the view of a picture that says none.
const DefaultView = "iso-se"

// Views are the names of views: isometric from four sides (iso-ne is seen from the
// north-east), from above, and the elevations, of which front is seen from the south
// of the model's own axes, left from the west.
var Views = []string{"iso-ne", "iso-nw", "iso-se", "iso-sw", "top", "front", "back", "left", "right", "south", "north", "west", "east"}

// view is where a named view looks from: the azimuth in degrees counter-clockwise from
// east and the height in degrees.
type view struct {
	text             string
	azimuth, heights float64
}

// isometric is the height at which three axes look equally long.
var isometric = math.Atan(1/math.Sqrt2) * 180 / math.Pi

var views = map[string]view{
	"iso-ne": {"Isometric from the north-east", 45, isometric},
	"iso-nw": {"Isometric from the north-west", 135, isometric},
	"iso-sw": {"Isometric from the south-west", 225, isometric},
	"iso-se": {"Isometric from the south-east", 315, isometric},
	"top":    {"Seen from above", 270, 90},
	"front":  {"Front · seen from the south", 270, 0},
	"south":  {"South elevation", 270, 0},
	"back":   {"Back · seen from the north", 90, 0},
	"north":  {"North elevation", 90, 0},
	"left":   {"Left · seen from the west", 180, 0},
	"west":   {"West elevation", 180, 0},
	"right":  {"Right · seen from the east", 0, 0},
	"east":   {"East elevation", 0, 0},
}

func (o Options) perspective() bool { return o.Eye != o.Target }

// filled answers the options with what they leave out, or a *model.Problem for what no
// picture can have.
func (o Options) filled() (Options, error) {
	o.Width, o.Height = cmp.Or(o.Width, DefaultWidth), cmp.Or(o.Height, DefaultHeight)
	if o.FOV == 0 {
		o.FOV = DefaultFOV
	}
	if o.Palette == (tint.Palette{}) {
		o.Palette = tint.GreenRed
	}
	if o.View == "" && !o.perspective() {
		o.View = DefaultView
	}
	switch _, known := views[o.View]; {
	case o.Width < minSize || o.Height < minSize || o.Width > MaxPixels/o.Height:
		return o, invalid(fmt.Sprintf("A picture of %d × %d pixels cannot be drawn", o.Width, o.Height),
			fmt.Sprintf("Send a width and a height of at least %d pixels, together at most %d million, or leave them out", minSize, MaxPixels/1_000_000))
	case o.perspective() && o.View != "":
		return o, invalid("Both a view and an eye are given", "Send one of them")
	case o.perspective() && !(o.Eye.IsFinite() && o.Target.IsFinite() && o.Eye.Dist(o.Target) > 1):
		return o, invalid("The eye lies in its target, or a coordinate is no number", "Send eye and target as [x, y, z] in mm, at least 1 mm apart")
	case !(o.FOV >= 1 && o.FOV <= 150):
		return o, invalid(fmt.Sprintf("A field of view of %g degrees cannot be drawn", o.FOV), "Send one from 1 to 150, or leave it out")
	case !o.perspective() && !known:
		return o, invalid(fmt.Sprintf("There is no view %q", o.View), "Send one of "+strings.Join(Views, ", ")+", or an eye and a target")
	}
	return o, nil
}

// minSize is the least width and height of a picture in pixels.
const minSize = 16

func invalid(message, hint string) error {
	return &model.Problem{Code: model.InvalidArgument, Message: message, Hint: hint}
}
