package edit

import (
	"fmt"

	"github.com/openeik/ekgit/model"
)

// NewID answers the id of a record to create: the caller's choice where it is legal
// and free, else one made of the request's id.
func (tx *Tx) NewID(category, chosen string) (string, error) {
	ids, err := tx.NewIDs(category, chosen, 1)
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// NewIDs answers the ids of n records to create, in order: chosen-1, chosen-2 … (one
// alone is the choice itself) or, without a choice, ids made of the request's.
func (tx *Tx) NewIDs(category, chosen string, n int) ([]string, error) {
	ids := make([]string, n)
	for i := range ids {
		switch {
		case chosen == "":
			ids[i] = tx.mint(category)
			continue
		case n == 1:
			ids[i] = chosen
		default:
			ids[i] = fmt.Sprintf("%s-%d", chosen, i+1)
		}
		if err := tx.free("id", ids[i]); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// free refuses an id, given in an argument, that is not legal or is taken.
func (tx *Tx) free(argument, id string) error {
	message := ""
	if err := model.CheckID(id); err != nil {
		message = err.Error()
	} else if taken := tx.taken(id); taken != "" {
		message = fmt.Sprintf("the id %s is taken by %s; choose another", id, taken)
	}
	if message == "" {
		return nil
	}
	p := tx.invalid("/"+argument, message, id)
	if argument == "id" {
		p.Hint = "Leave id out and the host makes one"
		p.Details["try"] = tx.data.Without("id")
	}
	return p
}

// mint makes an id that is free. A request with an id of its own makes the same ones
// on the same model every time.
func (tx *Tx) mint(category string) string {
	for {
		tx.minted++
		if id := model.MintID(category, tx.options.RequestID, tx.minted); tx.taken(id) == "" {
			return id
		}
	}
}

// taken says what has an id now, empty where it is free.
func (tx *Tx) taken(id string) string {
	if r := tx.Record(id); r != nil {
		return spoken(r)
	}
	if f := tx.snap.Get(id); f != nil && tx.touched[id] == nil {
		return f.Path
	}
	return ""
}
