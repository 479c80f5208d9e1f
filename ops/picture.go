package ops

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/measure"
	"github.com/openeik/ekgit/model/picture"
	"github.com/openeik/ekgit/model/shape"
	"github.com/openeik/ekgit/model/tint"
)

// shownIn is what every picture is told: whose state it shows, and what of it.
type shownIn struct {
	Compare   string      `json:"compare" also:"against,from" doc:"An earlier state: what changed since stands out. A proposal without at: what it changes."`
	Filter    find.Filter `json:"filter" brief:"as read's filter" doc:"Only what matches is drawn."`
	Highlight []string    `json:"highlight" also:"ids" doc:"Ids that stand out."`
	ColorBy   string      `json:"colorBy" also:"colourBy,color" doc:"A field whose values get colours and a legend: typeId, use …"`
	Phase     string      `json:"phase" doc:"What stands in it. Absent: the last."`
	Palette   string      `json:"palette" enum:"green-red,red-yellow,black" default:"green-red" doc:"Of compare."`
	At
}

// states answers what a picture shows, and what it is compared with, nil where it is
// compared with nothing.
func (c *call) states(ctx context.Context, in *shownIn) (before, after *model.Snapshot, err error) {
	if in.At.At == "" && proposalID.MatchString(in.Compare) {
		_, p, err := c.proposal(ctx, in.Compare)
		if err != nil {
			return nil, nil, err
		}
		o, err := c.sides(ctx, p)
		if err != nil {
			return nil, nil, err
		}
		c.meta.At, c.meta.Model = p.Head.String(), o.after.Manifest().ID
		return o.before, o.after, nil
	}
	if in.Compare != "" {
		if before, err = c.committed(ctx, in.Compare); err != nil {
			return nil, nil, err
		}
	}
	after, err = c.snapshot(ctx, in.At.At)
	return before, after, err
}

// check refuses what a model does not have.
func (in *shownIn) check(s *model.Snapshot) error {
	if phases := s.Manifest().Phases; in.Phase != "" && !slices.Contains(phases, in.Phase) {
		hint := "Leave it out: the model has no phases"
		if len(phases) > 0 {
			hint = "Send one of " + strings.Join(phases, ", ")
		}
		return hinted(invalid("/phase", fmt.Sprintf("%q is no phase", in.Phase), in.Phase), hint)
	}
	if in.ColorBy == "" {
		return nil
	}
	return find.CheckField(s, in.Filter.Categories, in.ColorBy)
}

// chosen answers which records a picture draws, nil for all, and which stand out.
func (c *call) chosen(ctx context.Context, s *model.Snapshot, in *shownIn, assumed *[]string) (show func(string) bool, highlight []string, err error) {
	if err := in.check(s); err != nil {
		return nil, nil, err
	}
	if !in.Filter.IsZero() {
		matches, err := in.Filter.Apply(ctx, s, c.sources(s))
		if err != nil {
			return nil, nil, err
		}
		*assumed = append(*assumed, matches.Assumed...)
		if matches.Total() == 0 {
			return nil, nil, hinted(invalid("/filter", "nothing matches the filter: "+cmp.Or(matches.Why(), "there is nothing"), nil), "Send a filter that read answers rows for, or none")
		}
		ids := make(map[string]bool, matches.Total())
		for _, id := range matches.IDs() {
			ids[id] = true
		}
		show = func(id string) bool { return ids[id] }
	}
	for i, name := range in.Highlight {
		id, how, err := find.One(s, name, find.Want{})
		if err != nil {
			return nil, nil, underHighlight(err, i)
		}
		if how != "" {
			*assumed = append(*assumed, how)
		}
		highlight = append(highlight, id)
	}
	return show, highlight, nil
}

func underHighlight(err error, i int) error {
	p := problem(err)
	if p.Details == nil {
		p.Details = map[string]any{}
	}
	p.Details["path"] = fmt.Sprintf("/highlight/%d", i)
	return p
}

// shapes answers what reads the bodies that lie under shapes/ of a snapshot.
func (c *call) shapes(snapshots ...*model.Snapshot) func(context.Context, string) ([]byte, error) {
	return func(ctx context.Context, sha string) ([]byte, error) {
		for _, s := range snapshots {
			if s == nil {
				continue
			}
			if f := s.FileAt("shapes/" + sha + ".glb"); f != nil {
				return c.contentOf(ctx, f, shape.MaxBytes)
			}
		}
		return nil, &model.Problem{Code: model.NotFound, Message: "there is no shapes/" + sha + ".glb", Hint: "Import the model again with its shapes"}
	}
}

// unitsOf answers the unit in which a picture tells lengths: what was asked for, else
// the one that the model is shown in.
func unitsOf(s *model.Snapshot, asked string) measure.Unit {
	switch asked {
	case "metric":
		return measure.Millimetre
	case "imperial":
		return measure.FootInch
	}
	unit, err := measure.ParseUnit(s.Manifest().LengthUnit())
	if err != nil {
		return measure.Millimetre
	}
	return unit
}

// titleOf answers what a title block says of the state that is drawn.
func (c *call) titleOf(ctx context.Context) picture.TitleBlock {
	if c.meta.At == "" {
		return picture.TitleBlock{}
	}
	commit, err := c.host.repo.Resolve(ctx, c.meta.At)
	if err != nil {
		return picture.TitleBlock{}
	}
	said := shortCommit(c.meta.At)[:7] + " · " + commit.Authored.UTC().Format("2006-01-02") + " · " + Plain(commit.Author.Name)
	note := Plain(commit.Subject())
	if c.meta.Proposal != "" {
		if _, p, err := c.proposal(ctx, c.meta.Proposal); err == nil {
			note = p.ID + " · " + Plain(p.Title)
		}
	}
	if n := len(c.meta.Uncommitted); n > 0 {
		note = "with edits by hand that are not committed"
	}
	return picture.TitleBlock{Commit: said, Note: cut(note, summaryText)}
}

