// Package measure reads and writes lengths, areas and angles as people do: "2.1 m",
// 3'-6 1/2", "1:12". Inside the model every length is in mm and every angle in
// degrees; this package stands at the border and knows nothing of records.
//
// It reads one notation whatever the display unit: a number without a unit is mm
// or degrees, and the decimal sign is a point.
package measure

import (
	"fmt"
	"math"
	"strings"
)

// Unit is a unit in which lengths are shown.
type Unit string

// The units of length. FootInch shows feet and inches with fractions.
const (
	Millimetre Unit = "mm"
	Centimetre Unit = "cm"
	Metre      Unit = "m"
	Foot       Unit = "ft"
	Inch       Unit = "in"
	FootInch   Unit = "ft-in"
)

// perUnit is the size of each unit in mm.
var perUnit = map[Unit]float64{
	Millimetre: 1, Centimetre: 10, Metre: 1000, Foot: 304.8, Inch: 25.4, FootInch: 304.8,
}

// words are the ways to write a unit after a number.
var words = map[string]Unit{
	"mm": Millimetre, "millimetre": Millimetre, "millimetres": Millimetre, "millimeter": Millimetre, "millimeters": Millimetre,
	"cm": Centimetre, "centimetre": Centimetre, "centimetres": Centimetre, "centimeter": Centimetre, "centimeters": Centimetre,
	"m": Metre, "metre": Metre, "metres": Metre, "meter": Metre, "meters": Metre,
	"'": Foot, "ft": Foot, "foot": Foot, "feet": Foot,
	`"`: Inch, "''": Inch, "in": Inch, "inch": Inch, "inches": Inch,
}

// ParseUnit reads the name of a display unit, such as "m", "inches" or "ft-in".
func ParseUnit(s string) (Unit, error) {
	name := strings.ToLower(strings.TrimSpace(s))
	if unit, ok := words[name]; ok {
		return unit, nil
	}
	if name == string(FootInch) {
		return FootInch, nil
	}
	return "", fmt.Errorf("unit %q is not known; use mm, cm, m, ft, in or ft-in", s)
}

// round takes off the last digits of a conversion, so that "2.3 m" is 2300 mm.
func round(x float64) float64 {
	if math.Abs(x) >= 1e9 {
		return x
	}
	return math.Round(x*1e6)/1e6 + 0
}
