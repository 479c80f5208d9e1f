package ops

import (
	"context"
	"math"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/model/geom"
	"github.com/openeik/ekgit/proposals"
)

// What a summary holds at most, so that it stays small whatever the model's size.
const (
	summaryBytes     = 4000
	summaryLevels    = 12
	summaryTypes     = 8
	summaryCommits   = 3
	summaryProposals = 3
	summaryText      = 48 // characters of a name
)

type summaryIn struct {
	At
}

type summaryOut struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	Profiles    []string       `json:"profiles,omitempty" jsonschema:"the disciplines that the model holds"`
	Phases      []string       `json:"phases,omitempty"`
	Records     int            `json:"records"`
	Levels      *table         `json:"levels,omitempty" jsonschema:"from the lowest up; elevation in mm"`
	Categories  map[string]int `json:"categories,omitempty" jsonschema:"records by category"`
	Types       *table         `json:"types,omitempty" jsonschema:"the types with the most elements"`
	Bounds      []float64      `json:"bounds,omitempty" jsonschema:"xmin, ymin, zmin, xmax, ymax, zmax in mm"`
	Checks      *check.Counts  `json:"checks,omitempty" jsonschema:"findings by severity, as validate counts them"`
	Proposals   *openProposals `json:"proposals,omitempty" jsonschema:"what waits for a person, and dry runs"`
	LastChanges []lastChange   `json:"lastChanges,omitempty" jsonschema:"newest first"`
	More        map[string]int `json:"more,omitempty" jsonschema:"how many levels and types there are beyond those listed"`
	Profile     Profile        `json:"profile" jsonschema:"what callers of this host may do"`
	Now         string         `json:"now"`
	Next        []model.Object `json:"next"`
}

// openProposals is what is open among the proposals.
type openProposals struct {
	Waiting int               `json:"waiting" jsonschema:"have a title, and wait for a person"`
	DryRuns int               `json:"dryRuns"`
	First   []waitingProposal `json:"first,omitempty" jsonschema:"of those that wait, the ones touched last"`
}

type waitingProposal struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	By    string `json:"by"`
	Stale bool   `json:"stale,omitempty" jsonschema:"the model moved since"`
}

// lastChange is a commit in a line.
type lastChange struct {
	Commit  string `json:"commit"`
	Subject string `json:"subject"`
	Person  string `json:"person,omitempty"`
	Agent   string `json:"agent,omitempty"`
	When    string `json:"when"`
}

func summary() *Operation {
	return define(Operation{
		Name:       "summary",
		Title:      "Summarize the model",
		Summary:    "Start here: the whole model in under 4 kB: levels, counts by category, level and type, bounds, check state, last changes.",
		Capability: Read,
		Hints:      Hints{ReadOnly: true, Idempotent: true},
		Example:    `{"action": "summary"}`,
		Help: `Start here. The answer stays under 4 kB whatever the model's size: it counts and lists no record. levels has the
ordinal by which a level may be named, its id, name, elevation in mm and how many elements belong to it; more says how many are left
out. checks counts what validate lists.`,
	}, runSummary)
}

func runSummary(ctx context.Context, c *call, in summaryIn) (*summaryOut, error) {
	s, err := c.snapshot(ctx, in.At.At)
	if err != nil {
		return nil, err
	}
	out := summarize(s)
	if out.Checks, err = c.counts(ctx, s); err != nil {
		return nil, err
	}
	out.Profile, out.Now = c.profile(), c.host.options.Clock().UTC().Format(time.RFC3339)
	if out.LastChanges, err = c.lastChanges(ctx, summaryCommits); err != nil {
		return nil, err
	}
	if out.Proposals, err = c.openProposals(ctx); err != nil {
		return nil, err
	}
	out.shrink()
	return out, nil
}

// openProposals answers what waits, nil where nothing does.
func (c *call) openProposals(ctx context.Context) (*openProposals, error) {
	store, err := c.host.store()
	if err != nil {
		return nil, err
	}
	all, broken, err := store.List(ctx, proposals.Filter{})
	if err != nil {
		return nil, err
	}
	c.warnOfBroken(broken)
	if len(all) == 0 {
		return nil, nil
	}
	open := &openProposals{}
	for _, p := range all {
		if !p.Titled {
			open.DryRuns++
			continue
		}
		if open.Waiting++; open.Waiting <= summaryProposals {
			open.First = append(open.First, waitingProposal{p.ID, cut(p.Title, summaryText), cut(proposer(p), summaryText), p.Stale})
		}
	}
	return open, nil
}

