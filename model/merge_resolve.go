package model

import (
	"fmt"
	"slices"
	"strings"
)

// Take says what a resolution decides for.
type Take string

// The ways to resolve a conflict.
const (
	TakeOurs   Take = "ours"
	TakeTheirs Take = "theirs"
	TakeValue  Take = "value"
)

// Resolution decides a conflict. Record and Member are those of the conflict; without
// a member it decides every conflict of the record.
type Resolution struct {
	Record string `json:"record"`
	Member string `json:"member,omitempty"`
	Take   Take   `json:"take"`
	// Value is what TakeValue makes of the member, of the whole record as an Object, or
	// of another file as its text; nil takes it away.
	Value any `json:"value,omitempty"`
}

// resolver finds the resolution of a conflict and notes which of them decided one.
type resolver struct {
	given   []*Resolution
	used    map[*Resolution]bool
	refused *Problem // the first reason why a resolution does not fit
}

func newResolver(given []Resolution) (*resolver, error) {
	r := &resolver{used: map[*Resolution]bool{}}
	known := map[[2]string]bool{}
	for _, one := range given {
		one.Member = strings.TrimPrefix(one.Member, "/")
		one.Value = FromJSON(one.Value)
		switch one.Take {
		case TakeOurs, TakeTheirs, TakeValue:
		default:
			r.refuse(fmt.Sprintf("take is %q in the resolution of %s", one.Take, one.subject()), "Take is ours, theirs or value", &one)
		}
		if known[[2]string{one.Record, one.Member}] {
			r.refuse("two resolutions are about "+one.subject(), "Keep one of them", &one)
		}
		known[[2]string{one.Record, one.Member}] = true
		r.given = append(r.given, &one)
	}
	return r, r.err()
}

func (one *Resolution) subject() string {
	if one.Member == "" {
		return one.Record
	}
	return one.Record + ", member " + one.Member
}

func (r *resolver) refuse(message, hint string, one *Resolution) {
	if r.refused == nil {
		r.refused = &Problem{Code: InvalidArgument, Message: message, Hint: hint, Details: map[string]any{"got": *one}}
	}
}

func (r *resolver) err() error {
	if r.refused == nil {
		return nil
	}
	return r.refused
}

// find answers the resolution of a conflict, nil where it is open. One of the member
// goes before one of the whole record.
func (r *resolver) find(record, member string) *Resolution {
	if r == nil {
		return nil
	}
	var found *Resolution
	for _, one := range r.given {
		if one.Record == record && (one.Member == member || one.Member == "" && found == nil) {
			found = one
		}
	}
	if found == nil {
		return nil
	}
	if found.Take == TakeValue && found.Member != member {
		r.refuse(fmt.Sprintf("a value for %s as a whole, where members are in conflict", record), "Name the member that the value is for, such as "+member, found)
	}
	r.used[found] = true
	return found
}

// check answers why the resolutions do not fit a merge, nil where they do: each
// decides a conflict, or one that others made go away. All answers the conflicts that
// there are without any resolution.
func (r *resolver) check(open []MergeConflict, all func() []MergeConflict) error {
	var known []MergeConflict
	for _, one := range r.given {
		if r.used[one] || r.refused != nil {
			continue
		}
		if known == nil {
			known = all()
		}
		if !slices.ContainsFunc(known, one.decides) {
			r.refuse("there is no conflict over "+one.subject(), "Leave the resolution out, or name one of the conflicts that are open", one)
			r.refused.Details["candidates"] = subjects(open)
		}
	}
	return r.err()
}

func (one *Resolution) decides(c MergeConflict) bool {
	return c.Record == one.Record && (one.Member == "" || c.Member == one.Member)
}

func subjects(conflicts []MergeConflict) []string {
	list := make([]string, len(conflicts))
	for i, c := range conflicts {
		list[i] = (&Resolution{Record: c.Record, Member: c.Member}).subject()
	}
	return list
}
