package edit

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
)

type changeIDArgs struct {
	ID   string `json:"id" doc:"The record."`
	File string `json:"file" join:"|" doc:"Its file, where several files claim the id."`
	To   string `json:"to" required:"true" doc:"The new id."`
}

func changeID() *Command {
	return define(Command{
		Name: "change_id", Internal: true,
		Summary: "Give a record another id",
		Doc: `The fix of id.case and id.syntax, where an id cannot stay. Every reference follows, but where two files claim the id the references stay with the other one.
Ids are otherwise never changed: rename and renumber are for people.`,
	}, `{"command": "change_id", "id": "wall-partition", "to": "wall-inner"}`, runChangeID)
}

func runChangeID(_ context.Context, tx *Tx, a changeIDArgs) error {
	if (a.ID == "") == (a.File == "") {
		return tx.Invalid("/id", "change_id takes id or file, one of them", nil)
	}
	f, err := tx.claimant(a)
	if err != nil {
		return err
	}
	if err := tx.free("to", a.To); err != nil {
		return err
	}
	s, old := tx.Snapshot(), f.Record()
	shared := len(s.Claims(f.ID())) > 1
	if shared {
		tx.removeFile(f)
	} else {
		tx.Delete(f.ID())
	}
	if err := tx.replace(old, old.With("id", a.To)); err != nil {
		return err
	}
	if !shared {
		if err := tx.redirect(s, f.ID(), a.To); err != nil {
			return err
		}
	}
	tx.Say("Change the id of", []*model.Record{old}, "to "+a.To)
	return nil
}

// claimant answers the file of the record that is meant.
func (tx *Tx) claimant(a changeIDArgs) (*model.File, error) {
	if a.File != "" {
		return tx.recordFile(a.File)
	}
	r, err := tx.One(a.ID, find.Want{})
	if err != nil {
		return nil, err
	}
	return tx.Snapshot().Get(r.ID()), nil
}

// redirect changes every reference to an id into another one.
func (tx *Tx) redirect(s *model.Snapshot, from, to string) error {
	byRecord := map[string][]model.Reference{}
	for _, ref := range s.ReferringTo(from) {
		id := ref.From
		if id == from { // it names itself, and has its new id by now
			id = to
		}
		byRecord[id] = append(byRecord[id], ref)
	}
	ids := make([]string, 0, len(byRecord))
	for id := range byRecord {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		r := tx.Record(id)
		if r == nil {
			return fmt.Errorf("%s names %s and cannot be read", id, from)
		}
		members := any(r.Members())
		for _, ref := range byRecord[id] {
			members = setAt(members, strings.Split(ref.Pointer, "/")[1:], to)
		}
		if err := tx.Put(model.NewRecord(members.(model.Object))); err != nil {
			return err
		}
	}
	return nil
}

// setAt answers a value with the part at a path replaced.
func setAt(v any, path []string, to any) any {
	if len(path) == 0 {
		return to
	}
	switch v := v.(type) {
	case model.Object:
		return v.With(path[0], setAt(v.Get(path[0]), path[1:], to))
	case []any:
		i, err := strconv.Atoi(path[0])
		if err != nil || i < 0 || i >= len(v) {
			return v
		}
		v = slices.Clone(v)
		v[i] = setAt(v[i], path[1:], to)
		return v
	}
	return v
}
