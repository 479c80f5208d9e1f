package category

import (
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

func nearestMember(c *model.Category, member string) string {
	return NearestName(member, names(c.Fields))
}

// NearestName answers the known name that is nearest to the given one, the first
// of several, or empty where none is near. Case, and a missing or added "Id", count
// for little.
func NearestName(name string, known []string) string {
	const longest = 64
	if name == "" || len(name) > longest {
		return ""
	}
	best, least := "", 1+max(2, len(name)/2)
	for _, candidate := range known {
		if d := nameDistance(strings.ToLower(name), strings.ToLower(candidate)); d < least {
			best, least = candidate, d
		}
	}
	return best
}

func nameDistance(a, b string) int {
	if strings.TrimSuffix(a, "id") == strings.TrimSuffix(b, "id") {
		return 0
	}
	d := editDistance(a, b)
	if short, long := min(len(a), len(b)), max(len(a), len(b)); short >= 4 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) && long-short < 8 {
		return min(d, 2)
	}
	return d
}

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
