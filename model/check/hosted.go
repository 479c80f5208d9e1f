package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/geom"
)

// hostedCategories are the categories whose elements cut their host.
var hostedCategories = []string{"door", "window", "opening", "curtain-wall"}

var hostedNoSize = &Rule{Name: "hosted.no-size", Severity: model.Error, record: lookSize, on: []string{"door", "window", "opening"},
	Doc: "A door, window or opening has a width and a height, its own or its type's."}

func lookSize(o *owner) {
	if o.record.Has("outline") {
		return
	}
	width, height, known := category.Size(o.s, o.record)
	switch {
	case !known:
		o.found("", "%s has no %s, neither its own nor its type's; set it in mm or choose a type that has it", idText(o.id()), missingSize(o))
	case !(width > 0 && height > 0):
		o.found("", "%s is %s wide and %s high; both are over 0", idText(o.id()), mm(width), mm(height))
	}
}

func missingSize(o *owner) string {
	_, _, width := category.Size(o.s, o.record.With("height", 1.0))
	_, _, height := category.Size(o.s, o.record.With("width", 1.0))
	switch {
	case !width && !height:
		return "width and no height"
	case !width:
		return "width"
	}
	return "height"
}

var hostedFitsLength = &Rule{Name: "hosted.fits-length", Severity: model.Error, Fixes: true, record: lookFitsLength, on: []string{"door", "window", "opening"},
	Doc: "A door, window or opening lies within the length of its wall; flush with an end is legal, and its place is of the kind that its host takes. Where less than 10 mm is missing the fix moves it."}

// shortMove is the distance in mm below which a fix may move an opening.
const shortMove = 10

func lookFitsLength(o *owner) {
	span, length, ok := inWall(o)
	if wrong := misplaced(o); wrong != "" {
		o.found("/hostId", "%s", wrong)
		return
	}
	over := max(-span.From, span.To-length)
	if !ok || over <= geom.JoinTolerance {
		return
	}
	host := idText(o.record.String("hostId"))
	i := issue{pointer: "/offset"}
	if width := span.To - span.From; width > length+geom.JoinTolerance {
		i.message = fmt.Sprintf("%s is %s wide and its host %s is %s long; choose a narrower one or lengthen the wall", idText(o.id()), mm(width), host, mm(length))
	} else {
		end := "the end"
		if -span.From > span.To-length {
			end = "the start"
		}
		i.message = fmt.Sprintf("%s reaches %s beyond %s of its host %s, which is %s long; its offset lies between %s and %s",
			idText(o.id()), mm(over), end, host, mm(length), mm(width/2), mm(length-width/2))
		i.fix = moveWithin(o, span, length)
	}
	o.report(i)
}

// misplaced says where the owner's place is not of the kind that its host takes, a
// distance along a wall and a point or outline in a roof or slab; empty where it is.
func misplaced(o *owner) string {
	host := o.s.Record(o.record.String("hostId"))
	if host == nil {
		return ""
	}
	along := o.record.Has("offset")
	switch wall := category.IsWall(host); {
	case wall && !along:
		return fmt.Sprintf("%s stands in the %s %s and says no offset along it; set offset in mm", idText(o.id()), host.Category(), idText(host.ID()))
	case along && slices.Contains([]string{"roof", "slab", "ceiling"}, host.Category()):
		return fmt.Sprintf("%s says an offset and its host %s is a %s; give it a place in plan, or a wall as host", idText(o.id()), idText(host.ID()), host.Category())
	}
	return ""
}

// inWall answers the owner's span in its wall and the wall's length. It is false
// where the owner is not in a wall or has no size.
func inWall(o *owner) (span category.Span, length float64, ok bool) {
	host := o.s.Record(o.record.String("hostId"))
	span, ok = category.Opening(o.s, o.record)
	if !ok || host == nil {
		return span, 0, false
	}
	line, ok := category.Baseline(host)
	return span, line.Length(), ok
}

// moveWithin is the command that moves the owner to the near end of its wall, nil
// where that is far or takes it over another opening.
func moveWithin(o *owner, span category.Span, length float64) model.Object {
	shift := max(0, -span.From)
	if span.To > length {
		shift = length - span.To
	}
	offset := geom.Round(o.record.NumberOr("offset", 0) + shift)
	if width := span.To - span.From; math.Abs(shift) >= shortMove || width > length {
		return nil
	}
	if !clear(o, o.record.With("offset", offset)) {
		return nil
	}
	return update(o.id(), model.Object{{Name: "offset", Value: offset}})
}

// clear tells whether the owner, were it so, would lie over nothing beside it.
func clear(o *owner, were *model.Record) bool {
	free := true
	eachBeside(o, func(other *model.Record) {
		free = free && overlapInElevation(o.s, were, other) <= geom.JoinTolerance
	})
	return free
}

