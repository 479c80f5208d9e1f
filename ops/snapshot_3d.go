package ops

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/render"
	"github.com/openeik/ekgit/model/scene"
	"github.com/openeik/ekgit/model/tint"
)

type snapshot3DIn struct {
	View   string        `json:"view" enum:"iso-ne,iso-nw,iso-se,iso-sw,top,front,back,left,right,north,south,east,west" doc:"Absent: iso-se, or from eye."`
	Eye    *args.Point3  `json:"eye" also:"camera" doc:"Perspective from here to target, [x, y, z] in mm."`
	Target *args.Point3  `json:"target" doc:"With eye."`
	FOV    args.Angle    `json:"fov" min:"1" max:"150" default:"60" doc:"With eye: degrees seen across."`
	Level  string        `json:"level" also:"cutLevel,levelId,floor" doc:"Cuts the building open at cut mm above this level."`
	Cut    args.Length   `json:"cut" above:"0" default:"1200" doc:"With level: mm above it."`
	Line   []args.Point  `json:"line" also:"section" doc:"Cuts it along [[x, y], [x, y]]; what is left of it stays."`
	Bounds *find.Bounds  `json:"bounds" brief:"{min, max}: only what lies in it." doc:"Only what lies in it."`
	Format string        `json:"format" enum:"png,glb" default:"png" doc:"glb: the bodies, for other viewers."`
	Size   []args.Length `json:"size" also:"width,height,pixels" doc:"[width, height] of a png in pixels. Absent: 1280 by 960."`
	Hide   []string      `json:"hide" enum:"ground,shadow,edges,title" doc:"Left out."`
	shownIn
}

func snapshot3D() *Operation {
	return define(Operation{
		Name:       "snapshot_3d",
		Title:      "Look at it in space",
		Summary:    "A shaded view of the bodies as a PNG, or all of them as GLB; with compare, what changed.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "snapshot_3d", "view": "iso-sw", "size": [320, 240]}`,
		Help: `Draws bodies with edges, sun and ground, from a named view (a parallel projection that shows all) or from eye to target. iso-sw
is seen from the south-west; north is the elevation that faces north. The picture is attached as snapshot_2d's is. The same state and
arguments give the same bytes.

- level takes away what is higher than cut mm above it, line what lies on its right; cut faces are filled.
- highlight makes all else seen through; filter leaves it out; colorBy gives values colours and a legend.
- compare draws what was added green, what was removed red, what changed amber with its former edges, all else seen through.
- glb holds a node a record, below its level's, with its id, category, level and type under extras, and materials by name; metres, y up. It takes filter,
  level, line, bounds, phase and at; view and size are of no use to it.`,
	}, runSnapshot3D)
}

func runSnapshot3D(ctx context.Context, c *call, in snapshot3DIn) (*pictureOut, error) {
	options, err := in.options()
	if err != nil {
		return nil, err
	}
	before, after, err := c.states(ctx, &in.shownIn)
	if err != nil {
		return nil, err
	}
	if in.Compare != "" && (len(in.Highlight) > 0 || in.ColorBy != "") {
		return nil, notCompared("highlight", "colorBy")
	}
	if before != nil && in.Format == "glb" {
		return nil, hinted(invalid("/compare", "a glb holds one state", in.Compare), "Ask for both states, each with at, or compare them as png")
	}
	v := &inSpace{call: c, in: &in, before: before, after: after, options: options, out: &pictureOut{View: in.viewName()}}
	if err := v.choose(ctx); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	switch {
	case in.Format == "glb":
		err = v.bodies(ctx, &b)
	case before != nil:
		err = v.change(ctx, &b)
	default:
		err = v.plain(ctx, &b)
	}
	if err != nil {
		return nil, err
	}
	c.attach(v.out, v.name, in.Format, b.Bytes())
	return v.out, nil
}

// options answers how a view is drawn.
func (in *snapshot3DIn) options() (render.Options, error) {
	o := render.Options{View: in.View, FOV: float64(in.FOV), NoGround: in.hides("ground"), NoShadow: in.hides("shadow"), NoEdges: in.hides("edges"), NoTitle: in.hides("title")}
	o.Palette, _ = tint.ParsePalette(in.Palette)
	switch {
	case (in.Eye == nil) != (in.Target == nil):
		return o, hinted(invalid("/target", "eye and target come together", nil), `Send for example "eye": [-8000, -12000, 6000], "target": [5000, 4000, 1500], or a view`)
	case in.Eye != nil && *in.Eye == *in.Target:
		return o, hinted(invalid("/target", "the eye lies in its target", nil), "Send a target at least 1 mm away from the eye")
	case in.Eye != nil:
		o.Eye, o.Target = spacePoint(*in.Eye), spacePoint(*in.Target)
	}
	if len(in.Size) != 0 && len(in.Size) != 2 {
		return o, hinted(invalid("/size", "size is a width and a height", nil), `Send for example "size": [1280, 960]`)
	}
	o.Width, o.Height = render.DefaultWidth, render.DefaultHeight
	if len(in.Size) == 2 {
		o.Width, o.Height = int(in.Size[0]), int(in.Size[1])
	}
	return o, nil
}

