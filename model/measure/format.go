package measure

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// decimals is how many decimals tell all that can be built, in each unit.
var decimals = map[Unit]int{Millimetre: 1, Centimetre: 2, Metre: 3, Foot: 2, Inch: 2}

// FormatLength writes a length in mm for people: "900 mm", "14.1 m", 3'-6 1/2".
// It rounds to 0.1 mm, or to a hundredth of a foot or inch, or to a sixteenth of
// an inch for [FootInch]; metres have at most three decimals. Zeros at the end
// are left out. An unknown unit is taken for mm.
func FormatLength(mm float64, unit Unit) string {
	if unit == FootInch && math.Abs(mm) < 1e12 {
		return footInch(mm)
	}
	if _, ok := decimals[unit]; !ok {
		unit = Millimetre
	}
	return number(mm/perUnit[unit], decimals[unit]) + " " + string(unit)
}

// FormatArea writes an area in m² for people, in m² or, where unit is one of the
// imperial ones, in ft².
func FormatArea(m2 float64, unit Unit) string {
	switch unit {
	case Foot, Inch, FootInch:
		return number(m2/(0.3048*0.3048), 1) + " ft²"
	}
	return number(m2, 2) + " m²"
}

// FormatAngle writes an angle in degrees for people, with at most two decimals.
func FormatAngle(deg float64) string { return number(deg, 2) + "°" }

// number writes x with at most so many decimals and no zeros after the last.
func number(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// footInch writes feet and inches to the nearest sixteenth.
func footInch(mm float64) string {
	total := int64(math.Round(math.Abs(mm) / 25.4 * 16))
	sign := ""
	if mm < 0 && total > 0 {
		sign = "-"
	}
	feet, inches, part, of := total/(12*16), total/16%12, total%16, int64(16)
	if part == 0 {
		return fmt.Sprintf(`%s%d'-%d"`, sign, feet, inches)
	}
	for part%2 == 0 {
		part, of = part/2, of/2
	}
	return fmt.Sprintf(`%s%d'-%d %d/%d"`, sign, feet, inches, part, of)
}