var hostedFitsHeight = &Rule{Name: "hosted.fits-height", Severity: model.Error, Fixes: true, record: lookFitsHeight, on: hostedCategories,
	Doc: "A door, window, opening or embedded curtain wall lies between the base and the top of its wall; flush is legal. Where a suspicious offset is to blame the fix is that one's."}

func lookFitsHeight(o *owner) {
	span, _, ok := inWall(o)
	host := o.s.Record(o.record.String("hostId"))
	if !ok {
		return
	}
	base := category.Base(o.s, host)
	top, known := category.Top(o.s, host)
	if !known || !(top > base) {
		return
	}
	below, above := base-span.Sill, span.Head-top
	if max(below, above) <= geom.JoinTolerance {
		return
	}
	i := issue{pointer: sillMember(o.record), fix: offsetFix(o)}
	switch reach := fmt.Sprintf("%s reaches from %s to %s above zero and its host %s from %s to %s", idText(o.id()), mm(span.Sill), mm(span.Head), idText(host.ID()), mm(base), mm(top)); {
	case below > geom.JoinTolerance && above > geom.JoinTolerance:
		i.message = reach + fmt.Sprintf("; it is %s too high: choose a lower one", mm(span.Head-span.Sill-(top-base)))
	case below > geom.JoinTolerance:
		i.message = reach + fmt.Sprintf("; raise it by %s", mm(below))
	default:
		i.message = reach + fmt.Sprintf("; lower it by %s or choose a lower one", mm(above))
	}
	o.report(i)
}

// sillMember points to the member that decides at which height an opening lies.
func sillMember(r *model.Record) string {
	if r.Category() == "curtain-wall" {
		return topMember(r)
	}
	return "/sill"
}

// fitsWall tells whether the owner, were it so, would fit the height of its wall and
// lie over nothing beside it.
func fitsWall(o *owner, were *model.Record) bool {
	host := o.s.Record(were.String("hostId"))
	span, ok := category.Opening(o.s, were)
	if !ok || host == nil {
		return false
	}
	top, known := category.Top(o.s, host)
	return known && category.Base(o.s, host)-span.Sill <= geom.JoinTolerance && span.Head-top <= geom.JoinTolerance && clear(o, were)
}

var hostedOverlap = &Rule{Name: "hosted.overlap", Severity: model.Error, record: lookHostedOverlap, on: hostedCategories,
	Doc: "No two doors, windows, openings and embedded curtain walls of one wall take the same place in its elevation; one above the other is legal."}

func lookHostedOverlap(o *owner) {
	eachBeside(o, func(other *model.Record) {
		deep := overlapInElevation(o.s, o.record, other)
		if other.ID() <= o.id() || deep <= geom.JoinTolerance {
			return
		}
		o.report(issue{pointer: "/offset", with: []string{other.ID()},
			message: fmt.Sprintf("%s and %s lie over each other by %s in %s; move one of them along the wall, or raise it",
				idText(o.id()), idText(other.ID()), mm(deep), idText(o.record.String("hostId")))})
	})
}

// eachBeside calls f for everything that cuts the owner's host beside it in one
// phase, by id.
func eachBeside(o *owner, f func(other *model.Record)) {
	host := o.record.String("hostId")
	hosted := category.Hosted(o.s, host)
	slices.Sort(hosted)
	for _, id := range slices.Compact(hosted) {
		other := o.s.Record(id)
		if id == o.id() || other == nil || other.String("hostId") != host {
			continue
		}
		if slices.Contains(hostedCategories, other.Category()) && together(o.s, o.record, other) {
			f(other)
		}
	}
}

// overlapInElevation answers how deep two openings lie over each other, in mm: the
// smaller of the shared width and height, at most 0 where they do not.
func overlapInElevation(s *model.Snapshot, a, b *model.Record) float64 {
	spanA, okA := category.Opening(s, a)
	spanB, okB := category.Opening(s, b)
	if !okA || !okB {
		return 0
	}
	return min(min(spanA.To, spanB.To)-max(spanA.From, spanB.From), min(spanA.Head, spanB.Head)-max(spanA.Sill, spanB.Sill))
}

// update is the command that sets members of a record.
func update(id string, set model.Object) model.Object {
	return model.Object{{Name: "command", Value: "update"}, {Name: "id", Value: id}, {Name: "set", Value: set}}
}

// unset is the command that takes a member away from a record.
func unset(id, member string) model.Object {
	return model.Object{{Name: "command", Value: "update"}, {Name: "id", Value: id}, {Name: "unset", Value: []any{member}}}
}
