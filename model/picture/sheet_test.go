package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

var update = flag.Bool("update", false, "write the golden pictures anew: look at each before it is kept")

// golden compares a sheet's SVG, byte by byte, with testdata/<name>.svg.
func golden(t *testing.T, name string, s *Sheet) {
	t.Helper()
	var b bytes.Buffer
	if err := s.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".svg")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%s differs from what is drawn: look at both, then run the test with -update", file)
	}
}

// sampler shows every pen, dash, hatch and anchor once.
func sampler() *Sheet {
	ink := color.NRGBA{A: 255}
	s := &Sheet{Title: "Pens & <hatches>", Width: 60, Height: 40}
	g := &Group{ID: "wall-1", Class: "wall"}
	for i, pen := range []Pen{PenCut, PenEdge, PenFine, PenHair, PenCloud} {
		y := float64(5 + 2*i)
		g.line(Style{Stroke: ink, Pen: pen, Dash: Dash(i)}, geom.Point{X: 5, Y: y}, geom.Point{X: 55, Y: y})
	}
	ring := geom.Rect(geom.Point{X: 15, Y: 25}, 16, 12, 0)
	hole := geom.Rect(geom.Point{X: 15, Y: 25}, 6, 4, 0)
	g.area(Style{Stroke: ink, Pen: PenEdge, Fill: color.NRGBA{R: 255, G: 200, B: 100, A: 128}}, ring, hole)
	g.Shapes = append(g.Shapes, Shape{Lines: hatchLines([]geom.Ring{ring, hole}, 45, 2), Style: Style{Stroke: ink, Pen: PenHair}})
	for i, a := range []Anchor{Start, Middle, End} {
		g.Texts = append(g.Texts, Text{At: geom.Point{X: 42, Y: 20 + 5*float64(i)}, String: "R&D 12.4 m²", Height: 1.8, Anchor: a, Angle: 10 * float64(i), Bold: i == 1, Color: ink})
	}
	s.Groups = append(s.Groups, g)
	return s
}

func TestSVG(t *testing.T) {
	s := sampler()
	golden(t, "sampler", s)
	var b bytes.Buffer
	if err := s.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	dec := xml.NewDecoder(&b)
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
	}
}

func TestPNG(t *testing.T) {
	s := sampler()
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := s.WritePNG(b, 127); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("one sheet gives two pictures")
	}
	img, err := png.Decode(&first)
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != 300 || size.Y != 200 {
		t.Errorf("a sheet of 60 × 40 mm at 5 pixels a mm has %v pixels", size)
	}
	if r, _, _, _ := img.At(5*30, 200-5*5).RGBA(); r > 0x2000 {
		t.Errorf("the thickest line is not where it should be: red %x", r)
	}
	if r, g, b, _ := img.At(5*58, 5).RGBA(); r&g&b != 0xffff {
		t.Error("the paper is not white")
	}
}

func TestPNGLimits(t *testing.T) {
	for _, dpi := range []float64{0, -1, math.NaN(), math.Inf(1), 1e9} {
		var problem *model.Problem
		if err := sampler().WritePNG(io.Discard, dpi); !errors.As(err, &problem) || problem.Code != model.InvalidArgument {
			t.Errorf("%g dpi: %v", dpi, err)
		}
	}
}

func TestPDF(t *testing.T) {
	var first, second bytes.Buffer
	if err := sampler().WritePDF(&first); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func(zone *time.Location) func() { return func() { time.Local = zone } }(time.Local))
	time.Local = time.FixedZone("", 3*3600+1800)
	if err := sampler().WritePDF(&second); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the time of writing shows in the file")
	}
	data := first.Bytes()
	tail := string(data[bytes.LastIndex(data, []byte("\nxref\n")):])
	for i, line := range strings.Split(tail, "\n")[4:] {
		if !strings.HasSuffix(line, "n ") {
			break
		}
		at, err := strconv.Atoi(line[:10])
		if want := fmt.Appendf(nil, "%d 0 obj", i+1); err != nil || !bytes.HasPrefix(data[at:], want) {
			t.Errorf("object %d is not at %d", i+1, at)
		}
	}
}

