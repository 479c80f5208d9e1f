package tint

import (
	"math"
	"strconv"
	"strings"
)

// numeric answers the values as numbers, false where one is none.
func numeric(values map[string]any) (map[string]float64, bool) {
	out := make(map[string]float64, len(values))
	for id, v := range values {
		switch n := v.(type) {
		case float64:
			out[id] = n
		case int:
			out[id] = float64(n)
		default:
			return nil, false
		}
	}
	return out, true
}

func distinct(numbers map[string]float64) int {
	seen := map[float64]bool{}
	for _, n := range numbers {
		seen[n] = true
	}
	return len(seen)
}

// ranges gives ranges of round numbers colours, and leaves out those that hold
// nothing.
func (c *Scheme) ranges(ids []string, numbers map[string]float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, n := range numbers {
		low, high = min(low, n), max(high, n)
	}
	step := roundUp((high - low) / float64(len(ramp)-1))
	first := math.Floor(low / step)
	entry := map[int]int{}
	for k := range ramp {
		count := 0
		for _, n := range numbers {
			if rangeOf(n, first, step) == k {
				count++
			}
		}
		if count == 0 {
			continue
		}
		from := (first + float64(k)) * step
		entry[k] = len(c.Entries)
		c.Entries = append(c.Entries, Entry{Label: short(from) + " to " + short(from+step), Color: ramp[k]})
	}
	for _, id := range ids {
		if n, ok := numbers[id]; ok {
			c.put(id, entry[rangeOf(n, first, step)])
		}
	}
}

// rangeOf answers which range a number falls into.
func rangeOf(n, first, step float64) int {
	return int(min(max(math.Floor(n/step)-first, 0), float64(len(ramp)-1)))
}

// roundUp answers the least of 1, 2 and 5 times a power of ten that is at least x.
func roundUp(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, n := range []float64{1, 2, 5} {
		if n*power >= x {
			return n * power
		}
	}
	return 10 * power
}

func short(x float64) string { return strconv.FormatFloat(x, 'g', 10, 64) }

// natural compares texts as people order them: pieces of digits by their number, so
// that "R 9" comes before "R 30".
func natural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		n, restX, okX := leading(x)
		m, restY, okY := leading(y)
		switch {
		case okX && okY && n != m:
			if n < m {
				return -1
			}
			return 1
		case okX && okY:
			x, y = restX, restY
		case x[0] != y[0]:
			return strings.Compare(x, y)
		default:
			x, y = x[1:], y[1:]
		}
	}
	if len(x) != len(y) {
		return len(x) - len(y)
	}
	return strings.Compare(a, b)
}

// leading answers the number of at most fifteen digits that a text begins with.
func leading(text string) (n int, rest string, ok bool) {
	i := 0
	for i < len(text) && i < 15 && text[i] >= '0' && text[i] <= '9' {
		n = 10*n + int(text[i]-'0')
		i++
	}
	return n, text[i:], i > 0
}
