package ops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

// The widest write and the most deletions that need no confirmation.
const (
	freeRecords = 20
	freeDeletes = 5
)

// confirmation is how far a write was seen to reach, and meant to.
type confirmation struct {
	Records int `json:"records" min:"0" doc:"How many records it changes or reaches."`
	Deletes int `json:"deletes" min:"0" doc:"How many records it deletes."`
}

// covers refuses a write that reaches far and was not confirmed with its counts.
func (k *confirmation) covers(o *outcome) error {
	records, deletes := o.counts.Records, o.counts.Deleted
	var reason string
	switch {
	case len(o.counts.Shared) > 0:
		reason = "it changes " + list(o.counts.Shared, 3) + ", which others follow"
	case records > freeRecords:
		reason = fmt.Sprintf("it reaches more than %d records", freeRecords)
	case deletes > freeDeletes:
		reason = fmt.Sprintf("it deletes more than %d records", freeDeletes)
	default:
		return nil
	}
	if k != nil && k.Records == records && k.Deletes == deletes {
		return nil
	}
	message := fmt.Sprintf("this write needs confirm: %s (%d records, %d deletions)", reason, records, deletes)
	if k != nil {
		message = fmt.Sprintf("confirm says %d records and %d deletions, the write reaches %d and %d: %s", k.Records, k.Deletes, records, deletes, reason)
	}
	return &model.Problem{Code: model.PreconditionFailed, Message: message,
		Hint:    fmt.Sprintf("Nothing was written. Where that is meant, send the same request with confirm: {\"records\": %d, \"deletes\": %d}", records, deletes),
		Details: map[string]any{"confirm": map[string]int{"records": records, "deletes": deletes}, "byLevel": o.counts.ByLevel, "shared": o.counts.Shared}}
}

func list(items []string, most int) string {
	if len(items) > most {
		return strings.Join(items[:most], ", ") + fmt.Sprintf(" and %d more", len(items)-most)
	}
	return strings.Join(items, ", ")
}

// protectedBy refuses changes to what the manifest protects: paths (of files, or of
// folders with all below), tags, and members ("member", or "category.member").
func protectedBy(o *outcome) error {
	protected := o.before.Manifest().Protected
	if len(protected) == 0 {
		return nil
	}
	for _, c := range o.changes {
		if by := protects(protected, c); by != "" {
			return &model.Problem{Code: model.Forbidden, Message: fmt.Sprintf("%s is protected by %q in eik.json", c.ID, by),
				Hint: "Only a reviewed change touches it: propose it with a title, and a person accepts it"}
		}
	}
	return nil
}

func protects(protected []string, c model.Change) string {
	var before *model.Record
	path := ""
	if c.Before != nil {
		before, path = c.Before.Record(), c.Before.Path
	}
	for _, p := range protected {
		if path == p || strings.HasPrefix(path, strings.TrimSuffix(p, "/")+"/") {
			return p
		}
		if before != nil && slices.Contains(before.Strings("tags"), p) {
			return p
		}
		for _, d := range model.DiffRecords(before, c.After) {
			if before != nil && (d.Name == p || before.Category()+"."+d.Name == p) {
				return p
			}
		}
	}
	return ""
}
