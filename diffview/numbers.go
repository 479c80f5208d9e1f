package diffview

import (
	"math"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/measure"
)

// units is how a model shows lengths and areas. Digits are grouped by commas, so that
// 12500 mm is not taken for 1250.
type units struct {
	length measure.Unit // empty where the model does not say
}

func unitsOf(s *model.Snapshot) units {
	unit, err := measure.ParseUnit(s.Manifest().LengthUnit())
	if err != nil {
		return units{}
	}
	return units{unit}
}

// size writes a length that a drawing would dimension, in the model's unit or mm.
func (u units) size(mm float64) string {
	if u.length == "" {
		return grouped(measure.FormatLength(mm, measure.Millimetre))
	}
	return grouped(measure.FormatLength(mm, u.length))
}

// distance writes how far or how long something is, in the model's unit, else from 1 m
// on in m with at least two decimals.
func (u units) distance(mm float64) string {
	if u.length != "" || math.Abs(mm) < 1000 {
		return u.size(mm)
	}
	decimals := 2
	if math.Abs(math.Remainder(mm, 10)) >= 0.5 {
		decimals = 3
	}
	return grouped(strconv.FormatFloat(mm/1000, 'f', decimals, 64)) + " m"
}

// quantity writes a number in its unit.
func (u units) quantity(f float64, unit string) string {
	switch unit {
	case "mm":
		return u.size(f)
	case "m²":
		return u.area(f)
	case "deg":
		return measure.FormatAngle(f)
	case "":
		return number(f)
	}
	return number(f) + " " + unit
}

// area writes an area in the unit that goes with the model's, in m² with two decimals.
func (u units) area(m2 float64) string {
	text := measure.FormatArea(m2, u.length)
	if strings.HasSuffix(text, " m²") {
		text = strconv.FormatFloat(m2, 'f', 2, 64) + " m²"
	}
	return grouped(text)
}

// sum writes a quantity that is the sum of many, lengths as distances.
func (u units) sum(f float64, unit string) string {
	if unit == "mm" {
		return u.distance(f)
	}
	return u.quantity(f, unit)
}

// signed is sum with a sign, for a difference.
func (u units) signed(f float64, unit string) string {
	text := u.sum(math.Abs(f), unit)
	if f < 0 {
		return "−" + text
	}
	return "+" + text
}

// span writes two quantities of one unit, which is named once.
func span(from, joint, to string) string {
	i, j := strings.LastIndexByte(from, ' '), strings.LastIndexByte(to, ' ')
	if i > 0 && j > 0 && from[i:] == to[j:] {
		from = from[:i]
	}
	return from + joint + to
}

// number writes a number with at most three decimals, or the shortest form where it
// is smaller than those tell.
func number(f float64) string {
	text := strconv.FormatFloat(f, 'f', 3, 64)
	if f != 0 && math.Abs(f) < 0.01 || math.Abs(f) >= 1e15 {
		return string(model.AppendNumber(nil, f))
	}
	return grouped(strings.TrimRight(strings.TrimRight(text, "0"), "."))
}

// grouped puts commas between each three digits before the decimal point of the
// number that a text starts with.
func grouped(text string) string {
	start := 0
	if strings.HasPrefix(text, "-") {
		start = 1
	}
	end := start
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	if strings.HasPrefix(text[end:], "'") || end-start <= 3 { // feet and inches
		return text
	}
	for i := end - 3; i > start; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// same tells whether two quantities read alike, so that nothing would be told by both.
func (u units) same(a, b float64, unit string) bool {
	return u.quantity(a, unit) == u.quantity(b, unit)
}
