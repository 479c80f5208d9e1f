package diffview

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/edit"
	"github.com/openeik/ekgit/model/geom"
)

// requests sets each command beside the records that it changed. The commands are
// carried out again, each request on what it was made on, so that what a command named
// is told apart from what followed it.
func (b *builder) requests(ctx context.Context) error {
	a := attribution{named: map[string]bool{}, changed: map[string]bool{}, differs: map[string]bool{}}
	for _, d := range b.diffs {
		a.differs[d.ID] = true
	}
	on, byHand := b.before.s, false
	for _, request := range b.options.Requests {
		if request.On != nil {
			on = request.On
		}
		asked, after, err := b.ask(ctx, &a, on, &request)
		if err != nil {
			return err
		}
		byHand = byHand || len(asked.Steps) == 0 || asked.Problem != ""
		b.out.Requests = append(b.out.Requests, asked)
		on = after
	}
	if len(b.options.Requests) > 0 {
		b.outside(&a, byHand)
	}
	return nil
}

// ask tells of one request, and answers the snapshot after it. The only error is the
// context's.
func (b *builder) ask(ctx context.Context, a *attribution, on *model.Snapshot, r *Request) (Asked, *model.Snapshot, error) {
	asked := Asked{Title: r.Title, Message: r.Message, Person: r.Person, Agent: r.Agent, When: r.When, Commit: r.Commit}
	if len(r.Commands) == 0 {
		return asked, on, nil
	}
	if len(r.Changed) > 0 {
		asked.Steps = unrun(r.Commands)
		for _, id := range r.Changed {
			a.named[id], a.changed[id] = true, true
			if a.differs[id] {
				asked.Steps[0].Changed = append(asked.Steps[0].Changed, b.ref(id))
			}
		}
		return asked, on, nil
	}
	result, err := edit.Run(ctx, on, r.Commands, edit.Options{RequestID: r.ID, Sources: b.options.Sources})
	switch {
	case err == nil:
		asked.Steps = b.steps(a, on, r.Commands, result.Steps)
		return asked, result.After, nil
	case ctx.Err() != nil:
		return asked, on, ctx.Err()
	}
	asked.Steps, asked.Problem = unrun(r.Commands), problemText(err)
	return asked, on, nil
}

// attribution is which of the records that differ are named by a command, and which
// are changed by one.
type attribution struct{ named, changed, differs map[string]bool }

func (b *builder) steps(a *attribution, on *model.Snapshot, commands []model.Object, told []edit.Step) []Step {
	steps := make([]Step, len(told))
	for i, s := range told {
		steps[i] = Step{Words: b.named(plain(s.Said), s), Command: commands[i]}
		for _, id := range s.Changed {
			if !a.differs[id] {
				continue
			}
			a.changed[id] = true
			steps[i].Changed = append(steps[i].Changed, b.ref(id))
			if len(s.Named) == 0 || on.Get(id) == nil || slices.Contains(s.Named, id) {
				a.named[id] = true
			} else if !a.named[id] {
				steps[i].Also = append(steps[i].Also, b.ref(id))
			}
		}
		for _, id := range s.Named {
			a.named[id] = true
		}
	}
	return steps
}

// namesPut is how many records of a command are put into words in its text.
const namesPut = 20

// named puts what people call the records of a command in place of their ids, such as
// "north wall" for "wall wall-7kq2m4xa".
func (b *builder) named(text string, s edit.Step) string {
	ids := slices.Concat(s.Named, s.Changed)
	for _, id := range ids[:min(len(ids), namesPut)] {
		r := cmp.Or(b.after.s.Record(id), b.before.s.Record(id))
		if r == nil || called(r) != "" {
			continue
		}
		told := word(r.Category()) + " " + id
		if i := strings.Index(text, told); i >= 0 && (i+len(told) == len(text) || text[i+len(told)] == ' ' || text[i+len(told)] == ',') {
			text = text[:i] + b.labelOf(id) + text[i+len(told):]
		}
	}
	return text
}

// unrun tells of commands that could not be carried out again.
func unrun(commands []model.Object) []Step {
	steps := make([]Step, len(commands))
	for i, c := range commands {
		name, _ := c.Get("command").(string)
		steps[i] = Step{Words: plain(word(name)), Command: c}
	}
	return steps
}

func problemText(err error) string {
	var p *model.Problem
	if errors.As(err, &p) {
		return plain(p.Message)
	}
	return plain(err.Error())
}

func (b *builder) ref(id string) Ref { return Ref{id, b.labelOf(id)} }

// labelOf answers what a record is called, after the change or, where it is gone,
// before.
func (b *builder) labelOf(id string) string {
	if r := b.after.s.Record(id); r != nil {
		return b.after.label(r)
	}
	if r := b.before.s.Record(id); r != nil {
		return b.before.label(r)
	}
	return id
}

// outside flags the records that differ and that no command named. Where a part of
// the change was made by hand, what no command changed is taken to be meant.
func (b *builder) outside(a *attribution, byHand bool) {
	for i := range b.out.Records {
		r := &b.out.Records[i]
		if a.named[r.ID] || byHand && !a.changed[r.ID] {
			continue
		}
		r.Outside = b.why(a, r)
		b.out.Outside = append(b.out.Outside, Outside{Ref{r.ID, r.Label}, r.Says, r.Outside})
	}
}

// why answers what ties a record to what the commands name.
func (b *builder) why(a *attribution, out *Record) string {
	t := b.teller(out.Change)
	r := t.s.Record(out.ID)
	if r == nil {
		return "no command names it"
	}
	for _, ref := range t.s.Schema().References(r) {
		to := t.s.Record(ref.To)
		if !a.named[ref.To] || to == nil {
			continue
		}
		switch to.Category() {
		case "type", "material":
			return "is of " + t.label(to)
		case "level":
			return "stands on " + t.levelName(ref.To)
		}
		if ref.Member.Name == "hostId" {
			return "stands in " + t.the(to)
		}
		return "belongs to " + t.label(to)
	}
	if other := b.joined(a, r); other != nil {
		return "joined to " + b.before.the(other)
	}
	for _, ref := range t.s.ReferringTo(out.ID) {
		if from := t.s.Record(ref.From); from != nil && a.named[ref.From] {
			return "is named by " + t.label(from)
		}
	}
	if !a.changed[out.ID] {
		return "no command changes it"
	}
	return "no command names it"
}

// joinedLooked is how many named records are looked at for a wall that a wall is
// joined to.
const joinedLooked = 500

// joined answers a named wall that a wall met before the change, nil for none.
func (b *builder) joined(a *attribution, r *model.Record) *model.Record {
	was := b.before.s.Record(r.ID())
	if was == nil || !category.IsWall(was) {
		return nil
	}
	line, ok := lineOf(was)
	if !ok {
		return nil
	}
	space := category.Space(b.before.s)
	box, ok := space.Get(r.ID())
	if !ok {
		return nil
	}
	looked := 0
	for id := range space.Search(box.Grow(2 * geom.JoinTolerance)) {
		if looked++; looked > joinedLooked {
			return nil
		}
		other := b.before.s.Record(id)
		if id == r.ID() || !a.named[id] || other == nil || !category.IsWall(other) {
			continue
		}
		if next, ok := lineOf(other); ok {
			left, right := category.Faces(b.before.s, other)
			if d, _, _ := line.Gap(next); d <= max(left, -right)+geom.JoinTolerance {
				return other
			}
		}
	}
	return nil
}
