package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/openeik/ekgit/guide"
	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
)

// block is a fenced piece of JSON of a page. Its first line may say
//
//	error=<code>   the request is refused with that code
//	warning=<rule> it brings a finding of that rule
//	empty          it goes to a folder that has no model yet, not to the example house
//	file=<path>    it is no request but a file of the model, edited by hand
type block struct {
	page string
	line int
	tags map[string]string
	text string
}

func (b block) String() string { return fmt.Sprintf("%s, line %d", b.page, b.line) }

var fence = regexp.MustCompile("(?ms)^```json *([^\n]*)\n(.*?)^```$")

func blocksOf(page, text string) []block {
	var blocks []block
	for _, m := range fence.FindAllStringSubmatchIndex(text, -1) {
		b := block{page: page, line: 1 + strings.Count(text[:m[0]], "\n"), tags: map[string]string{}, text: text[m[4]:m[5]]}
		for tag := range strings.FieldsSeq(text[m[2]:m[3]]) {
			name, value, _ := strings.Cut(tag, "=")
			b.tags[name] = value
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// pages answers the core and every topic of the guide.
func pages() map[string]string {
	texts := map[string]string{"core": guide.Core()}
	for _, topic := range guide.Topics() {
		texts[topic.Name], _ = guide.Topic(topic.Name)
	}
	return texts
}

// TestTheGuideTellsTheTruth runs what the guide shows: the blocks of a page in
// order, on one copy of the example house.
func TestTheGuideTellsTheTruth(t *testing.T) {
	for page, text := range pages() {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			blocks := blocksOf(page, text)
			if page != "core" && len(blocks) == 0 {
				t.Errorf("%s shows no request", page)
			}
			bench := &bench{}
			for _, b := range blocks {
				bench.run(t, b)
			}
		})
	}
}

// bench is where the blocks of one page run.
type bench struct {
	house, empty *Host
}

func (w *bench) run(t *testing.T, b block) {
	t.Helper()
	host := &w.house
	_, inEmpty := b.tags["empty"]
	if inEmpty {
		host = &w.empty
	}
	if *host == nil {
		*host = newBench(t, inEmpty)
	}
	if file := b.tags["file"]; file != "" {
		write(t, (*host).repo.Dir(), file, []byte(b.text))
		return
	}
	request, err := ParseRequest([]byte(b.text))
	if err != nil {
		t.Errorf("%s: %v", b, err)
		return
	}
	checkAnswer(t, b, (*host).Do(context.Background(), request))
}

func newBench(t *testing.T, empty bool) *Host {
	t.Helper()
	if !empty {
		return open(t, houseDir(t))
	}
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "config", "user.name", "Ada Quill")
	git(t, dir, "config", "user.email", "ada@example.org")
	h, err := Create(context.Background(), dir, CreateOptions{Options: Options{Clock: clock}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// checkAnswer holds a block's answer against what its page says of it. What a page
// shows as working brings no error and no finding that asks for work, and a filter
// that it shows finds something.
func checkAnswer(t *testing.T, b block, e Envelope) {
	t.Helper()
	if want := b.tags["error"]; want != "" {
		if e.OK || string(e.Error.Code) != want {
			t.Errorf("%s: expected %s, got %s", b, want, told(e))
		}
		return
	}
	if !e.OK {
		t.Errorf("%s: %s", b, told(e))
		return
	}
	var answer struct {
		Valid    *bool
		Why      string
		Refused  *Error
		Findings json.RawMessage
	}
	text, err := json.Marshal(e.Data)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Why != "" {
		t.Errorf("%s finds nothing: %s", b, answer.Why)
	}
	if answer.Valid != nil && !*answer.Valid && (answer.Refused == nil || answer.Refused.Code != model.PreconditionFailed) {
		t.Errorf("%s is not valid: %s", b, text)
	}
	checkNew(t, b, answer.Findings)
}

// checkNew holds the findings that a write brought to the one that its page tells of.
func checkNew(t *testing.T, b block, findings json.RawMessage) {
	t.Helper()
	var delta findingsDelta
	if len(findings) == 0 || json.Unmarshal(findings, &delta) != nil {
		return // a read's findings are a list
	}
	var rules []string
	for _, f := range delta.New {
		rules = append(rules, f.Rule)
	}
	if got, want := strings.Join(rules, " "), b.tags["warning"]; got != want {
		t.Errorf("%s brings the findings %q, the page says %q", b, got, want)
	}
}

func told(e Envelope) string {
	if e.OK {
		return "an answer"
	}
	details, _ := json.Marshal(e.Error.Details)
	return fmt.Sprintf("%s: %s. %s %s", e.Error.Code, e.Error.Message, e.Error.Hint, details)
}

// brings are the findings of examples that leave something to do.
var brings = map[string]string{
	"create":      "room.no-door",
	"place_rooms": "room.no-door",
	"place_roof":  "roof.gable-open roof.gable-open roof.gable-open",
}

// prepared are the examples that need something in place, or that show a request
// whose object cannot be there.
var prepared = map[string]func(t *testing.T, h *Host) (error string){
	"commit_edits": func(t *testing.T, h *Host) string {
		editFile(t, h, "levels/level-0.json", "3000", "3100")
		return ""
	},
	"revert": func(t *testing.T, h *Host) string {
		return must(t, h, `{"command": "update", "id": "window-north", "set": {"sill": 1500}}`)
	},
	"purge_types": func(t *testing.T, h *Host) string {
		return must(t, h, `{"command": "duplicate_type", "type": "Partition 100", "name": "Partition 150"}`)
	},
	"attach": func(t *testing.T, h *Host) string {
		return must(t, h, `{"command": "place_roof", "over": ["wall-south", "wall-east", "wall-north", "wall-west"], "form": "flat", "thickness": 280, "id": "roof-main"}`)
	},
	"detach": func(t *testing.T, h *Host) string {
		return must(t, h, `{"command": "place_roof", "over": ["wall-south", "wall-east", "wall-north", "wall-west"], "form": "flat", "thickness": 280, "id": "roof-main"}, {"command": "attach", "id": "wall-partition", "to": "roof-main"}`)
	},
	"merge_walls": func(t *testing.T, h *Host) string {
		return must(t, h, `{"command": "split_wall", "id": "wall-south", "distance": 6000, "newId": "wall-south-east"}`)
	},
	"set_level": func(t *testing.T, h *Host) string {
		return must(t, h, `{"command": "add_level", "id": "level-1", "name": "First floor", "above": "level-0"}, {"command": "set_level", "id": "slab-ground", "level": "level-1"}`)
	},
	"create_model": func(*testing.T, *Host) string { return string(model.Conflict) },
	"fix":          func(*testing.T, *Host) string { return string(model.NotFound) },
	"discuss":      proposedFirst,
	"accept":       proposedFirst,
	"reject":       proposedFirst,
	"import": func(t *testing.T, h *Host) string {
		files, err := h.ExportFiles(context.Background(), "single", "")
		if err != nil {
			t.Fatal(err)
		}
		data := strings.Replace(string(files[0].Data), "Ground floor", "Entrance floor", 1)
		write(t, h.repo.Dir(), "house.eik.json", []byte(data))
		t.Chdir(h.repo.Dir())
		return ""
	},
}

// proposedFirst proposes what the examples are about, for a person.
func proposedFirst(t *testing.T, h *Host) string {
	h.options.Profile = ReviewProfile
	if e := do(t, h, strings.Replace(Find("propose").Example, "{", `{"requestId": "widen-entrance", `, 1)); !e.OK {
		t.Fatal(told(e))
	}
	return ""
}

// must carries out commands that an example needs.
func must(t *testing.T, h *Host, commands string) (error string) {
	t.Helper()
	if e := do(t, h, `{"action": "execute", "commands": [`+commands+`]}`); !e.OK {
		t.Fatal(told(e))
	}
	return ""
}

// editFile changes a file by hand.
func editFile(t *testing.T, h *Host, file, old, new string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(h.repo.Dir(), filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	write(t, h.repo.Dir(), file, []byte(strings.Replace(string(data), old, new, 1)))
}

// TestEveryExampleRuns runs the example of every operation and command, and holds
// that their pages are short.
func TestEveryExampleRuns(t *testing.T) {
	examples := map[string]string{}
	for _, o := range All() {
		examples[o.Name] = o.Example
	}
	for _, c := range Commands() {
		request := model.Object{{Name: "action", Value: "execute"}, {Name: "commands", Value: []any{c.Example}}}
		examples[c.Name] = string(model.AppendCompact(nil, request))
	}
	for name, example := range examples {
		t.Run(name, func(t *testing.T) { runExample(t, name, example) })
	}
}

func runExample(t *testing.T, name, example string) {
	h := newBench(t, false)
	b := block{page: name, tags: map[string]string{"warning": brings[name]}}
	if prepare := prepared[name]; prepare != nil {
		b.tags["error"] = prepare(t, h)
	}
	e := do(t, h, example)
	if confirm, ok := confirmOf(e); ok {
		request, err := model.DecodeObject([]byte(example))
		if err != nil {
			t.Fatal(err)
		}
		e = do(t, h, string(model.AppendCompact(nil, request.With("confirm", confirm))))
	}
	checkAnswer(t, b, e)
	if b.tags["error"] == "" {
		checkUndo(t, h, e)
	}
}

// checkUndo holds that the undo of a write works as it stands and leaves the files as
// they were before.
func checkUndo(t *testing.T, h *Host, e Envelope) {
	t.Helper()
	text, err := json.Marshal(e.Data)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Undo json.RawMessage }
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	if len(answer.Undo) == 0 {
		return
	}
	if e := do(t, h, string(answer.Undo)); !e.OK {
		t.Errorf("undo %s: %s", answer.Undo, told(e))
	} else if diff := git(t, h.repo.Dir(), "diff", "--stat", "HEAD~2", "HEAD"); diff != "" {
		t.Errorf("undo %s leaves\n%s", answer.Undo, diff)
	}
}

// longestPage is the most bytes that the page of a command or an operation has.
const longestPage = 3_000

func TestPagesStayShort(t *testing.T) {
	for _, c := range Commands() {
		if n := len(commandPage(c)); n > longestPage {
			t.Errorf("the page of %s has %d bytes", c.Name, n)
		}
	}
	for _, o := range All() {
		if n := len(operationPage(o)); n > longestPage {
			t.Errorf("the page of %s has %d bytes", o.Name, n)
		}
		if text, _ := guideText(o.Name); !strings.Contains(text, o.Signature()) {
			t.Errorf("the guide does not tell the arguments of %s", o.Name)
		}
	}
}

// confirmOf answers the counts that a refusal asks to confirm.
func confirmOf(e Envelope) (model.Object, bool) {
	if e.OK || e.Error.Code != model.PreconditionFailed {
		return nil, false
	}
	counts, ok := e.Error.Details["confirm"].(map[string]int)
	if !ok {
		return nil, false
	}
	return model.Object{{Name: "records", Value: float64(counts["records"])}, {Name: "deletes", Value: float64(counts["deletes"])}}, true
}

// TestTheGuideKnowsEveryRuleAndCode holds the page on errors to what there is.
func TestTheGuideKnowsEveryRuleAndCode(t *testing.T) {
	text, _ := guide.Topic("errors")
	for _, r := range check.All() {
		if !strings.Contains(text, "`"+r.Name+"`") {
			t.Errorf("errors does not tell of the rule %s", r.Name)
		}
	}
	codes := []model.Code{model.NotFound, model.InvalidArgument, model.PreconditionFailed, model.Conflict, model.CheckFailed, model.OverBudget,
		model.Forbidden, model.Locked, model.Busy, model.Unsupported, model.Internal}
	for _, code := range codes {
		if !strings.Contains(text, "`"+string(code)+"`") {
			t.Errorf("errors does not tell of the code %s", code)
		}
	}
}

// word is what a page writes as code and may be the name of a rule or a command.
var word = regexp.MustCompile("`([a-z]+[._][a-z._-]+)`")

// TestTheGuideNamesWhatExists holds that a name of a rule, command or operation in
// a page is one that there is.
func TestTheGuideNamesWhatExists(t *testing.T) {
	known := func(name string) bool {
		return guideKnows(name) || strings.HasPrefix(name, "derived.") || slices.Contains(namesBeside, name)
	}
	for page, text := range pages() {
		for _, m := range word.FindAllStringSubmatch(text, -1) {
			if !known(m[1]) {
				t.Errorf("%s speaks of %s, which is no rule, command, operation or error code", page, m[1])
			}
		}
	}
}

func guideKnows(name string) bool {
	_, ok := guideText(name)
	return ok
}

// namesBeside are names with a dot or an underscore that are no topics.
var namesBeside = []string{
	"not_found", "invalid_argument", "precondition_failed", "check_failed", "over_budget",
	"eik.json", "meta.uncommitted", "filter.room", "filter.phase", "details.try", "details.example", "details.path", "ends.start.join",
}
