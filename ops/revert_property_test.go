package ops

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/edit"
	"github.com/openeik/ekgit/repo"
)

// mixedCommand makes a command that has something to do in most models: on any record,
// of any kind, with what depends on it or without.
func mixedCommand(s *model.Snapshot, r *rand.Rand, n int) string {
	pick := func(category string, of ...string) string {
		var ids []string
		for f := range s.InCategory(category) {
			if len(of) == 0 || f.Record().String("of") == of[0] {
				ids = append(ids, f.ID())
			}
		}
		if len(ids) == 0 {
			return "none"
		}
		slices.Sort(ids)
		return ids[r.Intn(len(ids))]
	}
	wall, element := pick("wall"), pick([]string{"wall", "door", "window", "slab"}[r.Intn(4)])
	switch r.Intn(24) {
	case 0:
		return fmt.Sprintf(`{"command": "rename", "id": %q, "name": "Name %d"}`, element, n)
	case 1:
		return fmt.Sprintf(`{"command": "update", "id": %q, "set": {"sill": %d}}`, pick("window"), 600+50*r.Intn(10))
	case 2:
		return fmt.Sprintf(`{"command": "update", "id": %q, "set": {"width": %d}}`, pick("door"), 900+10*r.Intn(12))
	case 3:
		return fmt.Sprintf(`{"command": "place_window", "host": %q, "fraction": 0.%d, "like": %q, "id": "window-%d"}`, wall, 1+r.Intn(9), pick("window"), n)
	case 4:
		return fmt.Sprintf(`{"command": "place_door", "host": %q, "fraction": 0.%d, "like": %q, "id": "door-%d"}`, wall, 1+r.Intn(9), pick("door"), n)
	case 5:
		return fmt.Sprintf(`{"command": "copy", "id": %q, "by": [%d, %d], "newId": "copy-%d"}`, element, 500*(r.Intn(30)-15), 500*(r.Intn(30)-15), n)
	case 6:
		return fmt.Sprintf(`{"command": "draw_walls", "level": %q, "type": %q, "points": [[%d, 90000], [%d, 93000]], "id": "drawn-%d"}`, pick("level"), pick("type", "wall"), 700*n, 700*n, n)
	case 7:
		return fmt.Sprintf(`{"command": "delete", "id": %q}`, element)
	case 8:
		return fmt.Sprintf(`{"command": "delete", "id": %q, "cascade": true}`, wall)
	case 9:
		return fmt.Sprintf(`{"command": "move", "id": %q, "by": [%d, 0]}`, wall, 50*(r.Intn(9)-4))
	case 10:
		return fmt.Sprintf(`{"command": "set_properties", "id": %q, "properties": {"Pset_Any": {"P%d": "v%d"}}}`, element, r.Intn(4), n)
	case 11:
		return fmt.Sprintf(`{"command": "update", "id": %q, "set": {"tags": ["t%d", "u%d"]}}`, element, r.Intn(5), r.Intn(5))
	case 12:
		return fmt.Sprintf(`{"command": "set_type", "id": %q, "typeId": %q}`, wall, pick("type", "wall"))
	case 13:
		return fmt.Sprintf(`{"command": "update", "id": %q, "set": {"height": %d}}`, pick("level"), 3400+10*r.Intn(30))
	}
	return fmt.Sprintf(`{"command": "set_properties", "id": %q, "properties": {"Pset_More": {"P%d": "v%d"}}}`, element, r.Intn(40), n)
}

// grow carries out n commands on a model, one after the other, and writes each as a
// commit of a stream that git imports.
func grow(t *testing.T, dir string, s *model.Snapshot, n int) {
	t.Helper()
	r := rand.New(rand.NewSource(300))
	var stream bytes.Buffer
	kinds := map[string]int{}
	for made, tries := 0, 0; made < n; tries++ {
		if tries > 20*n {
			t.Fatalf("of %d commands %d were carried out: %v", tries, made, kinds)
		}
		text := mixedCommand(s, r, tries)
		command, err := model.DecodeObject([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		result, err := edit.Run(t.Context(), s, []model.Object{command}, edit.Options{RequestID: fmt.Sprint("grow-", tries)})
		if err != nil || len(result.Changes) == 0 {
			continue
		}
		if delta, err := check.Changed(t.Context(), s, result.After, clock()); err != nil || len(delta.Blocking()) > 0 {
			continue
		}
		made++
		kinds[command.Get("command").(string)]++
		streamCommit(&stream, made, result.Subject, model.FileChanges(s, result.After))
		s = result.After
	}
	if len(kinds) < 10 {
		t.Fatalf("the history has only %v", kinds)
	}
	feed(t, dir, stream.String(), "fast-import", "--quiet")
	git(t, dir, "reset", "-q", "--hard")
}

func streamCommit(stream *bytes.Buffer, n int, subject string, changes []model.FileChange) {
	fmt.Fprintf(stream, "commit refs/heads/main\nmark :%d\ncommitter Ada Quill <ada@example.org> %d +0000\ndata %d\n%s\n", n, 1775037600+60*n, len(subject), subject)
	from := fmt.Sprintf(":%d", n-1)
	if n == 1 {
		from = "refs/heads/main^0"
	}
	fmt.Fprintf(stream, "from %s\n", from)
	for _, change := range changes {
		if change.After == nil {
			fmt.Fprintf(stream, "D %s\n", change.Before.Path)
			continue
		}
		data := change.After.Data()
		fmt.Fprintf(stream, "M 100644 inline %s\ndata %d\n%s\n", change.After.Path, len(data), data)
	}
	stream.WriteString("\n")
}

// Any commits of a long history are taken back without a new error, without a reference
// to nothing and without touching what they did not change; or what stands in the way
// is named.
func TestAnyCommitsAreTakenBackOrWhyNotIsSaid(t *testing.T) {
	t.Parallel()
	dir := tower(t, 2)
	h := open(t, dir)
	start, err := h.repo.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	built, err := h.repo.At(t.Context(), start.Commit)
	if err != nil {
		t.Fatal(err)
	}
	const length = 300
	grow(t, dir, built, length)
	head, err := h.repo.Head(t.Context())
	if err != nil || head.Sequence != length+1 {
		t.Fatalf("the history has %d commits: %v", head.Sequence, err)
	}
	today, err := h.repo.At(t.Context(), head.Commit)
	if err != nil {
		t.Fatal(err)
	}
	was := soundness{missing(today), map[string]bool{}}
	for _, f := range findingsOf(t, today) {
		was.known[f.Fingerprint] = true
	}
	outcomes := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		chosen := rapid.SliceOfNDistinct(rapid.IntRange(2, length+1), 1, rapid.SampledFrom([]int{1, 1, 1, 1, 3}).Draw(t, "most"), rapid.ID).Draw(t, "commits")
		command := model.Object{{Name: "command", Value: "revert"}, {Name: "commits", Value: texts(chosen)}}
		if rapid.IntRange(0, 4).Draw(t, "cascade") == 0 {
			command = command.With("cascade", true)
		}
		done, err := reverted(t.Context(), h, command, repo.Base{Head: head, Snapshot: today})
		if err != nil {
			outcomes[string(problem(err).Code)]++
			mustNameWhy(t, problem(err))
			return
		}
		outcomes["ok"]++
		mustBeSound(t, was, done.after)
		if command.Get("cascade") == nil {
			mustTouchOnly(t, h, chosen, done)
		}
	})
	if outcomes["ok"] < 10 || outcomes[string(model.Conflict)] == 0 {
		t.Errorf("the outcomes are %v", outcomes)
	}
}

