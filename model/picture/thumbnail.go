package picture

import (
	"fmt"
	"io"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// WriteThumbnail writes a small PNG of what the sheet shows of the model, whose
// longer side has so many pixels: without texts, dimensions and title block, and with
// lines that can still be seen. Pixels that no picture can have are a
// *model.Problem; other errors are w's.
func (s *Sheet) WriteThumbnail(w io.Writer, pixels int) error {
	if pixels < 16 || pixels > 2000 {
		return &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("A thumbnail cannot be %d pixels wide", pixels), Hint: "Send from 16 to 2000"}
	}
	size := s.frame.Size()
	perPixel := max(size.X, size.Y) / float64(pixels) // mm
	small := &Sheet{Title: s.Title, Width: size.X, Height: size.Y, Scale: s.Scale}
	off := s.frame.Min.Plan()
	for _, g := range s.Groups {
		if slices.Contains([]string{"title", "legend", "dimension", "note", "grid", "level", "room"}, g.Class) {
			continue
		}
		next := &Group{ID: g.ID, Class: g.Class}
		for _, shape := range g.Shapes {
			if shape.Style.Stroke.A != 0 && shape.Style.Pen <= PenHair {
				continue // hatches would be a grey area
			}
			shape.Style.Pen = max(shape.Style.Pen, Pen(perPixel*float64(shape.Style.Pen)*2.4))
			shape.Lines = shift(shape.Lines, off)
			next.Shapes = append(next.Shapes, shape)
		}
		small.Groups = append(small.Groups, next)
	}
	return small.WritePNG(w, 25.4/perPixel)
}

func shift(lines []Line, off geom.Point) []Line {
	out := make([]Line, len(lines))
	for i, l := range lines {
		out[i] = Line{Closed: l.Closed, Points: make([]geom.Point, len(l.Points))}
		for k, p := range l.Points {
			out[i].Points[k] = p.Sub(off)
		}
	}
	return out
}
