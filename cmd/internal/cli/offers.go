package cli

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/ops"
)

// offers are the arguments that can be completed.
var offers = map[string]offer{
	"id": records("*"), "ids": records("*"), "like": records("*"), "referringTo": records("*"), "host": records("wall"), "hosts": records("wall"), "room": records("room"),
	"level": records("level"), "levels": records("level"), "atLevels": records("level"), "toLevel": records("level"), "above": records("level"), "top": records("level"),
	"type": types, "types": records("type"), "typeId": records("type"),
	"material": records("material"), "materials": records("material"), "group": records("group"), "groups": records("group"),
	"at": commits, "commits": commits, "since": commits, "until": commits, "from": commits, "to": commits, "scope": commits, "changedSince": commits,
	"path": folders, "topic": topics, "category": categories, "categories": categories, "of": categories, "rules": rules,
	"finding": fixes, "files": edited, "member": members, "unset": members, "set": settings,
	"fields": fields, "select": fields, "groupBy": fields, "orderBy": fields,
}

// records offers the ids of a category.
func records(category string) offer {
	return func(ctx context.Context, host *ops.Host, l line) []cobra.Completion {
		if host == nil {
			return nil
		}
		var words []cobra.Completion
		for id, name := range host.IDs(ctx, category) {
			if strings.HasPrefix(id, l.typed) && len(words) < mostCompletions {
				words = append(words, described(id, name))
			}
		}
		return words
	}
}

// types offers the types of what the command makes, place-door those of doors, or all.
func types(ctx context.Context, host *ops.Host, l line) []cobra.Completion {
	_, made, _ := strings.Cut(l.command.Name(), "-")
	made = strings.TrimSuffix(made, "s")
	if c := category.Find(made); c == nil || !c.Element() {
		return records("type")(ctx, host, l)
	}
	var words []cobra.Completion
	of := model.Object{{Name: "field", Value: "of"}, {Name: "op", Value: "="}, {Name: "value", Value: made}}
	for _, row := range rowsOf(ctx, host, model.Object{{Name: "categories", Value: []any{"type"}}, {Name: "where", Value: []any{of}}}, "name") {
		words = append(words, described(row[0], row[1]))
	}
	return words
}

// rowsOf reads the ids and one field of the records that a filter chooses.
func rowsOf(ctx context.Context, host *ops.Host, filter model.Object, field string) [][2]string {
	return listOf[struct{ Rows [][2]string }](ctx, host, "read",
		model.Object{{Name: "filter", Value: filter}, {Name: "fields", Value: []any{field}}, {Name: "limit", Value: float64(mostCompletions)}}).Rows
}

// about answers the categories that a command line is about: those that its flags
// name, those of the records that it names, or all.
func (l line) about(ctx context.Context, host *ops.Host) []string {
	if f := l.command.Flags().Lookup("categories"); f != nil && f.Changed {
		return strings.Split(f.Value.String(), ",")
	}
	var named []string
	if len(l.words) > 0 {
		for _, row := range rowsOf(ctx, host, model.Object{{Name: "ids", Value: model.StringsValue(l.words)}}, "category") {
			named = append(named, row[1])
		}
	}
	if len(named) == 0 {
		return ops.Categories()
	}
	return named
}

// members offers the members that the records at hand may have.
func members(ctx context.Context, host *ops.Host, l line) []cobra.Completion {
	var words []cobra.Completion
	for _, name := range l.about(ctx, host) {
		schema, err := ops.CategorySchema(name)
		if err != nil {
			continue
		}
		words = append(words, schema.PropertyOrder...)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// settings offers members to be given a value.
func settings(ctx context.Context, host *ops.Host, l line) []cobra.Completion {
	words := members(ctx, host, l)
	for i := range words {
		words[i] += "="
	}
	return words
}

// fields offers the members of records and the values that follow from them.
func fields(ctx context.Context, host *ops.Host, l line) []cobra.Completion {
	var derived []cobra.Completion
	for _, name := range l.about(ctx, host) {
		for _, field := range category.DerivedFields(name) {
			derived = append(derived, described("derived."+field.Name, field.Doc))
		}
	}
	slices.Sort(derived)
	return append(members(ctx, host, l), slices.Compact(derived)...)
}

// fixes offers the findings that a fix is known for.
func fixes(ctx context.Context, host *ops.Host, _ line) []cobra.Completion {
	var words []cobra.Completion
	found := listOf[struct{ Findings []model.Finding }](ctx, host, "validate", model.Object{{Name: "limit", Value: float64(mostCompletions)}})
	for _, f := range found.Findings {
		if len(f.Fix) > 0 {
			words = append(words, described(f.Fingerprint, f.Message))
		}
	}
	return words
}

// edited offers the files that were edited by hand and are not committed.
func edited(ctx context.Context, host *ops.Host, _ line) []cobra.Completion {
	if host == nil {
		return nil
	}
	return host.Do(ctx, ops.Request{Action: "tree"}).Meta.Uncommitted
}

// commits offers the sequence numbers of the last commits, and names that always are.
func commits(ctx context.Context, host *ops.Host, l line) []cobra.Completion {
	answer := listOf[struct {
		Commits []struct {
			Sequence        json.Number
			Commit, Subject string
		}
	}](ctx, host, "changes", model.Object{{Name: "limit", Value: 30.0}})
	words := []cobra.Completion{described("HEAD", "the last commit")}
	for _, c := range answer.Commits {
		word := c.Sequence.String()
		if len(l.typed) > 3 || word == "" {
			word = c.Commit[:12]
		}
		words = append(words, described(word, c.Subject))
	}
	return words
}

// folders offers the folders below the one that is typed so far.
func folders(ctx context.Context, host *ops.Host, l line) []cobra.Completion {
	above := strings.TrimSuffix(path.Dir(l.typed+"x"), ".")
	answer := listOf[struct {
		Folders []struct{ Path, Summary string }
	}](ctx, host, "tree", model.Object{{Name: "path", Value: above}, {Name: "limit", Value: 500.0}})
	var words []cobra.Completion
	for _, f := range answer.Folders {
		words = append(words, described(f.Path+"/", f.Summary))
	}
	return words
}

// topics offers what the guide tells of.
func topics(ctx context.Context, _ *ops.Host, _ line) []cobra.Completion {
	var words []cobra.Completion
	answer := dataOf[struct {
		Topics []struct{ Topic, Summary string }
	}](ops.Guide(ctx, nil))
	for _, t := range answer.Topics {
		words = append(words, described(t.Topic, t.Summary))
	}
	return words
}

func categories(context.Context, *ops.Host, line) []cobra.Completion { return ops.Categories() }

func rules(context.Context, *ops.Host, line) []cobra.Completion {
	var words []cobra.Completion
	for _, r := range check.All() {
		words = append(words, described(r.Name, r.Doc))
	}
	return words
}
