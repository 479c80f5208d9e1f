package picture

import (
	"image/color"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/model/tint"
)

// legendPad is how much room in mm the legend of colours takes at the right.
const legendPad = 52.0

// paint chooses the looks of what is drawn: by a member's values, or by what is
// highlighted.
func (d *drawing) paint(ids []string) error {
	d.look = highlighted(d.opt.Highlight)
	if d.opt.ColorBy == "" {
		return nil
	}
	scheme, err := tint.By(d.s, ids, d.opt.ColorBy)
	if err != nil {
		return err
	}
	for i := range scheme.Entries {
		scheme.Entries[i].Color = tint.Mix(scheme.Entries[i].Color, 0.75) // lines stay legible on it
	}
	d.scheme = scheme
	d.look = func(id string) look {
		c, ok := scheme.Of(id)
		if !ok {
			return faded
		}
		return look{ink: dark(c), solid: c, blank: tint.Mix(c, 0.45), tint: true}
	}
	return nil
}

// titleOf answers how a legend names a member: "Type" for typeId, a property without the
// set that it is of.
func titleOf(member string) string {
	if name, ok := strings.CutPrefix(member, "properties."); ok {
		member = name[strings.LastIndex(name, ".")+1:]
	}
	member = strings.TrimPrefix(member, "derived.")
	member = strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(member, "Id"), "Id.", "."), ".", " · ")
	first, size := utf8.DecodeRuneInString(member)
	return string(unicode.ToUpper(first)) + member[size:]
}

// dark answers a colour in which lines can be seen on white.
func dark(c color.NRGBA) color.NRGBA {
	return color.NRGBA{R: c.R / 5 * 2, G: c.G / 5 * 2, B: c.B / 5 * 2, A: 255}
}

// drawColors draws the legend of colours at the right of the drawing.
func (d *drawing) drawColors() {
	if d.scheme == nil {
		return
	}
	d.sheet.Legend = d.scheme.Entries
	g := d.group("", "legend")
	x, y := d.sheet.Width-border-legendPad, d.sheet.Height-border-margin-2.5
	title := titleOf(d.scheme.Member)
	if d.scheme.Unit != "" {
		title += " in " + d.scheme.Unit
	}
	g.Texts = append(g.Texts, Text{At: geom.Point{X: x, Y: y}, String: fit(title, legendPad-6, 2.5, true), Height: 2.5, Bold: true, Color: plain.ink})
	for _, e := range d.scheme.Entries {
		y -= 5
		box := geom.BoxOf(geom.Point3{X: x, Y: y - 0.6}, geom.Point3{X: x + 6, Y: y + 2.4})
		g.area(Style{Stroke: plain.ink, Pen: PenFine, Fill: e.Color}, box.Ring())
		g.Texts = append(g.Texts,
			Text{At: geom.Point{X: x + 8, Y: y}, String: fit(e.Label, legendPad-23, MinTextHeight, false), Height: MinTextHeight, Color: plain.ink},
			Text{At: geom.Point{X: x + legendPad - 6, Y: y}, String: strconv.Itoa(e.Count), Height: MinTextHeight, Anchor: End, Color: plain.ink})
	}
}