// pictureOut is what an answer tells of a picture that is attached to it.
type pictureOut struct {
	View    string         `json:"view" jsonschema:"what is drawn, such as plan level-0"`
	Level   string         `json:"level,omitempty"`
	Scale   float64        `json:"scale,omitempty" jsonschema:"50 is 1:50"`
	File    pictureFile    `json:"file" jsonschema:"the attachment that holds it"`
	Legend  []legendEntry  `json:"legend,omitempty" jsonschema:"what the colours mean"`
	Notes   []string       `json:"notes,omitempty" jsonschema:"what is left out, and why"`
	Also    []model.Object `json:"also,omitempty" jsonschema:"requests for other pictures of what changed"`
	Assumed []string       `json:"assumed,omitempty"`
}

type pictureFile struct {
	Name     string `json:"name"`
	MIMEType string `json:"mimeType"`
	Bytes    int    `json:"bytes"`
	SHA256   string `json:"sha256"`
	Width    int    `json:"width,omitempty" jsonschema:"in pixels, of a PNG; of others in mm of paper"`
	Height   int    `json:"height,omitempty"`
}

type legendEntry struct {
	Label string `json:"label"`
	Color string `json:"color"`
	Count int    `json:"count"`
}

func legendOf(entries []tint.Entry) []legendEntry {
	var out []legendEntry
	for _, e := range entries {
		out = append(out, legendEntry{Plain(e.Label), hexColor(e.Color), e.Count})
	}
	return out
}

func hexColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// mimeTypes are the formats of pictures.
var mimeTypes = map[string]string{"png": "image/png", "svg": "image/svg+xml", "pdf": "application/pdf", "glb": "model/gltf-binary"}

// attach puts a file beside the answer and says so in it.
func (c *call) attach(out *pictureOut, name, format string, data []byte) {
	sum := sha256.Sum256(data)
	out.File.Name, out.File.MIMEType = name+"."+format, mimeTypes[format]
	out.File.Bytes, out.File.SHA256 = len(data), hex.EncodeToString(sum[:])
	c.attachments = append(c.attachments, Attachment{Name: out.File.Name, MIMEType: out.File.MIMEType, Data: data})
}

// drawn draws a picture of so many pixels. Pictures wait for each other while those of one
// host have more than one picture may have: that bounds the memory that they take.
func (c *call) drawn(ctx context.Context, width, height int, draw func() error) error {
	pixels := min(int64(width)*int64(height), picture.MaxPixels)
	if err := c.host.pixels.Acquire(ctx, pixels); err != nil {
		return err
	}
	defer c.host.pixels.Release(pixels)
	return draw()
}

// attachSheet attaches a drawing in a format; a PNG's longer side has so many pixels.
func (c *call) attachSheet(ctx context.Context, out *pictureOut, sheet *picture.Sheet, name, format string, pixels int) error {
	out.Scale, out.Notes, out.Legend = sheet.Scale, sheet.Notes, legendOf(sheet.Legend)
	out.File.Width, out.File.Height = int(sheet.Width+0.5), int(sheet.Height+0.5)
	var b bytes.Buffer
	var err error
	switch format {
	case "svg":
		err = sheet.WriteSVG(&b)
	case "pdf":
		err = sheet.WritePDF(&b)
	default:
		dpi := float64(pixels) * mmPerInch / max(sheet.Width, sheet.Height)
		out.File.Width, out.File.Height = pixelsOf(sheet.Width, dpi), pixelsOf(sheet.Height, dpi)
		err = c.drawn(ctx, out.File.Width, out.File.Height, func() error { return sheet.WritePNG(&b, dpi) })
	}
	if err != nil {
		return err
	}
	c.attach(out, name, format, b.Bytes())
	return nil
}

const mmPerInch = 25.4

func pixelsOf(mm, dpi float64) int { return int(mm*dpi/mmPerInch + 0.5) }

// boxOf answers the part of the model that a request names, the zero box for all. Its
// heights are infinite where the request names none.
func boxOf(b *find.Bounds) (geom.Box, error) {
	if b == nil {
		return geom.Box{}, nil
	}
	box, err := b.Box()
	if err != nil {
		return geom.Box{}, err
	}
	if size := box.Size(); !(size.X > 0 && size.Y > 0 && size.Z > 0) {
		return geom.Box{}, hinted(invalid("/bounds", "min and max are no corners of a box: nothing lies between them", nil), `Send the lower left corner first, for example "bounds": {"min": [0, 0], "max": [5000, 4000]}`)
	}
	return box, nil
}

// fileWords makes the name of a file of what it shows.
func fileWords(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "-")
}

func noLine(line []args.Point) error {
	what := fmt.Sprintf("a line has two points, not %d", len(line))
	if len(line) == 2 {
		what = "both ends of the line are one point"
	}
	return hinted(invalid("/line", what, nil), `Send for example "line": [[0, 4000], [10000, 4000]]`)
}

// levelOf answers the level that a picture names, or the lowest that people use.
func (c *call) levelOf(s *model.Snapshot, named string, out *pictureOut) (string, error) {
	if named != "" {
		id, how, err := find.Level(s, named, "level")
		if err == nil && how != "" {
			out.Assumed = append(out.Assumed, how)
		}
		return id, err
	}
	levels := category.Levels(s).All()
	if len(levels) == 0 {
		return "", &model.Problem{Code: model.NotFound, Message: "the model has no level to draw", Hint: "add_level makes one"}
	}
	return levels[max(slices.IndexFunc(levels, func(l category.Level) bool { return l.Kind == "occupied" }), 0)].ID, nil
}
