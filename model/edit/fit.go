package edit

import (
	"fmt"
	"math"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// free answers the stretches of a host that no other opening takes at the height of
// one, given by id and span.
func free(s *model.Snapshot, host *run, id string, at category.Span) []span {
	var taken []span
	for _, r := range hosted(s, host.id) {
		o, ok := category.Opening(s, r)
		if !ok || r.ID() == id || math.Min(o.Head, at.Head)-math.Max(o.Sill, at.Sill) <= geom.JoinTolerance {
			continue
		}
		taken = append(taken, span{o.From, o.To})
	}
	return gaps(host.line.Length(), taken)
}

// fit refuses a record that its host has no room for.
func (n *newcomer) fit(host *run) error {
	at, err := n.opening()
	if err != nil {
		return err
	}
	if err := n.fitHeight(host, at); err != nil {
		return err
	}
	room, own := free(n.s, host, n.record.ID(), at), span{at.From, at.To}
	if fits(own, room) {
		return nil
	}
	width := own.length()
	p := n.tx.invalid("/host", fmt.Sprintf("a %s %s wide does not fit at %v to %v along %s, which is %s long", word(n.record.Category()), n.tx.Length(width),
		tidy(at.From), tidy(at.To), titled(n.host), n.tx.Length(tidy(host.line.Length()))), nil)
	delete(p.Details, "example")
	p.Hint = fmt.Sprintf("Nothing %s wide fits there at that height; free, in mm from its start: %s", n.tx.Length(width), orNothing(inWords(room, 0)))
	if words := inWords(room, width); words != "" {
		p.Hint = "Free at that height, in mm from its start: " + words
		place, _ := nearest(room, own)
		p.Details["try"] = n.tx.elsewhere(place)
	}
	return p
}

func orNothing(words string) string {
	if words == "" {
		return "nothing"
	}
	return words
}

// opening answers the rectangle that the record takes in its host. The record is
// not in the model yet, its host is.
func (n *newcomer) opening() (category.Span, error) {
	at, ok := category.Opening(n.s, n.record)
	if !ok {
		return at, n.tx.Invalid("/host", fmt.Sprintf("%s cannot hold a %s", titled(n.host), word(n.record.Category())), n.host.ID())
	}
	return at, nil
}

// fitHeight refuses what reaches below or above its host.
func (n *newcomer) fitHeight(host *run, at category.Span) error {
	below, above := host.base-at.Sill, at.Head-host.top
	if below <= geom.Epsilon && above <= geom.Epsilon {
		return nil
	}
	sill := n.record.NumberOr("sill", 0)
	lowest, highest := tidy(sill+below), tidy(sill-above)
	p := n.tx.invalid("/sill", fmt.Sprintf("from %v to %v above its level it does not fit the height of %s", tidy(sill), tidy(sill+at.Head-at.Sill), titled(n.host)), sill)
	if highest < lowest {
		delete(p.Details, "example")
		p.Hint = fmt.Sprintf("The host is only %s high: use a lower one", n.tx.Length(tidy(host.top-host.base)))
		return p
	}
	p.Hint = fmt.Sprintf("Its sill may be %v to %v", lowest, highest)
	p.Details["try"] = n.tx.data.With("sill", min(max(sill, lowest), highest))
	return p
}

// nearest answers where a stretch fits that is closest to where it was wanted, false
// where it fits nowhere.
func nearest(room []span, want span) (best span, found bool) {
	least := math.Inf(1)
	for _, gap := range room {
		if gap.length() < want.length()-geom.Epsilon {
			continue
		}
		from := min(max(want.from, gap.from), gap.to-want.length())
		if d := math.Abs(from - want.from); d < least {
			best, least = span{from, from + want.length()}, d
		}
	}
	return best, least < math.Inf(1)
}

// elsewhere answers the command with another place along the host.
func (tx *Tx) elsewhere(at span) model.Object {
	try := tx.data
	for _, name := range []string{"from", "to", "fraction", "near", "center", "distance"} {
		try = try.Without(name)
	}
	return try.With("distance", tidy(at.from))
}
