package diffview

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/generate"
)

func of(t testing.TB, before, after *model.Snapshot, o Options) *Diff {
	t.Helper()
	o.Now = day1
	d, err := Of(context.Background(), before, after, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestNothingDiffers(t *testing.T) {
	s := house(t)
	d := of(t, s, s, Options{})
	if d.Sentence != "Nothing differs." || len(d.Records) > 0 || len(d.Strip) != 5 {
		t.Errorf("got %q, %d records, %d concerns", d.Sentence, len(d.Records), len(d.Strip))
	}
}

// TestNoise holds that what means nothing is counted and not listed, and that the
// same difference of a type is told.
func TestNoise(t *testing.T) {
	before := house(t, `{"id":"c","category":"column","levelId":"level-0","at":[3000,4000],"tags":["a","b"]}`,
		`{"id":"d","category":"column","levelId":"level-0","at":[1000,4000],"tags":["a","b"]}`)
	after := put(t, before, `{"id":"c","category":"column","levelId":"level-0","at":[3000.4,4000],"tags":["a","b"]}`,
		`{"id":"wall-type-partition-100","category":"type","of":"wall","name":"Partition 100","thickness":100.5}`)
	d := before.Get("d")
	after = after.WithFiles(map[string]*model.File{
		d.Path: before.Schema().NewFile(d.Path, rawFile(strings.Replace(string(d.Data()), `"levelId"`, ` "levelId"`, 1))),
		"architecture/level-0/wall/wall-south.json": before.Schema().NewFile("architecture/level-0/wall/wall-south.json",
			rawFile(strings.Replace(string(before.Get("wall-south").Data()), "10000", "10000.2", 1))),
	})
	got := of(t, before, after, Options{})
	want := Noise{Formatting: 1, Small: 2, IDs: []string{"c", "d", "wall-south"}}
	if diff := cmp.Diff(want, got.Noise); diff != "" {
		t.Errorf("noise differs (-want +got):\n%s", diff)
	}
	if len(got.Records) != 1 || got.Records[0].ID != "wall-type-partition-100" || got.Counts.Changed != 4 {
		t.Errorf("%d records are told of %d that changed", len(got.Records), got.Counts.Changed)
	}
	if text := got.Noise.text(); text != "Folded: 3 records differing 1 in formatting only and 2 by less than 1 mm" {
		t.Error(text)
	}
}

func rawFile(text string) model.RawFile {
	return model.RawFile{Data: []byte(text), Revision: model.RevisionOf([]byte(text)), Size: int64(len(text))}
}

// TestOutside holds that what follows from a command, and what none of them did, is
// flagged with the reason.
func TestOutside(t *testing.T) {
	before := house(t)
	after, commands := run(t, before, `{"command":"delete","id":"wall-south","cascade":true}`)
	after = put(t, after, `{"id":"window-north","category":"window","mark":"W-02","typeId":"window-type-1200x1200","levelId":"level-0","hostId":"wall-north","offset":4000,"sill":900}`)
	d := of(t, before, after, Options{Requests: []Request{{ID: "request-1", Commands: commands}}})
	got := map[string]string{}
	for _, o := range d.Outside {
		got[o.ID] = o.Why
	}
	want := map[string]string{"door-entrance": "stands in the south wall", "window-south": "stands in the south wall", "window-north": "no command changes it"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outside differs (-want +got):\n%s", diff)
	}
	d = of(t, before, after, Options{Requests: []Request{{ID: "request-1", Commands: commands}, {Person: "Ada"}}})
	if slices.ContainsFunc(d.Outside, func(o Outside) bool { return o.ID == "window-north" }) {
		t.Error("what was edited by hand is told to be outside the request")
	}
	if d = of(t, before, after, Options{}); len(d.Outside) > 0 {
		t.Errorf("without a request %d records are outside of it", len(d.Outside))
	}
}

// TestRequestThatNoLongerRuns holds that a review says so and tells the rest.
func TestRequestThatNoLongerRuns(t *testing.T) {
	before := house(t)
	after, commands := run(t, before, `{"command":"update","id":"door-entrance","set":{"width":1110}}`)
	commands[0] = commands[0].With("id", "door-gone")
	d := of(t, before, after, Options{Requests: []Request{{Commands: commands}}})
	if d.Requests[0].Problem == "" || len(d.Requests[0].Steps) != 1 || len(d.Outside) > 0 || len(d.Records) != 1 {
		t.Errorf("got %+v", d.Requests[0])
	}
}

// TestRequestThatNamesWhatItChanged holds that a request which no model alone can
// carry out again counts what its commit changed as asked for.
func TestRequestThatNamesWhatItChanged(t *testing.T) {
	before := house(t)
	after, _ := run(t, before, `{"command":"update","id":"door-entrance","set":{"width":1110}}`)
	revert, err := model.DecodeObject([]byte(`{"command":"revert","commits":["HEAD"]}`))
	if err != nil {
		t.Fatal(err)
	}
	d := of(t, before, after, Options{Requests: []Request{{Commands: []model.Object{revert}, Changed: []string{"door-entrance"}}}})
	if len(d.Outside) > 0 || d.Requests[0].Problem != "" || len(d.Requests[0].Steps[0].Changed) != 1 {
		t.Errorf("got %+v, outside %+v", d.Requests[0], d.Outside)
	}
}

func TestKeep(t *testing.T) {
	before, after, _ := extension(t)
	d := of(t, before, after, Options{Keep: map[string]bool{"door-entrance": true}})
	if len(d.Records) != 1 || d.Records[0].ID != "door-entrance" || d.Counts.Changed != 1 || len(d.Files) > 0 {
		t.Errorf("got %d records, counts %+v", len(d.Records), d.Counts)
	}
}

func TestCancelled(t *testing.T) {
	before, after, _ := extension(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Of(ctx, before, after, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestSummedUp holds that one change of many things is one thing to read, and that
// the type's reach is told.
func TestSummedUp(t *testing.T) {
	before := building(t, 3)
	wide := func(id string) string {
		r := before.Record(id).With("width", 1555.0)
		return string(model.AppendCompact(nil, r.Members()))
	}
	var typeID string
	for f := range before.InCategory("type") {
		if f.Record().Of() == "window" && category.TallyOf(before).Type(f.ID()) > 0 {
			typeID = f.ID()
		}
	}
	d := of(t, before, put(t, before, wide(typeID)), Options{})
	n := category.TallyOf(before).Type(typeID)
	if want := fmt.Sprintf("%d windows on 3 levels", n); len(d.Reach) != 1 || d.Reach[0].Text != want {
		t.Errorf("reach is %+v, want %s", d.Reach, want)
	}
	var records []string
	for f := range before.InCategory("window") {
		records = append(records, string(model.AppendCompact(nil, f.Record().With("sill", 1000.0).Members())))
	}
	d = of(t, before, put(t, before, records...), Options{})
	if !strings.Contains(d.Sentence, "windows on 3 levels sill raised from 900 to 1,000 mm") {
		t.Error(d.Sentence)
	}
}

func building(t testing.TB, storeys int) *model.Snapshot {
	t.Helper()
	s, err := generate.Building(category.Schema(), generate.Options{Storeys: storeys})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLimits holds that a whole building that comes anew stays within what hostings
// take, that the page stays readable, and that both say what they leave out.
func TestLimits(t *testing.T) {
	s := building(t, 20)
	var files []*model.Folder
	for _, f := range s.Folders() {
		if f.Path() == "" {
			files = append(files, f)
		}
	}
	r := &Review{Diff: of(t, model.NewSnapshot(s.Schema(), files), s, Options{}), More: "ek diff 1 2"}
	text := r.Markdown()
	if n := utf8.RuneCountInString(text); n >= 60_000 || n < 20_000 {
		t.Errorf("the markdown has %d characters", n)
	}
	if !strings.Contains(text, "more records: `ek diff 1 2`") {
		t.Error("the markdown does not say what it leaves out")
	}
	checkMarkdown(t, text)
	var page strings.Builder
	if err := r.HTML(&page); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), "more records, which the command below tells") || page.Len() > 3<<20 {
		t.Errorf("the page has %d bytes", page.Len())
	}
	if want := fmt.Sprintf("%s on 20 levels added", counted(s.Count("wall"), "wall")); !strings.Contains(r.Diff.Sentence, want) {
		t.Errorf("the sentence does not say %q: %s", want, r.Diff.Sentence)
	}
	if len(r.Diff.Sentence) > 4000 {
		t.Errorf("the sentence has %d bytes", len(r.Diff.Sentence))
	}
}

// TestMarkdownOfManyOfAll holds the bound where every part is as large as it gets.
func TestMarkdownOfManyOfAll(t *testing.T) {
	long := strings.Repeat("word <&> ", 400)
	r := proposed(t)
	r.Proposal.Title, r.Proposal.Description, r.Proposal.Reason, r.Proposal.Person = long, long, long, long
	for range 120 {
		r.Files = append(r.Files, File{Path: long, Note: long})
		r.Conflicts = append(r.Conflicts, Conflict{MergeConflict: model.MergeConflict{Member: long, Ours: long, Theirs: long, Base: long}, Label: long})
		r.ConflictsWith = append(r.ConflictsWith, Other{ID: "p", Title: long, Records: []Ref{{"x", long}}})
		r.Comments = append(r.Comments, Comment{Person: long, Text: long})
		r.Diff.Outside = append(r.Diff.Outside, Outside{Ref{"x", long}, long, long})
		r.Diff.Requests = append(r.Diff.Requests, Asked{Message: long, Person: long, Problem: long, Steps: []Step{{Words: long}}})
		r.Diff.Reach = append(r.Diff.Reach, Reach{Ref: Ref{"x", long}, Text: long})
		r.Diff.Totals = append(r.Diff.Totals, Total{Ref: Ref{"x", long}, What: long})
		r.Diff.Findings.New = append(r.Diff.Findings.New, model.Finding{Rule: long, Message: long})
		r.Diff.Places = append(r.Diff.Places, Place{Name: long, Things: []string{long}})
		r.Diff.Followed = append(r.Diff.Followed, Record{Label: long, Says: long})
		r.Diff.Strip[0].Notes = append(r.Diff.Strip[0].Notes, Note{Text: long})
	}
	if n := len(r.Markdown()); n >= 60_000 {
		t.Errorf("the markdown has %d bytes", n)
	}
}

func TestJSON(t *testing.T) {
	r := proposed(t)
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Review
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if back.Diff.Sentence != r.Diff.Sentence || len(back.Diff.Records) != len(r.Diff.Records) || back.Diff.Records[0].Members == nil && r.Diff.Records[0].Members != nil {
		t.Error("a review does not come back from JSON")
	}
}

// TestPolicy holds that the page's own policy names its style and script, and lets
// nothing load from elsewhere.
func TestPolicy(t *testing.T) {
	var b strings.Builder
	if err := proposed(t).HTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, element := range []string{"style", "script"} {
		_, rest, _ := strings.Cut(page, "<"+element+">")
		text, _, _ := strings.Cut(rest, "</"+element+">")
		if want := element + "-src &#39;" + strings.ReplaceAll(digest([]byte(text)), "+", "&#43;") + "&#39;"; !strings.Contains(page, want) {
			t.Errorf("the policy does not name the page's %s", element)
		}
	}
	if !strings.Contains(page, `content="default-src &#39;none&#39;;`) || strings.Contains(page, "http://") || strings.Contains(page, "https://") {
		t.Error("the page may load something")
	}
}
