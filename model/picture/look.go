package picture

import (
	"image/color"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// look is how an element is drawn beside its kind: in which colours, and in which
// dash where it is not the kind's own.
type look struct {
	ink   color.NRGBA // lines and text
	solid color.NRGBA // what is cut and not hatched
	blank color.NRGBA // what is cut and hatched, and what covers what lies under it
	dash  Dash
	// tint fills what is cut with solid at any scale, instead of its material's
	// hatch; pattern, if any, is hatched over it.
	tint    bool
	pattern *hatch
}

func gray(v uint8) color.NRGBA { return color.NRGBA{R: v, G: v, B: v, A: 255} }

var (
	plain  = look{ink: gray(0x14), solid: gray(0x38), blank: gray(0xff)}
	faded  = look{ink: gray(0xa8), solid: gray(0xcc), blank: gray(0xff)}
	marked = look{ink: color.NRGBA{R: 0x0b, G: 0x4f, B: 0xb3, A: 255}, solid: color.NRGBA{R: 0x2f, G: 0x7d, B: 0xe8, A: 255}, blank: color.NRGBA{R: 0xd6, G: 0xe6, B: 0xfc, A: 255}}
)

// stroke answers a style of lines in the look's colour.
func (l look) stroke(pen Pen) Style { return Style{Stroke: l.ink, Pen: pen, Dash: l.dash} }

// dashed answers a style of fine dashed lines in the look's colour.
func (l look) dashed() Style {
	style := l.stroke(PenFine)
	if l.dash == Solid {
		style.Dash = Dashed
	}
	return style
}

// filled answers a style of a region that covers what lies under it.
func (l look) filled(pen Pen) Style {
	style := l.stroke(pen)
	style.Fill = l.blank
	return style
}

// highlighted answers the looks of a plan in which some records stand out.
func highlighted(ids []string) func(string) look {
	if len(ids) == 0 {
		return func(string) look { return plain }
	}
	set := map[string]bool{}
	for _, id := range ids {
		set[id] = true
	}
	return func(id string) look {
		if set[id] {
			return marked
		}
		return faded
	}
}

// hatch is the pattern of a material: lines at angles in degrees, spaced by mm of
// paper.
type hatch struct {
	angles  []float64
	spacing float64
	dash    Dash
}

// hatches are told by a word in a material's class, name or id.
var hatches = []struct {
	words []string
	hatch hatch
}{
	{[]string{"insulat", "wool", "foam"}, hatch{angles: []float64{60, -60}, spacing: 1.6}},
	{[]string{"brick", "masonry", "clay"}, hatch{angles: []float64{45}, spacing: 1.4}},
	{[]string{"concrete", "cement"}, hatch{angles: []float64{45}, spacing: 1.8, dash: DashDot}},
	{[]string{"wood", "timber"}, hatch{angles: []float64{15}, spacing: 0.9}},
	{[]string{"steel", "metal", "alumin"}, hatch{angles: []float64{45}, spacing: 0.7}},
	{[]string{"plaster", "gypsum", "board"}, hatch{angles: []float64{-45}, spacing: 1, dash: Dotted}},
	{[]string{"glass"}, hatch{}},
}

var plainHatch = hatch{angles: []float64{45}, spacing: 2}

func hatchOf(s *model.Snapshot, material string) hatch {
	words := material
	if r := s.Record(material); r != nil {
		words += " " + r.String("class") + " " + r.String("name")
	}
	words = strings.ToLower(words)
	for _, h := range hatches {
		if slices.ContainsFunc(h.words, func(w string) bool { return strings.Contains(words, w) }) {
			return h.hatch
		}
	}
	return plainHatch
}

// lines answers the hatch of a region of the paper.
func (h hatch) lines(rings []geom.Ring) []Line {
	var out []Line
	for _, angle := range h.angles {
		out = append(out, hatchLines(rings, angle, h.spacing)...)
	}
	return out
}

// materialOf answers the id of the material that an element is seen as when it is
// cut: its own, else that of its type's thickest structural layer, else of the
// thickest, else its type's.
func materialOf(s *model.Snapshot, r *model.Record) string {
	if m := r.String("materialId"); m != "" {
		return m
	}
	t := category.TypeOf(s, r)
	if t == nil {
		return ""
	}
	best, thickest, structural := t.String("materialId"), 0.0, false
	layers, _ := t.Get("layers").([]any)
	for _, item := range layers {
		layer, _ := item.(model.Object)
		material, _ := layer.Get("materialId").(string)
		thickness, _ := layer.Get("thickness").(float64)
		bears := layer.Get("function") == "structure"
		if material != "" && (bears && !structural || bears == structural && thickness > thickest) {
			best, thickest, structural = material, thickness, bears
		}
	}
	return best
}
