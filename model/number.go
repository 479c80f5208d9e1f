package model

import (
	"math"
	"strconv"
	"strings"
)

// AppendNumber writes a finite number as records hold it: the shortest decimal
// that reads back the same, without an exponent from 1e-6 up to 1e21, never -0.
func AppendNumber(dst []byte, f float64) []byte {
	abs := math.Abs(f)
	switch {
	case f == 0:
		return append(dst, '0')
	case abs >= 1e-6 && abs < 1e21:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	default:
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	}
}

// holds tells whether a float64 stands for the decimal that was written: whether
// its shortest form has the same digits and magnitude.
func holds(f float64, literal string) bool {
	digits, exponent := decimal(literal)
	gotDigits, gotExponent := decimal(strconv.FormatFloat(f, 'e', -1, 64))
	return digits == gotDigits && exponent == gotExponent
}

// decimal splits a JSON number into its significant digits and the power of ten
// of the first of them. The sign is left out.
func decimal(literal string) (digits string, exponent int) {
	literal = strings.TrimPrefix(literal, "-")
	if mantissa, power, ok := cutExponent(literal); ok {
		literal = mantissa
		exponent, _ = strconv.Atoi(power)
	}
	whole, fraction, _ := strings.Cut(literal, ".")
	exponent += len(whole) - 1
	all := whole + fraction
	trimmed := strings.TrimLeft(all, "0")
	exponent -= len(all) - len(trimmed)
	return strings.TrimRight(trimmed, "0"), exponent
}

func cutExponent(literal string) (mantissa, power string, ok bool) {
	i := strings.IndexAny(literal, "eE")
	if i < 0 {
		return literal, "", false
	}
	return literal[:i], literal[i+1:], true
}
