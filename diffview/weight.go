package diffview

import (
	"cmp"
	"math"
	"slices"

	"github.com/openeik/ekgit/model/category"
)

// The weight of a change, by which the largest effects come first: what it is, then
// how much area and length it changes, then (in reach) three for every element that
// it carries to.
const (
	weightRemoved  = 100
	weightAdded    = 60
	weightGeometry = 10
	weightData     = 4
	weightName     = 1
	perSquareMetre = 2
	perMetre       = 1
)

// order sorts the records by their weight.
func (b *builder) order() {
	records := b.out.Records
	for i := range records {
		records[i].Weight = math.Round(10*(records[i].Weight+weigh(&records[i]))) / 10
	}
	slices.SortStableFunc(records, func(x, y Record) int {
		return cmp.Or(cmp.Compare(y.Weight, x.Weight), cmp.Compare(x.Category, y.Category), cmp.Compare(x.ID, y.ID))
	})
}

func weigh(r *Record) float64 {
	var w float64
	element := false
	if d := category.Find(r.Category); d != nil {
		element = d.Element()
	}
	switch {
	case r.Change == Removed && element:
		w = weightRemoved
	case r.Change == Added && element:
		w = weightAdded
	case r.Change != Changed, geometric(r):
		w = weightGeometry
	case slices.ContainsFunc(r.Members, func(m Member) bool { return !naming[m.Name] }):
		w = weightData
	default:
		w = weightName
	}
	area, length := 0.0, 0.0
	for _, m := range r.Derived {
		a, _ := m.Old.(float64)
		b, _ := m.New.(float64)
		switch m.Unit {
		case "m²":
			area = max(area, math.Abs(a-b))
		case "mm":
			length = max(length, math.Abs(a-b)/1000)
		}
	}
	return w + perSquareMetre*area + perMetre*length
}

// geometric tells whether a change moves or resizes something.
func geometric(r *Record) bool {
	return slices.ContainsFunc(r.Derived, func(m Member) bool { return m.Name == "bounds" && !near(m.Old, m.New) }) || r.OldPath != ""
}
