package ops

import (
	"github.com/openeik/ekgit/model"
)

// The number of items on a page where none is asked for, and the most there can be.
const (
	defaultLimit = 50
	mostItems    = 500
)

// Page is the arguments of every operation that answers a list.
type Page struct {
	Offset   int `json:"offset" min:"0" doc:"How many items to skip."`
	Limit    int `json:"limit" default:"50" min:"1" max:"500" doc:"How many items at most."`
	MaxBytes int `json:"maxBytes" unsaid:"true" min:"0" doc:"Stop before the items' JSON grows over this many bytes; 0 is no limit."`
}

// Listed is what every list answer carries beside its items.
type Listed struct {
	Total      int          `json:"total"`      // how many match
	Returned   int          `json:"returned"`   // how many are here
	Offset     int          `json:"offset"`     // how many were skipped
	NextOffset *int         `json:"nextOffset"` // where the next page starts, null after the last
	Truncated  bool         `json:"truncated"`  // whether anything that matches is left out
	Sequence   *int         `json:"sequence"`   // the host's sequence
	Next       model.Object `json:"next,omitempty"`
}

// window answers the range of items that the page shows of total.
func (p Page) window(total int) (from, to int) {
	limit := p.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	from = min(p.Offset, total)
	return from, min(from+min(limit, mostItems), total)
}

// listed says of a page that shows returned items of total, and makes the request
// for the next one, pinned to what this one was read from.
func (c *call) listed(o string, p Page, total, returned int) Listed {
	l := Listed{Total: total, Returned: returned, Offset: min(p.Offset, total), Sequence: c.meta.Sequence}
	l.Truncated = returned < total
	next := l.Offset + returned
	if next >= total || returned == 0 {
		return l
	}
	l.NextOffset = &next
	l.Next = c.pinned(asRequest(o, c.req.Arguments.With("offset", float64(next))))
	return l
}

// repin makes the request for the next page name what this one was read from by
// other arguments than at.
func (l *Listed) repin(pins ...model.Member) {
	if l.Next == nil {
		return
	}
	l.Next = l.Next.Without("at")
	for _, pin := range pins {
		l.Next = l.Next.With(pin.Name, pin.Value)
	}
}

// asRequest is a whole request of an operation's arguments.
func asRequest(action string, arguments model.Object) model.Object {
	return append(model.Object{{Name: "action", Value: action}}, arguments.Without("action")...)
}

// pinned makes a follow-up request read from what this answer was read from, where
// that is a commit.
func (c *call) pinned(request model.Object) model.Object {
	if c.meta.At == "" || len(c.meta.Uncommitted) > 0 {
		return request
	}
	return request.With("at", c.meta.At)
}