// TestPDFHasItsOperators holds that a page says nothing that a reader does not know: it
// would stop drawing there, or fill what was to be stroked.
func TestPDFHasItsOperators(t *testing.T) {
	known := strings.Fields("q Q cm w J j M d i gs m l c v y h re S s f f* B B* b b* n W W* cs CS sc scn SC SCN g G rg RG k K " +
		"BT ET Tf Td TD Tm Tj TJ Tc Tw Tz TL Tr Ts Do BDC BMC EMC sh")
	operands := regexp.MustCompile(`\((?:\\.|[^\\)])*\)|<[^>]*>|/\S+|[-+.\d]+|[\[\]]`)
	for _, sheet := range []*Sheet{sampler(), draw(t, house(t), PlanOptions{Level: "level-0"})} {
		var file bytes.Buffer
		if err := sheet.WritePDF(&file); err != nil {
			t.Fatal(err)
		}
		pages := 0
		for _, part := range bytes.Split(file.Bytes(), []byte("stream\n"))[1:] {
			stream, err := zlib.NewReader(bytes.NewReader(part))
			if err != nil {
				continue
			}
			text, err := io.ReadAll(stream)
			if err != nil || !bytes.Contains(text, []byte(" cm ")) {
				continue // a font
			}
			pages++
			for _, operator := range strings.Fields(operands.ReplaceAllString(string(text), " ")) {
				if !slices.Contains(known, operator) {
					t.Fatalf("the page says %q", operator)
				}
			}
		}
		if pages != 1 {
			t.Errorf("%d streams were read as the page", pages)
		}
	}
}

func TestTextWidth(t *testing.T) {
	// In the Go fonts a figure is 0.556 em wide and a space 0.278.
	for text, em := range map[string]float64{"": 0, "0": 0.556, "12 34": 4*0.556 + 0.278} {
		if got, want := TextWidth(text, capHeight, false), em; math.Abs(got-want) > 1e-3 {
			t.Errorf("%q is %g em wide, want %g", text, got, want)
		}
	}
	ring := Text{At: geom.Point{X: 10, Y: 10}, String: "Level", Height: 2, Anchor: End, Angle: 90}.Ring()
	box := ring.Bounds()
	if w := TextWidth("Level", 2, false); math.Abs(box.Max.Y-10) > 1e-9 || math.Abs(box.Min.Y-(10-w)) > 1e-9 || math.Abs(box.Min.X-8) > 1e-9 {
		t.Errorf("text that runs up to its end takes %v", box)
	}
}

func TestHatchStaysInside(t *testing.T) {
	outer := geom.Rect(geom.Point{}, 20, 10, 30)
	hole := geom.Rect(geom.Point{}, 6, 6, 0)
	region := geom.Region{Outer: outer, Holes: []geom.Ring{hole}}
	lines := hatchLines([]geom.Ring{outer, hole}, 45, 1)
	total := 0.0
	for _, l := range lines {
		total += l.Points[0].Dist(l.Points[1])
		if mid := l.Points[0].Lerp(l.Points[1], 0.5); region.Locate(mid, 1e-6) != geom.Inside {
			t.Errorf("a hatch line lies outside at %v", mid)
		}
	}
	// Lines 1 mm apart are as long, in mm, as the area is large in mm².
	if want := region.Area(); math.Abs(total-want) > 0.05*want {
		t.Errorf("hatch of %g mm on %g mm²", total, want)
	}
}

// goldenPixels compares a sheet's PNG with testdata/<name>.png: one pixel in two
// hundred may differ by more than an eighth of the range, as the edges of lines do
// from one machine to another.
func goldenPixels(t *testing.T, name string, s *Sheet) {
	t.Helper()
	var b bytes.Buffer
	if err := s.WritePNG(&b, 60); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	size := got.Bounds().Size()
	if size != want.Bounds().Size() {
		t.Fatalf("%s has %v pixels, and %v are drawn", file, want.Bounds().Size(), size)
	}
	off := 0
	for y := range size.Y {
		for x := range size.X {
			r, g, b, _ := got.At(x, y).RGBA()
			wr, wg, wb, _ := want.At(x, y).RGBA()
			if apartBy(r, wr)+apartBy(g, wg)+apartBy(b, wb) > 0x2000 {
				off++
			}
		}
	}
	if 200*off > size.X*size.Y {
		t.Errorf("%d of %d pixels differ from %s: look at both, then run the test with -update", off, size.X*size.Y, file)
	}
}

func apartBy(a, b uint32) uint32 { return max(a, b) - min(a, b) }
