package measure

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Length reads a length and returns it in mm, to a millionth: "2.1 m", "900 mm",
// "90cm", "42in", "1/2 in", 3'-6 1/2", 3' 6", "3ft 6in"; a number alone is mm.
func Length(s string) (float64, error) {
	p := newScanner(s)
	mm, err := p.length()
	if err != nil {
		return 0, fmt.Errorf(`length %q: %w; write it like 900, "2.1 m" or 3'-6 1/2"`, s, err)
	}
	return mm, nil
}

// Angle reads an angle and returns it in degrees, to a millionth: "90", "90deg",
// "22.5°", "1.57rad", and slopes as rise to run, "1:12", or in percent, "8.3%".
func Angle(s string) (float64, error) {
	p := newScanner(s)
	deg, err := p.angle()
	if err != nil {
		return 0, fmt.Errorf(`angle %q: %w; write it like 90, "22.5 deg", "1:12" or "8%%"`, s, err)
	}
	return deg, nil
}

// scanner reads a text from the left. It holds no more than what is left.
type scanner struct{ rest string }

// plainSigns maps the signs that word processors put in place of plain ones.
var plainSigns = strings.NewReplacer(
	"′", "'", "’", "'", "‘", "'", "″", `"`, "”", `"`, "“", `"`,
	"−", "-", "–", "-", "\u00a0", " ", "\u202f", " ",
	"½", " 1/2", "¼", " 1/4", "¾", " 3/4", "⅛", " 1/8", "⅜", " 3/8", "⅝", " 5/8", "⅞", " 7/8",
)

func newScanner(s string) *scanner {
	return &scanner{strings.TrimSpace(plainSigns.Replace(s))}
}

// take removes a prefix and the blanks after it, if the text begins with it.
func (p *scanner) take(prefix string) bool {
	rest, ok := strings.CutPrefix(p.rest, prefix)
	if ok {
		p.rest = strings.TrimLeft(rest, " ")
	}
	return ok
}

// sign takes a sign and returns it as a factor.
func (p *scanner) sign() float64 {
	if p.take("-") {
		return -1
	}
	p.take("+")
	return 1
}

func (p *scanner) length() (float64, error) {
	sign := p.sign()
	value, err := p.amount()
	if err != nil {
		return 0, err
	}
	unit, err := p.unit(Millimetre)
	if err != nil {
		return 0, err
	}
	mm := value * perUnit[unit]
	if unit == Foot && p.rest != "" {
		p.take("-")
		if value, err = p.amount(); err != nil {
			return 0, err
		}
		if unit, err = p.unit(Inch); err != nil {
			return 0, err
		}
		if unit != Inch {
			return 0, fmt.Errorf("feet are followed by inches, not by %s", unit)
		}
		mm += value * perUnit[Inch]
	}
	return p.finish(sign * mm)
}

func (p *scanner) angle() (float64, error) {
	sign := p.sign()
	value, err := p.amount()
	if err != nil {
		return 0, err
	}
	switch {
	case p.take(":"):
		run, err := p.amount()
		if err != nil {
			return 0, err
		}
		if run == 0 {
			return 0, errors.New("a slope needs a run above 0")
		}
		return p.finish(sign * math.Atan2(value, run) * 180 / math.Pi)
	case p.take("%"):
		return p.finish(sign * math.Atan(value/100) * 180 / math.Pi)
	}
	switch name := p.word(); name {
	case "", "°", "deg", "degree", "degrees":
	case "rad", "radian", "radians":
		value *= 180 / math.Pi
	default:
		return 0, fmt.Errorf("%q is no unit of angle", name)
	}
	return p.finish(sign * value)
}

// finish checks that nothing is left and the value is one.
func (p *scanner) finish(value float64) (float64, error) {
	if p.rest != "" {
		return 0, fmt.Errorf("%q is left over", p.rest)
	}
	if math.IsInf(value, 0) {
		return 0, errors.New("the number is too large")
	}
	return round(value), nil
}

// amount reads a number, a fraction, or a whole number and a fraction.
func (p *scanner) amount() (float64, error) {
	whole, err := p.number()
	if err != nil {
		return 0, err
	}
	if p.take("/") {
		return p.over(whole)
	}
	// A fraction may follow a blank or a hyphen, if it is one.
	ahead := *p
	ahead.take("-")
	if upper, err := ahead.number(); err == nil && ahead.take("/") {
		*p = ahead
		part, err := p.over(upper)
		return whole + part, err
	}
	return whole, nil
}

// over reads what stands below a fraction line.
func (p *scanner) over(upper float64) (float64, error) {
	lower, err := p.number()
	if err != nil {
		return 0, err
	}
	if lower == 0 {
		return 0, errors.New("a fraction over 0")
	}
	return upper / lower, nil
}

// number reads digits with at most one point and an exponent.
func (p *scanner) number() (float64, error) {
	s := p.rest
	end := digits(s, 0)
	if end < len(s) && s[end] == '.' {
		end = digits(s, end+1)
	}
	if end == 0 || s[:end] == "." {
		return 0, p.noNumber()
	}
	if end < len(s) && s[end] == ',' {
		return 0, errors.New("a comma is not read, since it may group digits or be a decimal sign; use a point")
	}
	if end < len(s) && (s[end] == 'e' || s[end] == 'E') {
		exponent := end + 1
		if exponent < len(s) && (s[exponent] == '-' || s[exponent] == '+') {
			exponent++
		}
		if stop := digits(s, exponent); stop > exponent {
			end = stop
		}
	}
	value, err := strconv.ParseFloat(s[:end], 64)
	if err != nil {
		return 0, errors.New("the number is too large")
	}
	p.take(s[:end])
	return value, nil
}

func (p *scanner) noNumber() error {
	if p.rest == "" {
		return errors.New("a number is missing")
	}
	return fmt.Errorf("%q is no number", p.rest)
}

// digits returns where the digits from i on end.
func digits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// unit reads a unit of length, or takes fallback where the text has ended.
func (p *scanner) unit(fallback Unit) (Unit, error) {
	name := p.word()
	if name == "" {
		return fallback, nil
	}
	unit, ok := words[name]
	if !ok {
		return "", fmt.Errorf("%q is no unit of length", name)
	}
	return unit, nil
}

// word takes the letters or signs up to the next digit, blank or hyphen, in lower
// case; a point at its end, as in "in.", is dropped.
func (p *scanner) word() string {
	end := strings.IndexFunc(p.rest, func(r rune) bool {
		return unicode.IsDigit(r) || unicode.IsSpace(r) || r == '-'
	})
	if end < 0 {
		end = len(p.rest)
	}
	name := p.rest[:end]
	p.take(name)
	return strings.TrimSuffix(strings.ToLower(name), ".")
}
