package diffview

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/measure"
	"github.com/openeik/ekgit/model/picture"
)

// Picture is a picture of the change: the same part of the building before, after, and
// both over each other with what differs marked. The three are drawings in SVG of one
// size and scale.
type Picture struct {
	Name                   string // a word for files, such as change-level-0
	Title                  string // what is drawn, such as "Ground floor"
	Alt                    string // what it shows, in words
	Overlay, Before, After []byte
	Thumbnail              []byte // the overlay as a small PNG
}

// mostPictures is how many pictures a review has, and thumbnailPixels how long the
// longer side of a thumbnail is.
const (
	mostPictures    = 4
	thumbnailPixels = 640
)

// Draw draws the pictures of a difference that matter most, the first first: the plans of
// the levels where most changed, and a section where heights did. There are none where
// nothing that can be drawn differs. Of the options, Shapes, Palette, Phase and Title are
// looked at; lengths are told in the model's unit.
func Draw(ctx context.Context, before, after *model.Snapshot, o picture.ChangeOptions) ([]Picture, error) {
	var drawn []Picture
	names := map[string]int{}
	for _, view := range picture.Views(before, after, mostPictures) {
		p, err := draw(ctx, before, after, view, o)
		if err != nil {
			return nil, err
		}
		if names[p.Name]++; names[p.Name] > 1 {
			p.Name += fmt.Sprintf("-%d", names[p.Name]) // several parts of one level
		}
		drawn = append(drawn, p)
	}
	return drawn, nil
}

func draw(ctx context.Context, before, after *model.Snapshot, view picture.View, o picture.ChangeOptions) (Picture, error) {
	o.NoTitle = true
	if unit, err := measure.ParseUnit(after.Manifest().LengthUnit()); err == nil {
		o.Unit = unit
	}
	frames, err := picture.BeforeAfter(ctx, before, after, view.Options(o))
	if err != nil {
		return Picture{}, fmt.Errorf("the picture of %s: %w", view.Name, err)
	}
	var b, a, both, small bytes.Buffer
	for _, f := range []struct {
		sheet *picture.Sheet
		into  *bytes.Buffer
	}{{frames.Before, &b}, {frames.After, &a}, {frames.Overlay, &both}} {
		if err := f.sheet.WriteSVG(f.into); err != nil {
			return Picture{}, err
		}
	}
	if err := frames.Overlay.WriteThumbnail(&small, thumbnailPixels); err != nil {
		return Picture{}, err
	}
	word := "section"
	if view.Level != "" {
		word = view.Level
	}
	return Picture{Name: "change-" + word, Title: view.Name, Alt: altOf(after, before, view), Before: b.Bytes(), After: a.Bytes(), Overlay: both.Bytes(), Thumbnail: small.Bytes()}, nil
}

// altNames is how many records the words for a picture name.
const altNames = 6

// altOf says in words what a picture shows.
func altOf(after, before *model.Snapshot, view picture.View) string {
	var names []string
	for _, id := range view.IDs[:min(len(view.IDs), altNames)] {
		s := after
		if s.Record(id) == nil {
			s = before
		}
		names = append(names, Refs(s, id)[0].Label)
	}
	text := view.Name + " with what changes: " + strings.Join(names, ", ")
	if rest := len(view.IDs) - altNames; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}