func texts(numbers []int) []any {
	list := make([]any, len(numbers))
	for i, n := range numbers {
		list[i] = fmt.Sprint(n)
	}
	return list
}

// reverted works out a revert, confirmed where it has to be, and writes nothing.
func reverted(ctx context.Context, h *Host, command model.Object, base repo.Base) (*outcome, error) {
	c := h.newCall(&Request{Action: "execute"})
	c.at(base.Head)
	in := &writeIn{Commands: []model.Object{command}}
	done, err := c.prepare(ctx, in, base)
	if done == nil {
		return nil, err
	}
	in.Confirm = &confirmation{Records: done.counts.Records, Deletes: done.counts.Deleted}
	return done, c.admit(in, done)
}

// mustNameWhy holds that a refusal names what stands in the way.
func mustNameWhy(t *rapid.T, p *model.Problem) {
	named := false
	switch p.Code {
	case model.Conflict:
		conflicts, _ := p.Details["conflicts"].([]revertConflict)
		named = len(conflicts) > 0
	case model.CheckFailed:
		dangling, _ := p.Details["dangling"].([]model.MergeConflict)
		findings, _ := p.Details["findings"].([]model.Finding)
		named = len(dangling)+len(findings) > 0 || p.Details["candidates"] != nil
	case model.InvalidArgument:
		named = strings.HasPrefix(p.Message, "nothing of it is left")
	}
	if !named {
		t.Fatalf("it is refused with %s: %s. %s %v", p.Code, p.Message, p.Hint, p.Details)
	}
}

// soundness is what is wrong with a model.
type soundness struct {
	missing map[string]bool // references to nothing
	known   map[string]bool // findings
}

// mustBeSound holds that a model has no reference to nothing and no error that the
// one before does not have.
func mustBeSound(t *rapid.T, was soundness, after *model.Snapshot) {
	for ref := range missing(after) {
		if !was.missing[ref] {
			t.Fatalf("%s names nothing", ref)
		}
	}
	for _, f := range findingsOf(t, after) {
		if f.Severity == model.Error && !was.known[f.Fingerprint] {
			t.Fatalf("a new error: %s: %s", f.Rule, f.Message)
		}
	}
}

func findingsOf(t interface{ Fatal(...any) }, s *model.Snapshot) []model.Finding {
	findings, err := check.Check(context.Background(), s, check.Everything(), clock())
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

// missing answers the references of a model that name no record.
func missing(s *model.Snapshot) map[string]bool {
	refs := map[string]bool{}
	for f := range s.RecordFiles() {
		for _, ref := range s.Schema().References(f.Record()) {
			if s.Get(ref.To) == nil {
				refs[ref.From+" "+ref.Pointer+" "+ref.To] = true
			}
		}
	}
	return refs
}

// mustTouchOnly holds that a revert leaves alone what the commits did not change.
func mustTouchOnly(t *rapid.T, h *Host, chosen []int, done *outcome) {
	changed := map[string]bool{}
	for _, n := range chosen {
		commit, err := h.repo.Resolve(context.Background(), fmt.Sprint(n))
		if err != nil {
			t.Fatal(err)
		}
		c := h.newCall(&Request{})
		before, after, err := c.bothSides(context.Background(), commit)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range model.Diff(before, after) {
			changed[d.ID] = changed[d.ID] || d.Before == nil || d.After == nil
			for _, m := range d.Members {
				changed[d.ID+" "+m.Name] = true
			}
		}
	}
	for _, d := range model.Diff(done.before, done.after) {
		for _, m := range d.Members {
			if !changed[d.ID] && !changed[d.ID+" "+m.Name] {
				t.Fatalf("%s %s went from %v to %v, and the commits did not change it", d.ID, m.Name, m.Old, m.New)
			}
		}
		if whole := d.Before == nil || d.After == nil; whole && !changed[d.ID] {
			t.Fatalf("%s came or went, and the commits did not touch it", d.ID)
		}
	}
}
