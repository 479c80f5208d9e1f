package category

import "github.com/openeik/ekgit/model"

// Properties answers a record's open data, group -> name -> value: its own, and
// beside it what it inherits from its type.
func Properties(s *model.Snapshot, r *model.Record) model.Object {
	own := r.Object("properties")
	t := TypeOf(s, r)
	if t == nil {
		return own
	}
	merged := t.Object("properties")
	for _, group := range own {
		inherited, _ := merged.Get(group.Name).(model.Object)
		values, ok := group.Value.(model.Object)
		if !ok || inherited == nil {
			merged = merged.With(group.Name, group.Value)
			continue
		}
		for _, m := range values {
			inherited = inherited.With(m.Name, m.Value)
		}
		merged = merged.With(group.Name, inherited)
	}
	return merged
}
