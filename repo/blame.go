package repo

import (
	"context"
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo/internal/history"
	"github.com/openeik/ekgit/repo/internal/objects"
)

// MemberBlame says which commit gave a member of a record the value that it has.
type MemberBlame struct {
	Member string
	Commit Hash
}

// blame answers, for each member of a record in its order, the last commit that set
// it. What a merge took from one side is that side's.
func (r *reader) blame(ctx context.Context, from Hash, id string) ([]MemberBlame, error) {
	versions, err := r.history.Versions(ctx, from, id)
	if err != nil {
		return nil, err
	}
	b := blamer{reader: r, id: id, read: map[Hash]*model.Record{}, path: map[Hash]string{}}
	if len(versions) == 0 {
		return nil, nil
	}
	newest, err := b.record(ctx, versions[0].Commit, "")
	if err != nil || newest == nil {
		return nil, err
	}
	setBy, err := b.trace(ctx, versions, newest)
	if err != nil {
		return nil, err
	}
	blames := make([]MemberBlame, 0, len(setBy))
	for _, m := range newest.Members() {
		blames = append(blames, MemberBlame{m.Name, setBy[m.Name]})
	}
	return blames, nil
}

// blamer traces the members of one record.
type blamer struct {
	*reader
	id   string
	read map[Hash]*model.Record
	path map[Hash]string
}

// trace hands each member back to the version that it came from with the same
// value, until none has it.
func (b *blamer) trace(ctx context.Context, versions []history.Version, newest *model.Record) (map[string]Hash, error) {
	open := map[Hash][]string{}
	for _, m := range newest.Members() {
		open[versions[0].Commit] = append(open[versions[0].Commit], m.Name)
	}
	setBy := map[string]Hash{}
	for _, v := range versions {
		members := open[v.Commit]
		if len(members) == 0 {
			continue
		}
		record, err := b.record(ctx, v.Commit, "")
		if err != nil {
			return nil, err
		}
		for _, before := range v.Before {
			old, err := b.record(ctx, before, b.path[v.Commit])
			if err != nil {
				return nil, err
			}
			members = slices.DeleteFunc(members, func(name string) bool {
				same := old != nil && old.Has(name) && model.Equal(old.Get(name), record.Get(name))
				if same && !slices.Contains(open[before], name) {
					open[before] = append(open[before], name)
				}
				return same
			})
		}
		for _, name := range members {
			setBy[name] = v.Commit
		}
	}
	return setBy, nil
}

// record answers the record as a commit that touched it has it, nil where it has
// none that can be read. It is looked for first where it lay later.
func (b *blamer) record(ctx context.Context, commit Hash, likely string) (*model.Record, error) {
	if record, ok := b.read[commit]; ok {
		return record, nil
	}
	path, entry, err := b.find(ctx, commit, likely)
	if err != nil {
		return nil, err
	}
	var record *model.Record
	if !entry.Hash.IsZero() {
		files, err := b.files(ctx, []string{path}, []objects.TreeEntry{entry})
		if err != nil {
			return nil, fmt.Errorf("record %s: %w", b.id, err)
		}
		record = files[0].Record()
	}
	b.read[commit], b.path[commit] = record, path
	return record, nil
}

func (b *blamer) find(ctx context.Context, commit Hash, likely string) (string, objects.TreeEntry, error) {
	if likely != "" {
		tree, err := b.treeOrNone(ctx, commit)
		if err != nil {
			return "", objects.TreeEntry{}, err
		}
		entry, ok, err := b.objects.Lookup(ctx, tree, likely)
		if err != nil || ok {
			return likely, entry, err
		}
	}
	changes, err := b.changesIn(ctx, commit)
	if err != nil {
		return "", objects.TreeEntry{}, err
	}
	for _, c := range changes {
		if c.ID == b.id {
			return c.Path, c.new, nil
		}
	}
	return "", objects.TreeEntry{}, nil
}
