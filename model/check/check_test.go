package check

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openeik/ekgit/model"
)

// house is the base model with some records more and the rules that eik.json sets.
func house(t testing.TB, rules string, records ...string) map[string]model.RawFile {
	t.Helper()
	files := baseFiles(t)
	for _, r := range records {
		put(t, files, record(t, r))
	}
	if rules != "" {
		files[model.ManifestName] = rawOf(model.ManifestName,
			`{"format": "OpenEik", "version": "0.2", "id": "case", "units": {"length": "mm", "angle": "deg"}, "rules": `+rules+`}`)
	}
	return files
}

const (
	shortWall  = `{"id":"wall-b","category":"wall","typeId":"wall-type","levelId":"level-0","start":[0,3000],"end":[0,3001]}`
	crossWall  = `{"id":"wall-c","category":"wall","typeId":"wall-type","levelId":"level-0","start":[3000,-3000],"end":[3000,3000]}`
	tallWall   = `{"id":"wall-d","category":"wall","typeId":"wall-type","levelId":"level-0","start":[0,9000],"end":[4000,9000],"height":3500}`
	doubleDoor = `{"id":"door-1","category":"door","typeId":"door-type","levelId":"level-0","hostId":"wall-a","offset":2000}`
	secondDoor = `{"id":"door-2","category":"door","typeId":"door-type","levelId":"level-0","hostId":"wall-a","offset":2500}`
)

// lines answers findings as "severity rule", each with its first id.
func lines(findings []model.Finding) []string {
	out := make([]string, 0, len(findings))
	for _, f := range findings {
		out = append(out, strings.Join([]string{string(f.Severity), f.Rule, f.IDs[0]}, " "))
	}
	return out
}

func TestSettings(t *testing.T) {
	for _, test := range []struct {
		name, rules string
		want        []string
	}{
		{"as they are", ``, []string{"error wall.length wall-b", "warning wall.height wall-d", "info wall.crossing wall-a"}},
		{"severity", `{"wall.length": {"severity": "info"}}`, []string{"warning wall.height wall-d", "info wall.crossing wall-a", "info wall.length wall-b"}},
		{"a milder finding stays mild", `{"wall.height": {"severity": "error"}}`, []string{"error wall.length wall-b", "warning wall.height wall-d", "info wall.crossing wall-a"}},
		{"a milder rule makes all mild", `{"wall.height": {"severity": "info"}}`, []string{"error wall.length wall-b", "info wall.crossing wall-a", "info wall.height wall-d"}},
		{"graver", `{"wall.crossing": {"severity": "error"}}`, []string{"error wall.crossing wall-a", "error wall.length wall-b", "warning wall.height wall-d"}},
		{"off", `{"wall.length": {"severity": "off"}, "wall.crossing": {"severity": "off"}}`, []string{"warning wall.height wall-d"}},
		{"limit", `{"wall.length": {"minimum": 0.5}, "wall.crossing": {"overshoot": 3000}}`, []string{"warning wall.height wall-d"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := lines(checkAll(t, filesOf(house(t, test.rules, shortWall, crossWall, tallWall))))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("want (-), got (+):\n%s", diff)
			}
		})
	}
}

func TestWaivers(t *testing.T) {
	files := house(t, "", shortWall)
	found := checkAll(t, filesOf(files))
	if len(found) != 1 {
		t.Fatalf("want one finding, got %v", found)
	}
	name := found[0].Fingerprint
	for _, test := range []struct {
		until string
		want  bool
	}{
		{``, true}, {`, "until": "2026-03-01"`, true}, {`, "until": "2026-02-28"`, false}, {`, "until": "2027-01-01"`, true},
	} {
		files["waivers/"+name+".json"] = rawOf(".json", `{"finding": "`+name+`", "reason": "A jamb.", "by": "Ada"`+test.until+`}`)
		s := filesOf(files)
		got := checkAll(t, s)
		if len(got) != 1 || got[0].Waived != test.want {
			t.Errorf("waiver%s: got %v, waived should be %v", test.until, got, test.want)
		}
		want := Counts{Error: 1}
		if test.want {
			want = Counts{Waived: 1}
		}
		st, err := NewState(context.Background(), s)
		if err != nil || st.Counts(today) != want || CountOf(got) != want {
			t.Errorf("waiver%s: counts %+v and %+v, want %+v, %v", test.until, st.Counts(today), CountOf(got), want, err)
		}
	}
}

