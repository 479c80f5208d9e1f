package cli

import (
	"regexp"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/pflag"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/ops"
)

// bindFilter makes a flag of each criterion of a filter, beside --filter itself. The
// function it answers puts them into the arguments.
func bindFilter(flags *pflag.FlagSet) func(model.Object) (model.Object, error) {
	criteria := filterSchema()
	bind := bindFlags(flags, criteria, "where")
	where := flags.StringArray("where", nil, criteria.Properties["where"].Description+` Such as "height > 2400" or "derived.exterior = true".`)
	f := flags.Lookup("where")
	f.Value, f.DefValue = shownAs{f.Value, "condition"}, ""
	return func(arguments model.Object) (model.Object, error) {
		filter, err := bind()
		if err != nil {
			return nil, err
		}
		var conditions []any
		for _, text := range *where {
			condition, err := conditionValue(text)
			if err != nil {
				return nil, err
			}
			conditions = append(conditions, condition)
		}
		if len(conditions) > 0 {
			filter = append(filter, model.Member{Name: "where", Value: conditions})
		}
		return withFilter(arguments, filter)
	}
}

// filterSchema is the schema of the one filter, which read spells out.
func filterSchema() *jsonschema.Schema { return ops.Find("read").Input().Properties["filter"] }

// withFilter adds criteria to the filter of some arguments.
func withFilter(arguments, criteria model.Object) (model.Object, error) {
	if len(criteria) == 0 {
		return arguments, nil
	}
	switch given := arguments.Get("filter").(type) {
	case nil:
		return arguments.With("filter", criteria), nil
	case model.Object:
		for _, m := range criteria {
			given = given.With(m.Name, m.Value)
		}
		return arguments.With("filter", given), nil
	}
	return nil, usagef("--filter as JSON stands alone: give all criteria in it, or each by its flag")
}

// comparison is a condition as people write it: a field, an operator and a value.
var comparison = regexp.MustCompile(`^\s*([^\s=!<>]+)\s*(!=|<=|>=|=|<|>|\s(?:in|matches|exists|missing)\b)\s*(.*?)\s*$`)

// conditionValue reads one condition on a field: "height > 2400", or JSON.
func conditionValue(text string) (model.Object, error) {
	if isJSON(text) {
		condition, err := model.DecodeObject([]byte(text))
		if err != nil {
			return nil, usagef("--where: %w", err)
		}
		return condition, nil
	}
	parts := comparison.FindStringSubmatch(text)
	if parts == nil {
		return nil, usagef(`--where takes a field, an operator (= != < <= > >= in matches exists missing) and a value, such as "height > 2400"; got %q`, text)
	}
	condition := model.Object{{Name: "field", Value: parts[1]}, {Name: "op", Value: strings.TrimSpace(parts[2])}}
	if parts[3] == "" {
		return condition, nil
	}
	value, err := memberValue(parts[3])
	return append(condition, model.Member{Name: "value", Value: value}), err
}
