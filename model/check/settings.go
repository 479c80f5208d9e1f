package check

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
)

// active is a rule as one model sets it.
type active struct {
	*Rule
	severity model.Severity
	limits   map[string]float64
}

// settings are the rules that hold in one model.
type settings struct {
	known   []*Rule            // every rule, those turned off too
	byName  map[string]*active // those that are not
	files   []*active
	records []*active
	of      sync.Map // category -> []*active, those of records that look at it
}

// off is the severity in eik.json that turns a rule off.
const off = "off"

func settingsOf(m *model.Manifest) *settings {
	set := &settings{known: All(), byName: map[string]*active{}}
	for _, r := range set.known {
		a := configure(r, m.Rules[r.Name])
		if a == nil {
			continue
		}
		set.byName[r.Name] = a
		switch {
		case r.file != nil:
			set.files = append(set.files, a)
		default:
			set.records = append(set.records, a)
		}
	}
	return set
}

func configure(r *Rule, by map[string]any) *active {
	a := &active{Rule: r, severity: r.Severity, limits: make(map[string]float64, len(r.Limits))}
	switch severity, _ := by["severity"].(string); severity {
	case off:
		return nil
	case string(model.Error), string(model.Warning), string(model.Info):
		a.severity = model.Severity(severity)
	}
	for _, l := range r.Limits {
		a.limits[l.Name] = l.Default
		if v, ok := by[l.Name].(float64); ok {
			a.limits[l.Name] = v
		}
	}
	return a
}

// forCategory answers the rules that look at records of a category.
func (set *settings) forCategory(category string) []*active {
	if known, ok := set.of.Load(category); ok {
		return known.([]*active)
	}
	var looking []*active
	for _, a := range set.records {
		if a.on == nil || slices.Contains(a.on, category) {
			looking = append(looking, a)
		}
	}
	set.of.Store(category, looking)
	return looking
}

// faults answers what is wrong with the rules that eik.json sets.
func (set *settings) faults(m *model.Manifest) []model.Fault {
	var faults []model.Fault
	add := func(pointer, format string, args ...any) {
		faults = append(faults, model.Fault{Rule: "record.member", Pointer: pointer, Message: fmt.Sprintf(format, args...)})
	}
	for _, name := range slices.Sorted(maps.Keys(m.Rules)) {
		pointer := "/rules/" + escapePointer(name)
		at := slices.IndexFunc(set.known, func(r *Rule) bool { return r.Name == name })
		if at < 0 {
			add(pointer, "%s is no rule%s", quote(name), set.suggestion(name))
			continue
		}
		r := set.known[at]
		for _, setting := range slices.Sorted(maps.Keys(m.Rules[name])) {
			if wrong := wrongSetting(r, setting, m.Rules[name][setting]); wrong != "" {
				add(pointer+"/"+escapePointer(setting), "%s", wrong)
			}
		}
	}
	return faults
}

func wrongSetting(r *Rule, setting string, value any) string {
	if setting == "severity" {
		switch value {
		case off, string(model.Error), string(model.Warning), string(model.Info):
			return ""
		}
		return fmt.Sprintf("the severity of %s is error, warning, info or off", r.Name)
	}
	names := "severity"
	for _, l := range r.Limits {
		if _, isNumber := value.(float64); l.Name == setting && !isNumber {
			return fmt.Sprintf("%s of %s is a number in %s", setting, r.Name, l.Unit)
		} else if l.Name == setting {
			return ""
		}
		names += ", " + l.Name
	}
	return fmt.Sprintf("%s has no setting %s; it has %s", r.Name, quote(setting), names)
}

// suggestion names the rule that a word is most like.
func (set *settings) suggestion(word string) string {
	names := make([]string, len(set.known))
	for i, r := range set.known {
		names[i] = r.Name
	}
	if near := category.NearestName(word, names); near != "" {
		return "; did you mean " + strconv.Quote(near) + "?"
	}
	return "; take it out"
}
