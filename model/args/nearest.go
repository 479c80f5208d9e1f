package args

import "strings"

// Nearest answers the known name that a wrong one was likely meant to be: at most a
// third of its letters away, case aside, or one that holds it or is held by it. It
// is empty where none is near.
func Nearest(name string, known []string) string {
	if len(name) > 64 {
		return ""
	}
	low := strings.ToLower(name)
	best, bestCost := "", max(1, len(low)/3)+1
	for _, k := range known {
		if cost := distance(low, strings.ToLower(k)); cost < bestCost {
			best, bestCost = k, cost
		}
	}
	if best != "" {
		return best
	}
	for _, k := range known {
		kl := strings.ToLower(k)
		if min(len(kl), len(low)) < 2 || !strings.Contains(kl, low) && !strings.Contains(low, kl) {
			continue
		}
		if best == "" || len(k) > len(best) {
			best = k
		}
	}
	return best
}

// distance counts the letters to insert, remove, replace or swap with the next one
// to turn a into b (optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