// summarize says what a snapshot holds, from what is counted of it.
func summarize(s *model.Snapshot) *summaryOut {
	m := s.Manifest()
	out := &summaryOut{ID: cut(m.ID, model.MaxIDLength), Name: cut(m.Name, 2*summaryText), Profiles: cutAll(m.Profiles, summaryLevels), Phases: cutAll(m.Phases, summaryLevels),
		Records: s.Total(), Categories: categoryCounts(s), Bounds: modelBounds(s), More: map[string]int{}}
	out.Levels = levelTable(s, out.More)
	out.Types = typeTable(s, out.More)
	out.Next = nextOfSummary(out)
	return out
}

// categoryCounts counts records by category; a hand-made file may claim any, so those
// that nobody knows count as one.
func categoryCounts(s *model.Snapshot) map[string]int {
	counts := map[string]int{}
	for _, c := range category.TallyOf(s).Categories() {
		name := c.Name
		if s.Schema().Category(name) == nil {
			name = "unknown"
		}
		counts[name] += c.N
	}
	return counts
}

func levelTable(s *model.Snapshot, more map[string]int) *table {
	levels := category.Levels(s).All()
	if len(levels) == 0 {
		return nil
	}
	if rest := len(levels) - summaryLevels; rest > 0 {
		more["levels"] = rest
	}
	tally := category.TallyOf(s)
	t := &table{Columns: []string{"ordinal", "id", "name", "elevation", "records"}}
	for _, l := range levels[:min(summaryLevels, len(levels))] {
		t.Rows = append(t.Rows, []any{l.Ordinal, cut(l.ID, model.MaxIDLength), cut(l.Name, summaryText), l.Elevation, tally.Level(l.ID)})
	}
	return t
}

func typeTable(s *model.Snapshot, more map[string]int) *table {
	counts := category.TallyOf(s).Types()
	if len(counts) == 0 {
		return nil
	}
	if rest := len(counts) - summaryTypes; rest > 0 {
		more["types"] = rest
	}
	t := &table{Columns: []string{"id", "of", "name", "records"}}
	for _, c := range counts[:min(summaryTypes, len(counts))] {
		of := ""
		if r := s.Record(c.Name); r != nil {
			of = r.Of()
		}
		t.Rows = append(t.Rows, []any{cut(c.Name, model.MaxIDLength), cut(of, summaryText), cut(nameOf(s, c.Name), summaryText), c.N})
	}
	return t
}

func modelBounds(s *model.Snapshot) []float64 {
	box := category.Space(s).Bounds()
	if box.IsEmpty() {
		return nil
	}
	flat := box.Flat()
	for i := range flat {
		flat[i] = math.Round(geom.Round(flat[i]))
	}
	return flat[:]
}

func nextOfSummary(out *summaryOut) []model.Object {
	request := func(members ...model.Member) model.Object { return model.Object(members) }
	if out.Records == 0 {
		return []model.Object{request(model.Member{Name: "action", Value: "guide"}, model.Member{Name: "topic", Value: "new-model"})}
	}
	return []model.Object{
		request(model.Member{Name: "action", Value: "tree"}),
		request(model.Member{Name: "action", Value: "guide"}),
		request(model.Member{Name: "action", Value: "validate"}),
	}
}

// shrink takes list entries away until the summary is as small as it promises.
func (out *summaryOut) shrink() {
	for range 4 * summaryLevels {
		data, err := encode(out)
		if err != nil || len(data) <= summaryBytes {
			return
		}
		switch {
		case dropLast(out.Types, "types", out.More, 3):
		case dropLast(out.Levels, "levels", out.More, 4):
		case out.Proposals != nil && len(out.Proposals.First) > 1:
			out.Proposals.First = out.Proposals.First[:len(out.Proposals.First)-1]
		case len(out.LastChanges) > 1:
			out.LastChanges = out.LastChanges[:len(out.LastChanges)-1]
		case len(out.Phases) > 0:
			out.Phases = out.Phases[:len(out.Phases)-1]
		default:
			out.Types = nil
		}
	}
}

func dropLast(t *table, name string, more map[string]int, keep int) bool {
	if t == nil || len(t.Rows) <= keep {
		return false
	}
	t.Rows = t.Rows[:len(t.Rows)-1]
	more[name]++
	return true
}

// cut answers a text of at most so many characters.
func cut(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}

func cutAll(list []string, most int) []string {
	var out []string
	for _, text := range list[:min(most, len(list))] {
		out = append(out, cut(text, summaryText))
	}
	return out
}
