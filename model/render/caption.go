package render

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"github.com/openeik/ekgit/model/geom"
)

// The colours of what is written.
var (
	white    = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	textInk  = color.NRGBA{R: 0x1f, G: 0x22, B: 0x25, A: 255}
	quietInk = color.NRGBA{R: 0x60, G: 0x66, B: 0x6b, A: 255}
	hairline = color.NRGBA{R: 0xc9, G: 0xcd, B: 0xd0, A: 255}
)

// em is how large text is on a picture, in pixels.
func em(opt Options) float64 {
	return min(44, max(12, float64(min(opt.Width, opt.Height))/54))
}

// The sizes of strip and legend, in ems.
const (
	stripHeight = 3.4
	legendRow   = 1.7
	legendWide  = 15.0
	legendRows  = 24 // at most
)

// titled reports whether a picture has a strip and a legend: a very small one has no
// room for them.
func (o Options) titled() bool {
	const least = 120
	return !o.NoTitle && min(o.Width, o.Height) >= least
}

// layOut answers where in the picture the scene is drawn: above the title strip, and
// beside the legend where there is one.
func layOut(d drawing, opt Options) area {
	room := area{0, 0, float64(opt.Width), float64(opt.Height)}
	if !opt.titled() {
		return room
	}
	size := em(opt)
	room.bottom = max(room.bottom-stripHeight*size, room.bottom/2)
	if wide := legendWide * size; len(d.legend) > 0 && wide < room.right/2 {
		room.right -= wide
	}
	return room
}

// caption writes the title strip and the legend.
func (p *painter) caption(d drawing) error {
	size := em(p.opt)
	text, err := newLetters(size)
	if err != nil {
		return err
	}
	small, err := newLetters(0.85 * size)
	if err != nil {
		return err
	}
	top := p.room.bottom
	wide, high := float64(p.opt.Width), float64(p.opt.Height)
	p.fill(0, top, wide, high, white)
	p.fill(0, top, wide, top+max(1, size/16), textInk)
	right := wide - size
	if p.showsNorth() {
		p.north(d.trueNorth, geom.Point{X: right - size, Y: (top+high)/2 + 0.25*size}, size, small)
		right -= 3.2 * size
	}
	half := (right - size) * 0.56
	text.write(p.picture, size, top+1.45*size, text.fit(cmp.Or(d.model, "Model"), half-size, true), true, textInk)
	small.write(p.picture, size, top+2.65*size, small.fit(p.viewText(d.about), half-size, false), false, quietInk)
	for i, line := range []string{p.opt.Title.Commit, p.opt.Title.Note} {
		line = small.fit(line, right-half-size, false)
		small.write(p.picture, right-small.width(line, false), top+(1.4+1.25*float64(i))*size, line, false, quietInk)
	}
	p.legend(d, text, small)
	return nil
}

func (p *painter) viewText(about string) string {
	text := views[p.opt.View].text
	if p.opt.perspective() {
		text = fmt.Sprintf("Perspective from %.1f, %.1f, %.1f m", p.opt.Eye.X/1000, p.opt.Eye.Y/1000, p.opt.Eye.Z/1000)
	}
	if about != "" {
		return about + " · " + text
	}
	return text
}

// legend writes what the colours mean, in a panel at the right.
func (p *painter) legend(d drawing, text, small *letters) {
	rows := d.legend
	if len(rows) == 0 {
		return
	}
	more := 0
	size := text.size
	most := min(legendRows, int((p.room.bottom-3.5*size)/(legendRow*size)))
	if len(rows) > most {
		keep := max(0, most-1)
		rows, more = rows[:keep], len(rows)-keep
	}
	left, right := p.room.right, float64(p.opt.Width)
	if left == right {
		left = right - min(legendWide*size, right/2)
	}
	p.fill(left, 0, right, p.room.bottom, white)
	p.fill(left, 0, left+max(1, size/16), p.room.bottom, hairline)
	left, right = left+size, right-size
	y := 2 * size
	if d.legendFor != "" {
		text.write(p.picture, left, y, text.fit(d.legendFor, right-left, true), true, textInk)
		y += 1.9 * size
	}
	for _, r := range rows {
		p.swatch(left, y-0.85*size, size, r)
		count := fmt.Sprint(r.count)
		small.write(p.picture, right-small.width(count, false), y, count, false, quietInk)
		label := small.fit(r.label, right-left-2*size-small.width(count, false)-size/2, false)
		small.write(p.picture, left+1.6*size, y, label, false, textInk)
		y += legendRow * size
	}
	if more > 0 {
		small.write(p.picture, left, y, fmt.Sprintf("and %d more", more), false, quietInk)
	}
}

