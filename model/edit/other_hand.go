package edit

import (
	"slices"
	"strconv"

	"github.com/openeik/ekgit/model"
)

// otherHand answers a mirrored record with its sides changed over: outlines run the
// way they did, arcs bulge to the other side, layers and faces change places.
func otherHand(s *model.Snapshot, r *model.Record) *model.Record {
	if sagitta := r.NumberOr("sagitta", 0); sagitta != 0 {
		r = r.With("sagitta", -sagitta)
	}
	r = otherWindings(r)
	switch r.Category() {
	case "wall", "curtain-wall":
		r = turnedOver(r)
		if to, ok := otherFace[r.String("location")]; ok {
			r = r.With("location", to)
		}
		for _, e := range [...]wallEnd{atStart, atEnd} {
			end, _ := r.Object("ends").Get(e.String()).(model.Object)
			if cut, ok := end.Get("cut").([]any); ok {
				cut = slices.Clone(cut)
				slices.Reverse(cut)
				r = withEnd(r, e, func(end model.Object) model.Object { return end.With("cut", cut) })
			}
		}
	case "door", "window":
		r = otherSide(r, "swing", false)
	case "opening":
		r = otherFaceOf(r)
	case "railing":
		if host := s.Record(r.String("hostId")); host == nil || !host.Has("outline") { // which runs the way it did
			r = onOtherSide(r)
		}
	}
	return r
}

var otherFace = map[string]string{"left": "right", "right": "left", "core-left": "core-right", "core-right": "core-left"}

// otherFaceOf answers a niche in the other face of its wall; one that does not say is
// in the left one.
func otherFaceOf(r *model.Record) *model.Record {
	switch {
	case !r.Has("depth"):
		return r
	case r.String("side") == "right":
		return r.Without("side")
	}
	return r.With("side", "right")
}

// onOtherSide answers a railing on the other side of its host.
func onOtherSide(r *model.Record) *model.Record {
	if to, ok := map[string]string{"left": "right", "right": "left"}[r.String("side")]; ok {
		return r.With("side", to)
	}
	return r
}

// otherWindings answers a record whose outlines, which a mirroring turned round, run
// the way they did from the same first point.
func otherWindings(r *model.Record) *model.Record {
	if outline, ok := r.Get("outline").([]any); ok {
		r = r.With("outline", rewound(outline))
		for _, name := range [...]string{"arcs", "edges"} { // which number its edges
			if o := r.Object(name); o != nil {
				r = r.With(name, renumbered(o, len(outline)))
			}
		}
	}
	if holes, ok := r.Get("holes").([]any); ok {
		r = r.With("holes", eachOf(holes, func(v any) any {
			ring, _ := v.([]any)
			return rewound(ring)
		}))
	}
	if landings, ok := r.Get("landings").([]any); ok {
		r = r.With("landings", eachOf(landings, func(v any) any {
			o, _ := v.(model.Object)
			ring, _ := o.Get("outline").([]any)
			return o.With("outline", rewound(ring))
		}))
	}
	return r
}

func eachOf(list []any, f func(any) any) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = f(list[i])
	}
	return out
}

// rewound answers the points of an outline the other way round from the same first
// one.
func rewound(points []any) []any {
	out := slices.Clone(points)
	if len(out) > 1 {
		slices.Reverse(out[1:])
	}
	return out
}

// renumbered answers what is said of the edges of an outline that was rewound.
func renumbered(edges model.Object, n int) model.Object {
	var out model.Object
	for _, m := range edges {
		if i, err := strconv.Atoi(m.Name); err == nil && i >= 0 && i < n {
			m.Name = strconv.Itoa(n - 1 - i)
		}
		out = out.With(m.Name, m.Value)
	}
	return out
}
