package edit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
	"github.com/openeik/ekgit/model/find"
)

// Target is which records a command changes.
type Target struct {
	ID     []string     `json:"id" also:"wall,door,window,ids,element,elements,elementId,elementIds,record,records" doc:"The record, by id, name, mark or number; a list for several."`
	Filter *find.Filter `json:"filter" join:"|" also:"where" brief:"Instead of id: the records that a filter picks, as in read."`
	All    bool         `json:"all" doc:"Says that filter {}, every record of the model, is meant."`
}

// Targets answers the records that a command is to change, in the order they were
// named or, by a filter, of their files. It answers at least one, of the categories
// where any are given.
func (tx *Tx) Targets(ctx context.Context, t Target, categories ...string) ([]*model.Record, error) {
	switch {
	case len(t.ID) > 0 && t.Filter != nil:
		return nil, tx.Invalid("/filter", tx.command.Name+" takes id or filter, not both", nil)
	case len(t.ID) > 0:
		return tx.byID(t.ID, categories)
	case t.Filter == nil:
		return nil, tx.Invalid("/id", tx.command.Name+" needs id or filter", nil)
	case t.Filter.IsZero() && !t.All:
		return nil, tx.Invalid("/filter", fmt.Sprintf("filter {} would %s all %d records; say all: true where that is meant", tx.command.Name, tx.snap.Total()), nil)
	}
	return tx.byFilter(ctx, t.Filter, categories)
}

func (tx *Tx) byID(texts, categories []string) ([]*model.Record, error) {
	records := make([]*model.Record, 0, len(texts))
	seen := map[string]bool{}
	for _, text := range texts {
		r, err := tx.One(text, find.Want{Categories: categories, Role: "id"})
		if err != nil {
			return nil, err
		}
		if !seen[r.ID()] {
			seen[r.ID()] = true
			records = append(records, r)
		}
	}
	return records, nil
}

func (tx *Tx) byFilter(ctx context.Context, f *find.Filter, categories []string) ([]*model.Record, error) {
	matches, err := f.Apply(ctx, tx.Snapshot(), tx.options.Sources)
	if err != nil {
		return nil, err
	}
	tx.assumed = append(tx.assumed, matches.Assumed...)
	var records []*model.Record
	other := 0
	for file := range matches.All() {
		r := file.Record()
		switch {
		case r == nil:
		case len(categories) > 0 && !slices.Contains(categories, r.Category()):
			other++
		default:
			records = append(records, r)
			tx.named(r.ID())
		}
	}
	if len(records) > 0 {
		return records, nil
	}
	why := matches.Why()
	if other > 0 {
		why = fmt.Sprintf("%s changes %s; the filter matches %d other records", tx.command.Name, strings.Join(categories, ", "), other)
	}
	p := &model.Problem{Code: model.NotFound, Message: "the filter matches nothing to " + tx.command.Name, Details: map[string]any{"path": "/filter"}}
	if p.Hint = why; why == "" {
		p.Hint = "Read with the same filter to see why"
	}
	return nil, p
}

// One answers the record that text names: an id, or a name, mark, number or level's
// ordinal that one record has. What was assumed is kept for the answer.
func (tx *Tx) One(text string, want find.Want) (*model.Record, error) {
	s := tx.Snapshot()
	id, assumed, err := find.One(s, text, want)
	if err != nil {
		return nil, tx.unfound(text, want, err)
	}
	if claims := s.Claims(id); len(claims) > 1 {
		return nil, tx.ambiguous(id, claims)
	}
	r := s.Record(id)
	if r == nil {
		return nil, &model.Problem{Code: model.Conflict, Message: fmt.Sprintf("the file of %s cannot be read: %s", id, s.Get(id).Path),
			Hint: "Mend it by hand; validate says what is wrong"}
	}
	if assumed != "" && !slices.Contains(tx.assumed, assumed) {
		tx.assumed = append(tx.assumed, assumed)
	}
	tx.named(id)
	return r, nil
}

// unfound adds to the problem of a text that names no one record where it stands in
// the command, and, where one record is likely meant, the command with that.
func (tx *Tx) unfound(text string, want find.Want, err error) error {
	var p *model.Problem
	if !errors.As(err, &p) || p.Details == nil || tx.command == nil {
		return err
	}
	p.Details["want"] = tx.command.Signature()
	path := tx.whereIs(text, want.Role)
	if path == nil {
		return p
	}
	p.Details["path"] = pointer(path)
	if likely := tx.likely(p); likely != "" {
		if try, ok := args.Replaced(tx.data, path, likely); ok {
			p.Details["try"] = try
		}
	}
	return p
}

// likely answers the one of a problem's candidates that a text was likely meant for,
// empty where several could be meant or the command takes records away.
func (tx *Tx) likely(p *model.Problem) string {
	candidates, _ := p.Details["candidates"].([]string)
	if tx.command.Destructive || len(candidates) != 1 {
		return ""
	}
	return candidates[0]
}

// whereIs answers where in the command a text is the value of an argument or an item
// of it, nil where it is not.
func (tx *Tx) whereIs(text, argument string) []any {
	switch v := tx.data.Get(argument).(type) {
	case string:
		if v == text {
			return []any{argument}
		}
	case []any:
		for i, item := range v {
			if item == any(text) {
				return []any{argument, i}
			}
		}
	}
	return nil
}

// pointer answers a path of names and positions as a JSON pointer.
func pointer(path []any) string {
	out := ""
	for _, step := range path {
		out += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(fmt.Sprint(step))
	}
	return out
}

// Level answers the level that the text of an argument names.
func (tx *Tx) Level(argument, text string) (*model.Record, error) {
	return tx.One(text, find.Want{Categories: []string{"level"}, Role: argument})
}

// Type answers the type that text names, of a category.
func (tx *Tx) Type(text, of string) (*model.Record, error) {
	return tx.One(text, find.Want{Categories: []string{"type"}, TypeOf: of, Role: "type"})
}
