package diffview

import (
	"bytes"
	"context"
	"encoding/base64"
	"image/png"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model/picture"
)

func drawn(t *testing.T, commands ...string) []Picture {
	t.Helper()
	before := house(t)
	after, _ := run(t, before, commands...)
	pictures, err := Draw(context.Background(), before, after, picture.ChangeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return pictures
}

func pageOf(t *testing.T, r *Review) string {
	t.Helper()
	var b strings.Builder
	if err := r.HTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPictures holds that the pictures of a change stand in the page itself: the overlay
// so that what is drawn can be pointed at, before and after beside it, and nothing where
// there are none.
func TestPictures(t *testing.T) {
	r := proposed(t)
	if page := pageOf(t, r); strings.Contains(page, "<figure") {
		t.Error("there is a place for pictures where there are none")
	}
	r.Diff.Pictures = drawn(t, `{"command": "move", "id": "wall-partition", "by": [900, 0]}`)
	if len(r.Diff.Pictures) != 1 {
		t.Fatalf("there are %d pictures of one level", len(r.Diff.Pictures))
	}
	p, page := r.Diff.Pictures[0], pageOf(t, r)
	if p.Name != "change-level-0" || !strings.Contains(p.Alt, "interior wall") {
		t.Errorf("it is %s: %s", p.Name, p.Alt)
	}
	if !strings.Contains(page, string(p.Overlay)) || !strings.Contains(page, `data-id="wall-partition"`) {
		t.Error("the overlay is not in the page")
	}
	for name, svg := range map[string][]byte{"before": p.Before, "after": p.After} {
		if !strings.Contains(page, `<img class="`+name+`" src="data:image/svg&#43;xml;base64,`+strings.ReplaceAll(base64.StdEncoding.EncodeToString(svg), "+", "&#43;")) {
			t.Errorf("%s is not in the page", name)
		}
	}
	box := func(svg []byte) string {
		_, rest, _ := strings.Cut(string(svg), "viewBox=")
		text, _, _ := strings.Cut(rest, " font")
		return text
	}
	if box(p.Before) != box(p.After) || box(p.Before) != box(p.Overlay) {
		t.Errorf("the three differ in size: %s, %s, %s", box(p.Before), box(p.After), box(p.Overlay))
	}
	small, err := png.DecodeConfig(bytes.NewReader(p.Thumbnail))
	if err != nil || max(small.Width, small.Height) != thumbnailPixels {
		t.Errorf("the thumbnail is %+v, %v", small, err)
	}
	if md := r.Markdown(); !strings.Contains(md, "](change-level-0.png)") {
		t.Error("the markdown does not show the thumbnail")
	}
}

// TestPicturesHoldWhatNamesSay holds that a name that looks like markup is text in the
// picture, which the page takes as it is.
func TestPicturesHoldWhatNamesSay(t *testing.T) {
	evil := `</svg><script>alert(1)</script><img src=x onerror=alert(1)>`
	r := proposed(t)
	r.Diff.Pictures = drawn(t, `{"command": "update", "id": "door-entrance", "set": {"mark": "`+evil+`", "width": 1250}}`)
	if len(r.Diff.Pictures) == 0 {
		t.Fatal("there is no picture")
	}
	page := pageOf(t, r)
	if strings.Count(page, "<script") != 1 || strings.Contains(page, "<img src=x") || strings.Count(page, "</svg>") != len(r.Diff.Pictures) {
		t.Error("a mark got out of its text")
	}
}

func TestNoPictureOfWhatCannotBeDrawn(t *testing.T) {
	if pictures := drawn(t, `{"command": "update", "id": "brick", "set": {"density": 1700}}`); len(pictures) != 0 {
		t.Errorf("there are %d pictures of a density", len(pictures))
	}
}