// swatch draws the sample of a row of the legend.
func (p *painter) swatch(x, y, size float64, r row) {
	line := max(1, size/10)
	edge := textInk
	if r.ghost {
		edge = r.color
	}
	p.fill(x, y, x+size, y+size, edge)
	inner := r.color
	if r.ghost {
		p.fill(x+line, y+line, x+size-line, y+size-line, white)
		inner.A = r.fill
	}
	p.fill(x+line, y+line, x+size-line, y+size-line, inner)
	if r.hatch == noHatch {
		return
	}
	for v := int(y + line); v < int(y+size-line); v++ {
		for u := int(x + line); u < int(x+size-line); u++ {
			if hatched(r.hatch, u, v, p.pen) {
				p.picture.Set(u, v, textInk)
			}
		}
	}
}

// fill fills a rectangle.
func (p *painter) fill(left, top, right, bottom float64, c color.NRGBA) {
	at := image.Rect(int(math.Round(left)), int(math.Round(top)), int(math.Round(right)), int(math.Round(bottom)))
	draw.Draw(p.picture, at, image.NewUniform(c), image.Point{}, draw.Over)
}

// showsNorth reports whether the ground is seen, so that north can be shown on it.
func (p *painter) showsNorth() bool { return math.Abs(p.camera.forward.Z) > 0.15 }

// north draws where north lies, as it is seen on the ground of the view.
func (p *painter) north(trueNorth float64, center geom.Point, size float64, text *letters) {
	flat := func(v geom.Point) geom.Point {
		q := v.At(0)
		return geom.Point{X: q.Dot(p.camera.right), Y: -q.Dot(p.camera.up)}
	}
	const ring = 0.85
	to := geom.Direction(90 + trueNorth)
	at := func(v geom.Point) geom.Point { return center.Add(flat(v).Scale(ring * size)) }
	var circle []geom.Point
	for i := range 48 {
		circle = append(circle, at(geom.Direction(float64(i)*7.5)))
	}
	p.outline(circle, size/14, quietInk)
	side := to.Left()
	tip := at(to)
	p.area([]geom.Point{tip, at(to.Scale(-0.75).Add(side.Scale(0.45))), at(to.Scale(-0.4))}, textInk)
	p.outline([]geom.Point{tip, at(to.Scale(-0.75).Sub(side.Scale(0.45))), at(to.Scale(-0.4))}, size/14, textInk)
	label := at(to.Scale(1.45))
	text.write(p.picture, label.X-text.width("N", true)/2, label.Y+0.3*size, "N", true, textInk)
}

// area fills an outline that lies in the picture, smoothly.
func (p *painter) area(points []geom.Point, c color.NRGBA) {
	box := geom.EmptyBox()
	for _, q := range points {
		box = box.Include(q.At(0))
	}
	left, top := math.Floor(box.Min.X), math.Floor(box.Min.Y)
	at := image.Rect(int(left), int(top), int(math.Ceil(box.Max.X))+1, int(math.Ceil(box.Max.Y))+1)
	if !at.In(p.picture.Bounds()) {
		return
	}
	r := vector.NewRasterizer(at.Dx(), at.Dy())
	for i, q := range points {
		x, y := float32(q.X-left), float32(q.Y-top)
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(p.picture, at, image.NewUniform(c), image.Point{})
}

// outline draws a closed line.
func (p *painter) outline(points []geom.Point, width float64, c color.NRGBA) {
	for i, a := range points {
		b := points[(i+1)%len(points)]
		side := b.Sub(a).Unit().Left().Scale(width / 2)
		p.area([]geom.Point{a.Add(side), a.Sub(side), b.Sub(side), b.Add(side)}, c)
	}
}
