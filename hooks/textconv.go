package hooks

import (
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
)

// Textconv answers a record as lines, a line a value, in the order of its members, for
// git to compare. What is no record is answered as it is.
func Textconv(data []byte) []byte {
	record, faults := model.Decode(data)
	if record == nil || len(faults) > 0 {
		return data
	}
	var b strings.Builder
	for _, m := range record.Members() {
		writeValue(&b, m.Name, m.Value)
	}
	return []byte(b.String())
}

// writeValue writes a value under its name; what lies in it gets a line each, under
// a name that goes on.
func writeValue(b *strings.Builder, name string, value any) {
	switch v := value.(type) {
	case model.Object:
		if len(v) > 0 {
			for _, m := range v {
				writeValue(b, name+"/"+m.Name, m.Value)
			}
			return
		}
	case []any:
		if nested(v) {
			for i, item := range v {
				writeValue(b, fmt.Sprintf("%s/%d", name, i), item)
			}
			return
		}
	case string:
		fmt.Fprintf(b, "%s: %s\n", name, strings.ReplaceAll(v, "\n", `\n`))
		return
	}
	fmt.Fprintf(b, "%s: %s\n", name, model.AppendCompact(nil, value))
}

// nested tells whether a list holds lists or objects: a point is written on one line,
// an outline is not.
func nested(list []any) bool {
	for _, item := range list {
		switch item.(type) {
		case []any, model.Object:
			return true
		}
	}
	return false
}
