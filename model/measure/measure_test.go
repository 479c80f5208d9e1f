package measure

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLength(t *testing.T) {
	for in, want := range map[string]float64{
		"2.1 m": 2100, "2.3m": 2300, "900 mm": 900, "90cm": 900, "900": 900, " 900 ": 900, "-150": -150, "+5": 5, "0": 0,
		"1e3": 1000, "1.5e-1 m": 150, ".5 m": 500, "5.": 5, "1/2 m": 500, "3 metres": 3000, "12 Millimeters": 12,
		`3'-6 1/2"`: 1079.5, `3' 6"`: 1066.8, `3'6"`: 1066.8, `3'-6`: 1066.8, `3' 6`: 1066.8, "42in": 1066.8, "42 in.": 1066.8, "3 ft": 914.4, "3 ft.": 914.4,
		"3ft 6in": 1066.8, "3ft6in": 1066.8, "3 feet 6 inches": 1066.8, `6 1/2"`: 165.1, `6-1/2"`: 165.1, `1/16"`: 1.5875,
		`-3'-6"`: -1066.8, `0'-3/4"`: 19.05, `3.5'`: 1066.8, "3′-6½″": 1079.5, "¾ in": 19.05, "3′-6″": 1066.8, "3’ 6”": 1066.8, "−2 m": -2000, "2\u00a0m": 2000, `42''`: 1066.8,
	} {
		got, err := Length(in)
		if err != nil || got != want {
			t.Errorf("Length(%q) = %v, %v, want exactly %v", in, got, err, want)
		}
	}
}

func TestLengthErrors(t *testing.T) {
	for in, want := range map[string]string{
		"":           "a number is missing",
		"wide":       `"wide" is no number`,
		"2,1 m":      "use a point",
		"5 parsec":   `"parsec" is no unit of length`,
		"2 m 10":     `"10" is left over`,
		"3' 20 cm":   "followed by inches, not by cm",
		"1/0 in":     "a fraction over 0",
		"1e999":      "too large",
		"1e308 m":    "too large",
		"--3":        `"-3" is no number`,
		"NaN":        `"NaN" is no number`,
		"Inf":        `"Inf" is no number`,
		"0x10":       `"x" is no unit`,
		"1_000":      `"_" is no unit`,
		"3' 6\" 1":   `"1" is left over`,
		"90deg":      `"deg" is no unit of length`,
		"1.2.3 m":    "left over",
		"3' - wide'": `"wide'" is no number`,
	} {
		got, err := Length(in)
		if err == nil {
			t.Errorf("Length(%q) = %v, want an error", in, got)
			continue
		}
		if msg := err.Error(); !strings.Contains(msg, want) || !strings.Contains(msg, "write it like") {
			t.Errorf("Length(%q): %v, want it to say %s and how to write it", in, err, want)
		}
	}
}

func TestAngle(t *testing.T) {
	for in, want := range map[string]float64{
		"90": 90, "-45": -45, "90deg": 90, "90 deg": 90, "22.5°": 22.5, "22.5 °": 22.5, "30 degrees": 30,
		"3.141592653589793 rad": 180, "1:1": 45, "1:12": 4.763642, "1 : 12": 4.763642, "-1:12": -4.763642, "0:5": 0, "100%": 45, "8.3 %": 4.744674, "1/2": 0.5,
	} {
		if got, err := Angle(in); err != nil || got != want {
			t.Errorf("Angle(%q) = %v, %v, want %v", in, got, err, want)
		}
	}
	for in, want := range map[string]string{
		"": "a number is missing", "1:0": "a run above 0", "1:": "a number is missing", "5 m": `"m" is no unit of angle`, "90 deg 5": "left over", "1e999": "too large", "1:2:3": "left over", "8%%": "left over",
	} {
		if got, err := Angle(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Angle(%q) = %v, %v, want it to say %s", in, got, err, want)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		mm   float64
		unit Unit
		want string
	}{
		{900, Millimetre, "900 mm"}, {900.04, Millimetre, "900 mm"}, {12.5, Millimetre, "12.5 mm"}, {-0.01, Millimetre, "0 mm"},
		{14100, Metre, "14.1 m"}, {3000, Metre, "3 m"}, {2134.4, Metre, "2.134 m"}, {905, Centimetre, "90.5 cm"},
		{1066.8, Foot, "3.5 ft"}, {1066.8, Inch, "42 in"},
		{1079.5, FootInch, `3'-6 1/2"`}, {1066.8, FootInch, `3'-6"`}, {914.4, FootInch, `3'-0"`}, {19.05, FootInch, `0'-0 3/4"`},
		{-1066.8, FootInch, `-3'-6"`}, {0.1, FootInch, `0'-0"`}, {-0.1, FootInch, `0'-0"`}, {304.7, FootInch, `1'-0"`},
		{1000, "furlong", "1000 mm"}, {math.Inf(1), Metre, "+Inf m"}, {1e12, FootInch, "1000000000000 mm"},
	} {
		if got := FormatLength(c.mm, c.unit); got != c.want {
			t.Errorf("FormatLength(%v, %s) = %s, want %s", c.mm, c.unit, got, c.want)
		}
	}
	for want, got := range map[string]string{
		"12.4 m²":   FormatArea(12.4, Metre),
		"133.5 ft²": FormatArea(12.4, FootInch),
		"0 m²":      FormatArea(-0.001, Millimetre),
		"4.76°":     FormatAngle(4.763642),
		"90°":       FormatAngle(90),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestParseUnit(t *testing.T) {
	for in, want := range map[string]Unit{"mm": Millimetre, " M ": Metre, "inches": Inch, "ft-in": FootInch, "feet": Foot} {
		if got, err := ParseUnit(in); err != nil || got != want {
			t.Errorf("ParseUnit(%q) = %v, %v", in, got, err)
		}
	}
	if _, err := ParseUnit("cubit"); err == nil || !strings.Contains(err.Error(), "use mm") {
		t.Errorf("a cubit is %v", err)
	}
}

// TestRoundTrip holds that what is written is read back to the precision of the
// unit.
func TestRoundTrip(t *testing.T) {
	precision := map[Unit]float64{Millimetre: 0.05, Centimetre: 0.05, Metre: 0.5, Foot: 1.524, Inch: 0.127, FootInch: 25.4 / 32}
	rapid.Check(t, func(t *rapid.T) {
		mm := rapid.Float64Range(-1e7, 1e7).Draw(t, "mm")
		for unit, within := range precision {
			text := FormatLength(mm, unit)
			got, err := Length(text)
			if err != nil || math.Abs(got-mm) > within+1e-6 {
				t.Fatalf("%v is written %s and read as %v, %v", mm, text, got, err)
			}
		}
	})
}

// FuzzLength holds that no text panics, and that what is read is a number that
// reads the same again.
func FuzzLength(f *testing.F) {
	for _, s := range []string{"2.1 m", `3'-6 1/2"`, "90cm", "42in", "1:12", "8.3%", "-5", "1e999", "′", "1/0", "３", "\xff", "3'-", "5 /"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, parse := range []func(string) (float64, error){Length, Angle} {
			got, err := parse(s)
			if err != nil {
				continue
			}
			again, err := parse(number(got, 6))
			if math.IsNaN(got) || math.IsInf(got, 0) || err != nil || again != got && math.Abs(got) < 1e9 {
				t.Fatalf("%q is read as %v, then as %v, %v", s, got, again, err)
			}
		}
	})
}
