package geom

import (
	"math"
	"strings"
)

// Facing is one of the eight compass directions a face looks to, or "" for none.
type Facing string

// The compass directions.
const (
	North     Facing = "north"
	NorthEast Facing = "north-east"
	East      Facing = "east"
	SouthEast Facing = "south-east"
	South     Facing = "south"
	SouthWest Facing = "south-west"
	West      Facing = "west"
	NorthWest Facing = "north-west"
)

// compass lists the directions clockwise from north, as bearings go.
var compass = [...]Facing{North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest}

// FacingOf returns the direction nearest to an outward normal in plan. trueNorth
// is where geographic north lies, in degrees counter-clockwise from the y axis.
// A normal half way between two directions gets the clockwise one, and a normal
// without length none.
func FacingOf(normal Point, trueNorth float64) Facing {
	if !normal.IsFinite() || !finite(trueNorth) || normal.Len() == 0 {
		return ""
	}
	bearing := 90 + trueNorth - normal.Angle()
	sector := int(math.Floor(math.Mod(bearing, 360)/45 + 0.5 + Epsilon))
	return compass[((sector%8)+8)%8]
}

// ParseFacing reads a direction as people write it: "N", "ne", "north-east",
// "north east" or "northeast".
func ParseFacing(s string) (Facing, bool) {
	s = strings.NewReplacer("-", "", " ", "", "_", "").Replace(strings.ToLower(strings.TrimSpace(s)))
	for _, f := range compass {
		long := strings.ReplaceAll(string(f), "-", "")
		short := long[:1]
		if _, second, ok := strings.Cut(string(f), "-"); ok {
			short += second[:1]
		}
		if s == long || s == short {
			return f, true
		}
	}
	return "", false
}
