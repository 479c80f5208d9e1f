package category_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// TestFootingsJoin holds net volumes in m³ of foundations that meet, computed by hand, and
// that their bodies share nothing.
func TestFootingsJoin(t *testing.T) {
	walls := wallLine("wa", 0, 0, 4000, 0, 300, "") + wallLine("wb", 0, 0, 0, 3000, 300, "") + wallLine("wc", 2000, 0, 2000, 3000, 300, "") + wallLine("wd", 1000, -2000, 1000, 2000, 300, "")
	strip := func(id, host string, width, depth float64) string {
		return fmt.Sprintf(`{"id": %q, "category": "foundation", "levelId": "level-0", "hostId": %q, "width": %v, "depth": %v}`+"\n", id, host, width, depth)
	}
	pad := `{"id": "p", "category": "foundation", "levelId": "level-0", "at": [0, 0], "size": [1200, 1200], "depth": 400}` + "\n"
	raft := `{"id": "r", "category": "foundation", "levelId": "level-0", "outline": [[-1000, -1000], [5000, -1000], [5000, 4000], [-1000, 4000]], "depth": 250}` + "\n"
	a, b := strip("a", "wa", 600, 400), strip("b", "wb", 600, 400)
	for name, c := range map[string]struct {
		records string
		want    map[string]float64
	}{
		"alone":                {a, map[string]float64{"a": 4 * 0.6 * 0.4}},
		"corner":               {a + b, map[string]float64{"a": 4 * 0.6 * 0.4, "b": 3 * 0.6 * 0.4}},
		"corner of two widths": {a + strip("b", "wb", 800, 400), map[string]float64{"a": 4 * 0.6 * 0.4, "b": 3 * 0.8 * 0.4}},
		"tee":                  {a + strip("c", "wc", 600, 400), map[string]float64{"a": 4 * 0.6 * 0.4, "c": 2.7 * 0.6 * 0.4}},
		"crossing":             {a + strip("d", "wd", 500, 400), map[string]float64{"a": 4 * 0.6 * 0.4, "d": (4 - 0.6) * 0.5 * 0.4}},
		"crossing a shallower": {a + strip("d", "wd", 500, 700), map[string]float64{"a": 4 * 0.6 * 0.4, "d": 4*0.5*0.7 - 0.6*0.5*0.4}},
		"corner on a pad":      {a + b + pad, map[string]float64{"a": 3.4 * 0.6 * 0.4, "b": 2.4 * 0.6 * 0.4, "p": 1.2 * 1.2 * 0.4}},
		"strip under a raft":   {a + raft, map[string]float64{"a": 4 * 0.6 * 0.15, "r": 6 * 5 * 0.25}},
	} {
		s := build(t, storey+walls+c.records)
		for id, want := range c.want {
			if got := netVolume(s, id); math.Abs(got-want) > 1e-6 {
				t.Errorf("%s: net volume of %s is %.7f, want %.7f", name, id, got, want)
			}
			sound(t, s, id)
		}
	}
	s := build(t, storey+walls+a+b+strip("c", "wc", 600, 400)+pad)
	sum, net := 0.0, 0.0
	for _, id := range strings.Fields("a b c p") {
		net += netVolume(s, id)
		for _, body := range category.Bodies(s, s.Record(id)) {
			sum += body.Mesh.Volume()
		}
	}
	whole := geom.Union([]geom.Region{{Outer: geom.Rect(geom.Point{X: 1850}, 4300, 600, 0)}, {Outer: geom.Rect(geom.Point{Y: 1350}, 600, 3300, 0)},
		{Outer: geom.Rect(geom.Point{X: 2000, Y: 1500}, 600, 3000, 0)}, {Outer: geom.Rect(geom.Point{}, 1200, 1200, 0)}})
	want := 0.0
	for _, g := range whole {
		want += g.Area() * 400
	}
	if math.Abs(sum-want) > 1 || math.Abs(net-want/1e9) > 1e-6 {
		t.Errorf("bodies are %v mm³ and net volumes %v m³ together, want %v mm³", sum, net, want)
	}
}
