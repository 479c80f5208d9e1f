package diffview

import (
	"context"
	"testing"

	"github.com/openeik/ekgit/model"
)

// differ answers what differs after some commands.
func differ(t testing.TB, before *model.Snapshot, commands ...string) *Diff {
	t.Helper()
	after, objects := run(t, before, commands...)
	d, err := Of(context.Background(), before, after, Options{Now: day1, Requests: []Request{{ID: "request-1", Commands: objects}}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestSentence holds what a person is told of single commands on the example house.
func TestSentence(t *testing.T) {
	upper := []string{
		`{"id":"level-1","category":"level","name":"First floor","elevation":3000,"height":3000}`,
		`{"id":"door-type-wide","category":"type","of":"door","name":"Door 1200","width":1200,"height":2100}`,
		`{"id":"room-1","category":"room","name":"Hall","number":"1","levelId":"level-0","outline":[[150,150],[5950,150],[5950,7850],[150,7850]],"groupIds":["group-escape"]}`,
		`{"id":"stair-1","category":"stair","name":"Main stair","levelId":"level-0","topLevelId":"level-1","path":[[7000,1000],[7000,5000]],"width":1200}`,
	}
	for _, test := range []struct{ command, want string }{
		{`{"command":"update","id":"door-entrance","set":{"width":1110}}`, "Ground floor: door D-01 in the south wall widened from 1,000 to 1,110 mm."},
		{`{"command":"update","id":"door-entrance","set":{"offset":2500}}`, "Ground floor: door D-01 in the south wall moved 500 mm towards the west end."},
		{`{"command":"update","id":"door-entrance","set":{"mark":"D-02","swing":"right"}}`, "Ground floor: door D-02 in the south wall renamed from “D-01” to “D-02” and swing from “left” to “right”."},
		{`{"command":"set_type","id":"door-entrance","typeId":"door-type-wide"}`, "Ground floor: door D-01 in the south wall made “Door 1200”, width 1,000 to 1,200 mm."},
		{`{"command":"rehost","id":"window-south","host":"wall-east","distance":2000}`, "Ground floor: window W-01 moved to the east wall, centre 2.60 m from its south end."},
		{`{"command":"place_window","host":"wall-north","distance":1500,"mark":"W-03","id":"w"}`, "Ground floor: window W-03, 1,200 × 1,200 mm, placed in the north wall, centre 2.10 m from its east end."},
		{`{"command":"delete","id":"window-north"}`, "Ground floor: window W-02 in the north wall removed."},
		{`{"command":"update","id":"level-0","set":{"elevation":150}}`, "Level “Ground floor” raised from 0 to 150 mm."},
		{`{"command":"update","id":"wall-south","set":{"loadBearing":false}}`, "Ground floor: south wall no longer load bearing."},
		{`{"command":"move","id":"stair-1","by":[0,1200]}`, "Ground floor: stair “Main stair” moved 1.20 m north."},
		{`{"command":"update","id":"room-1","set":{"outline":[[150,150],[5950,150],[5950,5850],[150,5850]]}}`, "Ground floor: room 1 Hall reduced from 44.66 to 33.06 m²."},
		{`{"command":"update","id":"wall-type-partition-100","set":{"layers":[{"materialId":"brick","thickness":120,"function":"structure"}]}}`,
			"Wall type “Partition 100” layers changed, thickness from 100 to 120 mm."},
		{`{"command":"set_properties","id":"door-entrance","properties":{"Pset_DoorCommon":{"FireRating":"EI 30"}}}`, "Ground floor: door D-01 in the south wall FireRating set to “EI 30”."},
		{`{"command":"update","id":"brick","set":{"conductivity":0.5}}`, "Material “Brick” conductivity from 0.81 to 0.5 W/(m·K)."},
	} {
		d := differ(t, house(t, upper...), test.command)
		if d.Sentence != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.command, d.Sentence, test.want)
		}
	}
}

// TestDoorsOfALongerWallStayPut holds that a door whose wall grew at its start is not told to
// have moved: it stands where it stood.
func TestDoorsOfALongerWallStayPut(t *testing.T) {
	before := house(t, `{"id":"door-inner","category":"door","mark":"D-09","typeId":"door-type-1000x2100","levelId":"level-0","hostId":"wall-partition","offset":2000}`)
	d := differ(t, before, `{"command":"move","id":"wall-south","by":[0,-500]}`)
	r := before.Record("door-inner")
	if len(d.Noise.IDs) != 1 || d.Noise.IDs[0] != "door-inner" || d.Noise.Place != 1 {
		t.Errorf("of a door that stays where it stood, as %s, is told: %+v, %s", r.String("hostId"), d.Noise, d.Sentence)
	}
	for _, r := range d.Records {
		if r.ID == "door-inner" {
			t.Errorf("it is told of: %s", r.Says)
		}
	}
}

// TestStrip holds what of single commands is told to concern what.
func TestStrip(t *testing.T) {
	base := []string{
		`{"id":"level-1","category":"level","name":"First floor","elevation":3000,"height":3000}`,
		`{"id":"stair-1","category":"stair","name":"Main stair","levelId":"level-0","topLevelId":"level-1","path":[[7000,1000],[7000,5000]],"width":1200}`,
		`{"id":"column-1","category":"column","mark":"C-1","levelId":"level-0","at":[3000,4000],"typeId":"ct"}`,
		`{"id":"ct","category":"type","of":"column","name":"300","profile":{"shape":"rect","width":300,"depth":300}}`,
		`{"id":"door-inner","category":"door","mark":"D-09","typeId":"door-type-1000x2100","levelId":"level-0","hostId":"wall-partition","offset":2000,"groupIds":["group-escape"]}`,
		`{"id":"wall-partition","category":"wall","typeId":"wall-type-partition-100","levelId":"level-0","start":[6000,0],"end":[6000,8000],"properties":{"Pset_WallCommon":{"AcousticRating":"R45"}}}`,
		`{"id":"chair","category":"furniture","name":"Chair","levelId":"level-0","at":[2000,2000]}`,
	}
	for _, test := range []struct {
		command string
		want    map[string]bool
	}{
		{`{"command":"update","id":"chair","set":{"at":[2500,2500]}}`, nil},
		{`{"command":"update","id":"chair","set":{"name":"Stool"}}`, nil},
		{`{"command":"move","id":"column-1","by":[500,0]}`, map[string]bool{"structure": true}},
		{`{"command":"update","id":"door-inner","set":{"width":750}}`, map[string]bool{"egress": true, "accessibility": true, "fire-acoustic": true}},
		{`{"command":"move","id":"window-north","by":[500,0]}`, map[string]bool{"structure": true, "envelope": true}},
		{`{"command":"update","id":"wall-partition","set":{"typeId":"wall-type-exterior-300"}}`, map[string]bool{"fire-acoustic": true}},
		{`{"command":"delete","id":"stair-1"}`, map[string]bool{"egress": true, "accessibility": true}},
		{`{"command":"set_properties","id":"door-entrance","properties":{"Pset_DoorCommon":{"FireRating":"EI 30"}}}`, map[string]bool{"fire-acoustic": true}},
		{`{"command":"update","id":"window-type-1200x1200","set":{"height":1400}}`, map[string]bool{"envelope": true, "structure": true}},
		{`{"command":"update","id":"slab-type-200","set":{"layers":[{"materialId":"concrete","thickness":250,"function":"structure"}]}}`, map[string]bool{"structure": true}},
	} {
		d := differ(t, house(t, base...), test.command)
		if len(d.Strip) != len(concerns) {
			t.Fatalf("%s: the strip has %d lines", test.command, len(d.Strip))
		}
		for _, c := range d.Strip {
			if got := len(c.Notes) > 0; got != test.want[c.Name] {
				t.Errorf("%s: %s says %v", test.command, c.Name, c.Notes)
			}
		}
	}
}
