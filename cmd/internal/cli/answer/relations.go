package answer

import (
	"strconv"

	"github.com/openeik/ekgit/model"
)

// thing is a record as another names it.
type thing struct {
	ID, Category, Name string
	Missing            bool
}

func (t thing) text() string {
	if t.Missing {
		return t.ID + " (missing)"
	}
	if t.Name == "" {
		return t.ID
	}
	return t.ID + " " + quoted(t.Name)
}

type relations struct {
	thing
	Path              string
	Level, Type, Host *thing
	Refers            []struct {
		Member string
		thing
	}
	Hosted []struct {
		Level string
		Items []struct {
			thing
			From, To, Sill, Head, GapBefore any
		}
		GapAfter any
	}
	Joined []struct {
		thing
		Kind, End, OtherEnd string
		Along, OtherAlong   any
	}
	Rooms []struct {
		thing
		As string
	}
	ReferredBy []struct {
		Member, Category string
		Count            int
		IDs              []string
		Next             model.Object
	}
	Reach struct {
		Records    int
		ByCategory map[string]int
	}
	Notes, Assumed []string
}

// relations writes what a record hangs together with.
func (p *Page) relations(r relations) {
	p.line(p.Style.Strong.Render(r.ID), " "+r.Category, quoted(r.Name), " "+p.Style.Faint.Render(r.Path))
	p.remarks("assumed", r.Assumed...)
	var rows [][]string
	for _, named := range []struct {
		what string
		*thing
	}{{"level", r.Level}, {"type", r.Type}, {"host", r.Host}} {
		if named.thing != nil {
			rows = append(rows, []string{named.what, named.text()})
		}
	}
	for _, ref := range r.Refers {
		rows = append(rows, []string{ref.Member[min(1, len(ref.Member)):], ref.text()})
	}
	if r.Reach.Records > 0 {
		rows = append(rows, []string{"reach", plural(r.Reach.Records, "record") + " (" + tally(r.Reach.ByCategory) + ")"})
	}
	p.facts("", rows)
	p.hosted(r)
	p.joined(r)
	p.around(r)
	p.remarks("note", r.Notes...)
}

func (p *Page) hosted(r relations) {
	for _, level := range r.Hosted {
		p.part("hosts on " + level.Level)
		var rows [][]string
		for _, item := range level.Items {
			rows = append(rows, []string{item.ID, item.Category, item.Name, text(item.From), text(item.To), text(item.Sill), text(item.Head), text(item.GapBefore)})
		}
		p.table("", named("id", "what", "name", "from", "to", "sill", "head", "free before"), rows)
		if level.GapAfter != nil {
			p.aside("free after the last: %s mm", text(level.GapAfter))
		}
	}
}

func (p *Page) joined(r relations) {
	if len(r.Joined) == 0 {
		return
	}
	p.part("joined walls")
	var rows [][]string
	for _, j := range r.Joined {
		rows = append(rows, []string{j.ID, j.Kind, end(j.End, j.Along), end(j.OtherEnd, j.OtherAlong)})
	}
	p.table("", named("id", "kind", "on this wall at", "on the other at"), rows)
}

// end says where on a wall a join lies.
func end(name string, along any) string {
	if name != "" || along == nil {
		return name
	}
	return text(along) + " mm"
}

// around writes the rooms beside a record, and what refers to it.
func (p *Page) around(r relations) {
	if len(r.Rooms) > 0 {
		heading := "rooms"
		if r.Category == "room" {
			heading = "around the room"
		}
		p.part(heading)
		var rows [][]string
		for _, room := range r.Rooms {
			rows = append(rows, []string{room.As, room.ID, room.Category, room.Name})
		}
		p.table("", named("", "", "", ""), rows)
	}
	if len(r.ReferredBy) == 0 {
		return
	}
	p.part("referred to by")
	var rows [][]string
	for _, by := range r.ReferredBy {
		rows = append(rows, []string{by.Category, strconv.Itoa(by.Count), by.Member, some(by.IDs, by.Count, lineWidth/2)})
	}
	p.table("", named("what", "count", "in", "ids"), rows)
}
