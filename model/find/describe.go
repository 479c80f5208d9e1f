package find

import (
	"cmp"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// description is what the words of a text say of a record: "the south wall".
type description struct {
	facing   geom.Facing
	category string
}

// describe reads a text whose every word is a direction, a category or a filler.
func describe(schema *model.Schema, text string) (d description, ok bool) {
	words := strings.Fields(fold(text))
	words = slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"the", "facing", "side", "of", "on", "to"}, w)
	})
	for i := range words {
		if facing, isFacing := geom.ParseFacing(strings.TrimSuffix(words[i], "ern")); isFacing && d.facing == "" {
			d.facing, ok = facing, true
			words = slices.Delete(words, i, i+1)
			break
		}
	}
	if len(words) == 0 {
		return d, ok
	}
	d.category, ok = categoryNamed(schema, strings.Join(words, " "))
	return d, ok
}

// Category answers the category that a word or two stand for: "wall", "Walls",
// "curtain walls".
func Category(text string) (name string, ok bool) {
	return categoryNamed(category.Schema(), text)
}

func categoryNamed(schema *model.Schema, text string) (string, bool) {
	if schema.Category(text) != nil {
		return text, true
	}
	text = strings.ReplaceAll(fold(text), " ", "-")
	for _, name := range schema.Names() {
		if text == name || text == strings.ReplaceAll(plural(name), " ", "-") {
			return name, true
		}
	}
	return "", false
}

// plural answers a category's name for several of its records.
func plural(category string) string {
	name := strings.ReplaceAll(category, "-", " ")
	switch {
	case category == "furniture" || category == "equipment":
		return name
	case strings.HasSuffix(name, "y"):
		return strings.TrimSuffix(name, "y") + "ies"
	}
	return name + "s"
}

// thoseFacing answers the ids of the records that look in a direction, the longest
// first.
func (q *question) thoseFacing(categories []string, facing geom.Facing) []string {
	if len(categories) == 0 {
		categories = q.s.Schema().Names()
	}
	var ids []string
	length := map[string]float64{}
	for _, name := range categories {
		for f := range q.s.InCategory(name) {
			if looks(q.s, f, facing) {
				ids = append(ids, f.ID())
				length[f.ID()] = q.length(f)
			}
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(length[b], length[a]), cmp.Compare(a, b))
	})
	return ids
}

// length answers how long a record is along its line, 0 where it has none.
func (q *question) length(f *model.File) float64 {
	r := f.Record()
	if r == nil {
		return 0
	}
	curve, ok := category.Baseline(r)
	if !ok {
		return 0
	}
	return curve.Length()
}
