package ops

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"image/png"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/picture"
)

// pictured asks for a picture and answers what is told of it, and its file.
func pictured(t *testing.T, h *Host, request string) (pictureOut, []byte) {
	t.Helper()
	e := do(t, h, request)
	if !e.OK || len(e.Attachments) != 1 {
		t.Fatalf("%s: %+v, %d attachments", request, e.Error, len(e.Attachments))
	}
	var out pictureOut
	if err := json.Unmarshal(e.Data.(json.RawMessage), &out); err != nil {
		t.Fatal(err)
	}
	a := e.Attachments[0]
	sum := sha256.Sum256(a.Data)
	if out.File.Name != a.Name || out.File.MIMEType != a.MIMEType || out.File.Bytes != len(a.Data) || out.File.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("%s: the answer tells of %+v, attached is %s %s with %d bytes", request, out.File, a.Name, a.MIMEType, len(a.Data))
	}
	return out, a.Data
}

func TestPicturesAreAttached(t *testing.T) {
	t.Parallel()
	h := open(t, houseDir(t))
	for request, starts := range map[string]string{
		`{"action": "snapshot_2d", "size": 400}`:                                                                   "\x89PNG",
		`{"action": "snapshot_2d", "level": "Ground floor", "format": "svg"}`:                                      "<svg ",
		`{"action": "snapshot_2d", "line": [[0, 4000], [10000, 4000]], "format": "pdf"}`:                           "%PDF-",
		`{"action": "snapshot_2d", "side": "south", "format": "svg"}`:                                              "<svg ",
		`{"action": "snapshot_3d", "size": [160, 120]}`:                                                            "\x89PNG",
		`{"action": "snapshot_3d", "eye": [-8000, -9000, 6000], "target": [5000, 4000, 1000], "size": [160, 120]}`: "\x89PNG",
		`{"action": "snapshot_3d", "format": "glb"}`:                                                               "glTF",
	} {
		out, first := pictured(t, h, request)
		if !bytes.HasPrefix(first, []byte(starts)) {
			t.Errorf("%s is no such file: %.20q", request, first)
		}
		if _, again := pictured(t, h, request); !bytes.Equal(first, again) {
			t.Errorf("%s: the same request has other bytes", request)
		}
		if starts == "\x89PNG" {
			c, err := png.DecodeConfig(bytes.NewReader(first))
			if err != nil || c.Width != out.File.Width || c.Height != out.File.Height {
				t.Errorf("%s: the picture has %d by %d pixels, the answer says %+v, %v", request, c.Width, c.Height, out.File, err)
			}
		}
	}
}

// TestPictureOfAProposal holds that a proposal is drawn by its id alone, as it is between
// any two states, and that what a page shows is there.
func TestPictureOfAProposal(t *testing.T) {
	t.Parallel()
	h := open(t, houseDir(t))
	p := data[struct{ Proposal string }](t, h, `{"action": "propose", "title": "Move it", "commands": [{"command": "move", "id": "wall-partition", "by": [600, 0]}]}`).Proposal
	out, alone := pictured(t, h, `{"action": "snapshot_2d", "compare": "`+p+`", "format": "svg"}`)
	if !bytes.Contains(alone, []byte(p+" · ")) {
		t.Error("the title block does not name the proposal")
	}
	_, between := pictured(t, h, `{"action": "snapshot_2d", "compare": "HEAD", "at": "`+p+`", "format": "svg"}`)
	if out.View != "change level-0" || !bytes.Equal(alone, between) || !bytes.Contains(alone, []byte(`data-id="wall-partition"`)) {
		t.Errorf("drawn is %+v", out)
	}
	_, solid := pictured(t, h, `{"action": "snapshot_3d", "compare": "`+p+`", "size": [160, 120]}`)
	if !bytes.HasPrefix(solid, []byte("\x89PNG")) {
		t.Error("it is not drawn in space")
	}
	e := do(t, h, `{"action": "proposals", "id": "`+p+`", "format": "markdown", "pictures": true}`)
	if text := string(e.Data.(json.RawMessage)); len(e.Attachments) != 1 || !strings.Contains(text, "("+e.Attachments[0].Name+")") {
		t.Errorf("the markdown names no thumbnail: %d attached", len(e.Attachments))
	}
	if page := data[proposalsOut](t, h, `{"action": "proposals", "id": "`+p+`", "format": "html", "whole": true}`).Text; strings.Count(page, "<figure") != 1 {
		t.Error("the page has no picture")
	}
}

