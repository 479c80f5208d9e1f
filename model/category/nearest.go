package category

import (
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

// Nearest answers the member of a category whose name is nearest to the given one,
// empty where none is near or the category is unknown.
func Nearest(schema *model.Schema, category, member string) string {
	c := schema.Category(category)
	if c == nil {
		return ""
	}
	return nearestMember(c, member)
}

// nearestMember also takes the name of a category for the reference that may name a
// record of it: "wall" for a door's hostId.
func nearestMember(c *model.Category, member string) string {
	if near := NearestName(member, names(c.Fields)); near != "" {
		return near
	}
	target := strings.TrimSuffix(strings.ToLower(member), "id")
	for i := range c.Fields {
		if slices.Contains(c.Fields[i].Type.To, target) {
			return c.Fields[i].Name
		}
	}
	return ""
}

// NearestName answers the known name that is nearest to the given one, the first
// of several, or empty where none is near. Case does not count, nor does a missing
// or added "Id".
func NearestName(name string, known []string) string {
	const longest = 64
	if name == "" || len(name) > longest {
		return ""
	}
	best, least := "", longest
	plain := plainName(name)
	for _, candidate := range known {
		other := plainName(candidate)
		if d := editDistance(plain, other); d < least && d <= (max(len(plain), len(other))+1)/3 {
			best, least = candidate, d
		}
	}
	return best
}

func plainName(name string) string { return strings.TrimSuffix(strings.ToLower(name), "id") }

// editDistance counts the insertions, deletions, substitutions and swaps of
// neighbours that turn a into b, by bytes (optimal string alignment).
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
