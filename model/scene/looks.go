package scene

import (
	"cmp"
	"image/color"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
)

// look is how a material is shown.
type look struct {
	name  string
	color color.NRGBA
}

// glassAlpha is how much of what is behind glass it covers.
const glassAlpha = 105

// classColors are the colours of materials that say none, by words of their class or
// name. They are those of model photographs: quiet, so that marks stand out.
var classColors = []struct {
	words string
	color color.NRGBA
}{
	{"glass glazing", rgb(0xa9c9d6, glassAlpha)},
	{"concrete cement screed", rgb(0xb9b8b3, 255)},
	{"brick masonry clay block", rgb(0xb5745f, 255)},
	{"wood timber plywood oak cherry", rgb(0xc8a274, 255)},
	{"steel metal iron", rgb(0x7f878d, 255)},
	{"aluminium aluminum zinc", rgb(0xaeb4b8, 255)},
	{"insulation mineral", rgb(0xe3cf86, 255)},
	{"gypsum plaster finish paint", rgb(0xf0ede6, 255)},
	{"stone tile ceramic marble", rgb(0xc9c1b2, 255)},
	{"earth soil site ground gravel", rgb(0x9c8f78, 255)},
	{"grass vegetation planting", rgb(0x93a878, 255)},
	{"membrane bitumen asphalt", rgb(0x5b5b5c, 255)},
}

// partColors are the colours of what has no material, by part and then by category.
var partColors = map[string]color.NRGBA{
	"glass":        rgb(0xa9c9d6, glassAlpha),
	"panel":        rgb(0xa9c9d6, glassAlpha),
	"leaf":         rgb(0xb98f63, 255),
	"frame":        rgb(0x6f7478, 255),
	"rail":         rgb(0x5f666b, 255),
	"post":         rgb(0x5f666b, 255),
	"wall":         rgb(0xece7dd, 255),
	"slab":         rgb(0xc6c2ba, 255),
	"floor":        rgb(0xc6c2ba, 255),
	"roof":         rgb(0x8d6a5c, 255),
	"column":       rgb(0xbdbab4, 255),
	"beam":         rgb(0xa4a4a2, 255),
	"brace":        rgb(0x8f9498, 255),
	"stair":        rgb(0xcfc7ba, 255),
	"ramp":         rgb(0xc6c2ba, 255),
	"ceiling":      rgb(0xf3f1ec, 255),
	"foundation":   rgb(0xa9a7a2, 255),
	"curtain-wall": rgb(0x6f7478, 255),
	"furniture":    rgb(0xcdb28b, 255),
	"equipment":    rgb(0xd7d9da, 255),
	"pipe":         rgb(0x6f93b5, 255),
	"duct":         rgb(0xb3bdc4, 255),
	"tray":         rgb(0x9aa0a4, 255),
	"railing":      rgb(0x5f666b, 255),
}

var plainColor = rgb(0xd2cec6, 255)

func rgb(hex uint32, alpha uint8) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: alpha}
}

// look answers how a part of a record is shown: by its material's colour, else by what
// the material is, else by what the part is.
func (g *gatherer) look(materialID string, r *model.Record, part string) look {
	l, known := g.looks[materialID]
	if !known {
		l = materialLook(g.s.Record(materialID))
		g.looks[materialID] = l
	}
	if part == "glass" && l.color.A != glassAlpha {
		// A window's material is that of its frame.
		return look{"Glass", partColors[part]}
	}
	if l.color.A == 0 {
		l.color = partColor(r.Category(), part)
	}
	return l
}

// materialLook answers how a material is shown; with alpha 0 where it does not say.
func materialLook(m *model.Record) look {
	if m == nil || m.Category() != "material" {
		return look{}
	}
	l := look{name: cmp.Or(m.String("name"), m.ID())}
	c, given := parseColor(m.String("color"))
	byClass, known := classColor(m.String("class"))
	if !known {
		byClass, known = classColor(l.name)
	}
	switch {
	case given:
		l.color = c
		if known {
			l.color.A = byClass.A
		}
	case known:
		l.color = byClass
	}
	return l
}

// classColor answers the colour for the first known word that a text holds.
func classColor(text string) (color.NRGBA, bool) {
	text = strings.ToLower(text)
	for _, c := range classColors {
		for word := range strings.FieldsSeq(c.words) {
			if strings.Contains(text, word) {
				return c.color, true
			}
		}
	}
	return color.NRGBA{}, false
}

func partColor(category, part string) color.NRGBA {
	if c, ok := partColors[part]; ok {
		return c
	}
	if c, ok := partColors[category]; ok {
		return c
	}
	return plainColor
}

// parseColor reads #rrggbb.
func parseColor(text string) (color.NRGBA, bool) {
	if len(text) != 7 || text[0] != '#' {
		return color.NRGBA{}, false
	}
	v, err := strconv.ParseUint(text[1:], 16, 32)
	return rgb(uint32(v), 255), err == nil
}