func spacePoint(p args.Point3) geom.Point3 { return geom.Point3{X: p[0], Y: p[1], Z: p[2]} }

func (in *snapshot3DIn) hides(what string) bool { return slices.Contains(in.Hide, what) }

// viewName says where a view looks from.
func (in *snapshot3DIn) viewName() string {
	switch {
	case in.Format == "glb":
		return "bodies"
	case in.Eye != nil:
		return "perspective"
	}
	return cmp.Or(in.View, render.DefaultView)
}

// inSpace is a picture in space being made.
type inSpace struct {
	*call
	in            *snapshot3DIn
	before, after *model.Snapshot
	options       render.Options
	what          scene.Options
	out           *pictureOut
	name          string // of the file, without its ending
}

// choose says what is shown, and cut open.
func (v *inSpace) choose(ctx context.Context) error {
	var err error
	if v.what.Show, v.options.Highlight, err = v.chosen(ctx, v.after, &v.in.shownIn, &v.out.Assumed); err != nil {
		return err
	}
	v.what.Phase, v.what.CutHeight, v.what.Shapes = v.in.Phase, float64(v.in.Cut), v.shapes(v.after, v.before)
	if v.what.Box, err = boxOf(v.in.Bounds); err != nil {
		return err
	}
	if v.in.Level != "" {
		if v.what.CutLevel, err = v.levelOf(v.after, v.in.Level, v.out); err != nil {
			return err
		}
		v.out.Level = v.what.CutLevel
	}
	switch len(v.in.Line) {
	case 0:
	case 2:
		from, to := pointOf(v.in.Line[0]), pointOf(v.in.Line[1])
		if !(from.Dist(to) >= 1) {
			return noLine(v.in.Line)
		}
		v.what.Planes = []scene.Plane{{Point: geom.Point3{X: from.X, Y: from.Y}, Normal: geom.Point3{X: to.Y - from.Y, Y: from.X - to.X}}}
	default:
		return noLine(v.in.Line)
	}
	v.name = fileWords("view", v.out.View, v.out.Level)
	v.out.File.Width, v.out.File.Height = v.options.Width, v.options.Height
	title := v.titleOf(ctx)
	v.options.Title = render.Title{Commit: title.Commit, Note: title.Note}
	return nil
}

func (v *inSpace) plain(ctx context.Context, w io.Writer) error {
	shown, err := scene.Of(ctx, v.after, v.what)
	if err != nil {
		return err
	}
	v.out.Notes = shown.Notes
	if v.in.ColorBy != "" {
		var ids []string
		for _, solid := range shown.Solids {
			if n := len(ids); n == 0 || ids[n-1] != solid.ID() {
				ids = append(ids, solid.ID())
			}
		}
		if v.options.Colors, err = tint.By(v.after, ids, v.in.ColorBy); err != nil {
			return err
		}
		v.out.Legend = legendOf(v.options.Colors.Entries)
	}
	return v.drawn(ctx, v.options.Width, v.options.Height, func() error { return render.PNG(ctx, w, shown, v.options) })
}

// change draws what differs. A state in which nothing is to be seen is an empty one.
func (v *inSpace) change(ctx context.Context, w io.Writer) error {
	v.name = fileWords("change", v.out.View, v.out.Level)
	after, errAfter := scene.Of(ctx, v.after, v.what)
	before, errBefore := scene.Of(ctx, v.before, v.what)
	if errAfter != nil && (errBefore != nil || problem(errAfter).Code != model.NotFound) {
		return errAfter
	}
	if errBefore != nil && problem(errBefore).Code != model.NotFound {
		return errBefore
	}
	if after != nil {
		v.out.Notes = after.Notes
	}
	return v.drawn(ctx, v.options.Width, v.options.Height, func() error { return render.Change(ctx, w, before, after, v.options) })
}

// bodies writes what is shown for other programs.
func (v *inSpace) bodies(ctx context.Context, w io.Writer) error {
	shown, err := scene.Of(ctx, v.after, v.what)
	if err != nil {
		return err
	}
	v.name = fileWords(v.after.Manifest().ID, v.out.Level)
	v.out.Notes, v.out.File.Width, v.out.File.Height = shown.Notes, 0, 0
	return shown.WriteGLB(w)
}
