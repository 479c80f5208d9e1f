package edit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/model/geom"
)

type rehostArgs struct {
	Target
	seatArgs
	KeepShape
}

func rehost() *Command {
	return define(Command{Name: "rehost", Geometric: true, Also: []string{"change_host", "set_host"},
		Summary: "Give a hosted element another host, keeping its place in the world where none is given",
		Doc: `A door, window or opening goes into another wall at the place that is closest to where it stands, or where
distance, fraction, near or center say (as in place_door). Its level and sill stay. Where the new host runs
the other way, hinge and swing change sides, so that it opens as it did.

Refused where it stands more than 1000 mm beside the new host and no place is given, and where it does not
fit: the answer names the free stretches and the nearest place that fits.

Anything else that has a host, such as furniture or a railing, is only given the new one.`},
		`{"command": "rehost", "id": "window-south", "host": "wall-east", "distance": 1500}`, runRehost)
}

func runRehost(ctx context.Context, tx *Tx, a rehostArgs) error {
	targets, err := tx.Targets(ctx, a.Target)
	if err != nil {
		return err
	}
	host, err := tx.One(a.Host, find.Want{Role: "host"})
	if err != nil {
		return err
	}
	if a.says() && len(targets) > 1 {
		return tx.Invalid("/distance", fmt.Sprintf("%d elements cannot go to one place; rehost them one by one, or leave the place out", len(targets)), nil)
	}
	for _, r := range targets {
		if err := tx.mayHost(r, host); err != nil {
			return err
		}
		if !slides(r) {
			err = tx.Put(r.With("hostId", host.ID()))
		} else {
			err = tx.rehost(r, host, a)
		}
		if err != nil {
			return err
		}
	}
	tx.Say("Rehost", targets, "in "+spoken(host))
	return nil
}

// mayHost refuses a host of a category that cannot be one.
func (tx *Tx) mayHost(r, host *model.Record) error {
	f, ok := tx.base.Schema().Category(r.Category()).Field("hostId")
	switch {
	case !ok || len(f.Type.To) == 0 && !r.Has("hostId"):
		return tx.Invalid("/id", fmt.Sprintf("%s has no host", titled(r)), r.ID())
	case len(f.Type.To) > 0 && !slices.Contains(f.Type.To, host.Category()):
		return tx.Invalid("/host", fmt.Sprintf("%s cannot host a %s; %s can", titled(host), word(r.Category()), strings.Join(f.Type.To, ", ")), host.ID())
	case host.ID() == r.ID():
		return tx.Invalid("/host", titled(r)+" cannot host itself", host.ID())
	}
	return nil
}

// rehost puts what stands along one host into another.
func (tx *Tx) rehost(r, host *model.Record, a rehostArgs) error {
	n := &newcomer{tx: tx, s: tx.Snapshot(), host: host, record: r}
	to, ok := runOf(n.s, host)
	if !ok {
		return tx.Invalid("/host", fmt.Sprintf("%s is no wall with a baseline", titled(host)), host.ID())
	}
	from, known := hostLine(tx.Record(r.String("hostId")))
	if a.says() {
		n.record = r.With("hostId", host.ID())
		if known {
			n.record = reseat(r, from, to, from.PointAt(r.NumberOr("offset", 0)))
		}
		if err := n.seat(a.seatArgs); err != nil {
			return err
		}
		return tx.PutShape(n.record, a.KeepShape)
	}
	if !known {
		return tx.Invalid("/id", fmt.Sprintf("the host of %s, %s, is not there or has no baseline, so that its place is not known; say distance",
			titled(r), r.String("hostId")), r.ID())
	}
	place := from.PointAt(r.NumberOr("offset", 0))
	if _, beside := to.foot(place); beside > aside {
		return tx.Invalid("/host", fmt.Sprintf("%s stands %s away from %s; say distance, fraction, near or center to put it elsewhere",
			titled(r), tx.Length(math.Round(beside)), titled(host)), host.ID())
	}
	n.record = reseat(r, from, to, place)
	if err := n.fit(to); err != nil {
		return err
	}
	moved := to.line.Project(place).Distance
	if moved <= geom.JoinTolerance {
		return tx.Put(n.record)
	}
	tx.Note("%s moves %s sideways into %s", r.ID(), tx.Length(tidy(moved)), host.ID())
	return tx.PutShape(n.record, a.KeepShape)
}
