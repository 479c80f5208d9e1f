package category

import (
	"github.com/openeik/ekgit/model"
)

// DerivedField is one value that follows from a record and what it names.
type DerivedField struct {
	Name string
	Unit string // "mm", "m²", "deg"; empty where it has none
	Doc  string // one sentence
	of   func(*model.Snapshot, *model.Record) any
}

func isDerived(d *Definition, name string) bool { return false }
