package edit

import (
	"fmt"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// slid answers the offset of a door, window or opening moved by the part of a vector
// that runs along its host.
func (tx *Tx) slid(r, host *model.Record, by geom.Point) (float64, error) {
	offset, ok := r.Number("offset")
	line, lined := hostLine(host)
	if !ok || !lined {
		return 0, tx.Invalid("/id", fmt.Sprintf("%s has no place along a host", titled(r)), r.ID())
	}
	if line.IsArc() {
		return geom.Round(line.Project(line.PointAt(offset).Add(by)).Along), nil
	}
	return tidy(offset + by.Dot(line.TangentAt(0))), nil
}

// square is the problem of a movement that no part of runs along the host.
func (tx *Tx) square(r, host *model.Record) error {
	line, _ := hostLine(host)
	return tx.Invalid("/by", fmt.Sprintf("%s goes along its host %s, which runs %s; the vector is square to it. Give one along it, or rehost",
		titled(r), host.ID(), compass(line.TangentAt(r.NumberOr("offset", 0)))), tx.data.Get("by"))
}

// hostLine answers the line along which offsets of what a record hosts are measured.
func hostLine(host *model.Record) (geom.Curve, bool) {
	if host == nil || !category.IsWall(host) {
		return geom.Curve{}, false
	}
	line, ok := category.Baseline(host)
	return line, ok && line.Length() > geom.Epsilon
}

// reseat answers a hosted record put into another host at a place. Where the new
// host runs the other way, hinge and swing change sides, so that it still opens the
// way it did, and so does the face that a niche is in.
func reseat(r *model.Record, from geom.Curve, to *run, place geom.Point) *model.Record {
	at := to.line.Project(place).Along
	was, is := from.TangentAt(from.Project(place).Along), to.line.TangentAt(at)
	r = r.With("hostId", to.id).With("offset", geom.Round(at))
	if was.Dot(is) >= 0 {
		return r
	}
	for member := range openingSides {
		r = otherSide(r, member, false)
	}
	if r.Category() == "opening" {
		return otherFaceOf(r)
	}
	return r
}