// The fingerprint is of rule, ids and pointer: a record that changes its level moves
// to another file and keeps it.
func TestFingerprintsFollowMoves(t *testing.T) {
	before := checkAll(t, filesOf(house(t, "", shortWall)))
	after := checkAll(t, filesOf(house(t, "", strings.Replace(shortWall, "level-0", "level-1", 1))))
	if before[0].File == after[0].File || before[0].Fingerprint != after[0].Fingerprint {
		t.Errorf("before %+v\nafter %+v", before[0], after[0])
	}
	if fresh, gone := Compare(before, after); len(fresh)+len(gone) > 0 {
		t.Errorf("a move brings %v and takes %v", fresh, gone)
	}
}

func TestChanged(t *testing.T) {
	ctx := context.Background()
	before := filesOf(house(t, "", shortWall, doubleDoor))
	files := house(t, "", doubleDoor, secondDoor)
	after := filesOf(files)
	delta, err := Changed(ctx, before, after, today)
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(delta.New); !slices.Equal(got, []string{"error hosted.overlap door-1"}) {
		t.Errorf("new: %v", got)
	}
	if got := lines(delta.Gone); !slices.Equal(got, []string{"error wall.length wall-b"}) {
		t.Errorf("gone: %v", got)
	}
	if delta.ErrorsBefore != 1 || delta.ErrorsAfter != 1 || len(delta.Blocking()) != 1 {
		t.Errorf("got %+v", delta)
	}
	name := delta.New[0].Fingerprint
	files["waivers/"+name+".json"] = rawOf(".json", `{"finding": "`+name+`", "reason": "A pair.", "by": "Ada"}`)
	if delta, err = Changed(ctx, before, filesOf(files), today); err != nil || len(delta.Blocking()) != 0 || len(delta.New) != 1 {
		t.Errorf("with a waiver: %+v, %v", delta, err)
	}
}

// A finding that gets graver is a new one.
func TestCompareMindsSeverity(t *testing.T) {
	mild := []model.Finding{{Fingerprint: "f-1", Severity: model.Warning}}
	grave := []model.Finding{{Fingerprint: "f-1", Severity: model.Error}}
	if fresh, gone := Compare(mild, grave); len(fresh) != 1 || len(gone) != 1 {
		t.Errorf("fresh %v, gone %v", fresh, gone)
	}
}

func TestAround(t *testing.T) {
	s := filesOf(house(t, "", crossWall, tallWall, doubleDoor, secondDoor))
	got, err := Check(context.Background(), s, Around(s, "wall-c"), today)
	if err != nil || !slices.Equal(lines(got), []string{"info wall.crossing wall-a"}) {
		t.Errorf("around wall-c: %v, %v", lines(got), err)
	}
	if scope := Around(s, "wall-a"); !scope.Has("architecture/level-0/door/door-2.json") || scope.Has("architecture/level-0/wall/wall-d.json") {
		t.Errorf("around wall-a: %v", scope)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := filesOf(house(t, ""))
	if _, err := Check(ctx, s, Everything(), today); !errors.Is(err, context.Canceled) {
		t.Errorf("Check answers %v", err)
	}
	if _, err := NewState(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("NewState answers %v", err)
	}
}

func TestManifestMissing(t *testing.T) {
	files := house(t, "")
	delete(files, model.ManifestName)
	got := checkAll(t, filesOf(files))
	if len(got) != 1 || got[0].Rule != "format.version" || got[0].File != model.ManifestName {
		t.Errorf("got %v", got)
	}
}

// The last good record stands in for a file that became unreadable.
func TestBrokenFile(t *testing.T) {
	s := filesOf(house(t, ""))
	file := s.Get("wall-a")
	raw := model.RawFile{Data: []byte("{"), Size: 1}
	_, faults := model.Decode(raw.Data)
	got := checkAll(t, s.WithFiles(map[string]*model.File{file.Path: file.BrokenBy(raw, faults)}))
	if len(got) != 1 || got[0].Rule != "file.json" || got[0].IDs[0] != "wall-a" {
		t.Errorf("got %v", got)
	}
}

func TestStateKeepsItsOwn(t *testing.T) {
	ctx := context.Background()
	first, err := NewState(ctx, filesOf(house(t, "", shortWall)))
	if err != nil {
		t.Fatal(err)
	}
	second, delta, err := first.To(ctx, filesOf(house(t, "")), today.Add(24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Findings(today)) != 1 || len(second.Findings(today)) != 0 || delta.ErrorsBefore != 1 || delta.ErrorsAfter != 0 {
		t.Errorf("first %v, second %v, delta %+v", first.Findings(today), second.Findings(today), delta)
	}
}