// A picture of nothing is an error that says what to do, and so is one that would be
// too large.
func TestNoPictureOfNothing(t *testing.T) {
	t.Parallel()
	h := open(t, houseDir(t))
	for request, code := range map[string]model.Code{
		`{"action": "snapshot_2d", "compare": "HEAD"}`:                                       model.NotFound,
		`{"action": "snapshot_3d", "compare": "HEAD"}`:                                       model.NotFound,
		`{"action": "snapshot_2d", "filter": {"categories": ["roof"]}}`:                      model.InvalidArgument,
		`{"action": "snapshot_2d", "bounds": {"min": [1e6, 1e6], "max": [2e6, 2e6]}}`:        model.NotFound,
		`{"action": "snapshot_2d", "bounds": {"min": [5, 5], "max": [5, 5]}}`:                model.InvalidArgument,
		`{"action": "snapshot_2d", "line": [[1e6, 0], [1e6, -10]]}`:                          model.NotFound,
		`{"action": "snapshot_2d", "line": [[0, 0]]}`:                                        model.InvalidArgument,
		`{"action": "snapshot_2d", "line": [[0, 0], [0, 0]]}`:                                model.InvalidArgument,
		`{"action": "snapshot_2d", "level": "level-0", "side": "south"}`:                     model.InvalidArgument,
		`{"action": "snapshot_2d", "side": "up"}`:                                            model.InvalidArgument,
		`{"action": "snapshot_2d", "level": "level-9"}`:                                      model.NotFound,
		`{"action": "snapshot_2d", "highlight": ["wall-nowhere"]}`:                           model.NotFound,
		`{"action": "snapshot_2d", "scale": 0.5}`:                                            model.InvalidArgument,
		`{"action": "snapshot_2d", "size": 20000}`:                                           model.InvalidArgument,
		`{"action": "snapshot_3d", "size": [10000, 10000]}`:                                  model.InvalidArgument,
		`{"action": "snapshot_3d", "eye": [0, 0, 0]}`:                                        model.InvalidArgument,
		`{"action": "snapshot_3d", "eye": [0, 0, 0], "target": [0, 0, 0]}`:                   model.InvalidArgument,
		`{"action": "snapshot_3d", "eye": [-1e6, 0, 0], "target": [-2e6, 0, 0]}`:             model.NotFound,
		`{"action": "snapshot_3d", "eye": [1, 2, 3], "target": [4, 5, 6], "view": "top"}`:    model.InvalidArgument,
		`{"action": "snapshot_3d", "bounds": {"min": [1e6, 1e6, 0], "max": [2e6, 2e6, 10]}}`: model.NotFound,
		`{"action": "snapshot_3d", "compare": "HEAD", "format": "glb"}`:                      model.InvalidArgument,
		`{"action": "snapshot_2d", "colorBy": "derived.nothing"}`:                            model.InvalidArgument,
		`{"action": "snapshot_2d", "phase": "never"}`:                                        model.InvalidArgument,
	} {
		e := do(t, h, request)
		if e.OK || e.Error.Code != code || e.Error.Message == "" || e.Error.Hint == "" || len(e.Attachments) > 0 {
			t.Errorf("%s: want %s, got %v %+v, %d attached", request, code, e.OK, e.Error, len(e.Attachments))
		}
	}
}

// TestPicturesWaitForEachOther asks for more large pictures at one time than a host draws:
// each gets its turn, and one that is cancelled while it waits ends.
func TestPicturesWaitForEachOther(t *testing.T) {
	t.Parallel()
	h := open(t, houseDir(t))
	if err := h.pixels.Acquire(t.Context(), picture.MaxPixels); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	answers := make(chan Envelope)
	ask := func(ctx context.Context) {
		arguments, err := model.DecodeObject([]byte(`{"size": 300}`))
		if err != nil {
			t.Error(err)
		}
		answers <- h.Do(ctx, Request{Action: "snapshot_2d", Arguments: arguments})
	}
	go ask(ctx)
	cancel()
	if e := <-answers; e.OK {
		t.Error("a picture is drawn while others take all there is")
	}
	go ask(t.Context())
	h.pixels.Release(picture.MaxPixels)
	if e := <-answers; !e.OK {
		t.Errorf("it does not get its turn: %+v", e.Error)
	}
}
