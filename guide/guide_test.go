package guide

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// The most characters that a core and a topic may have, so that both fit an agent's
// context beside its work, and what they are meant to stay under.
const (
	longestCore  = 41_270
	longestTopic = 25_000
	aimedCore    = 8_000
	aimedTopic   = 8_000
	longestLine  = 120
)

// topics are those that the guide has to have.
const topics = `doors-and-windows errors format groups-and-classification hand-edits history levels-and-grids new-model phases pictures queries
	roofs rooms slabs stairs structure types-and-materials walls write-loop`

func TestEveryTopicIsThere(t *testing.T) {
	var names []string
	for _, topic := range Topics() {
		names = append(names, topic.Name)
	}
	want := strings.Join(strings.Fields(topics), " ")
	if got := strings.Join(names, " "); got != want {
		t.Errorf("topics are\n%s\nwant\n%s", got, want)
	}
}

func TestTextsStayShort(t *testing.T) {
	if n := utf8.RuneCountInString(Core()); n > aimedCore || n > longestCore {
		t.Errorf("the core has %d characters", n)
	}
	for _, topic := range Topics() {
		text, ok := Topic(topic.Name)
		if n := utf8.RuneCountInString(text); !ok || n == 0 || n > aimedTopic || n > longestTopic {
			t.Errorf("%s has %d characters", topic.Name, n)
		}
	}
}

func TestEveryTopicHasTheSameParts(t *testing.T) {
	for _, topic := range Topics() {
		text, _ := Topic(topic.Name)
		if !strings.HasPrefix(text, "# ") || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s starts with %.20q and ends with %q", topic.Name, text, text[len(text)-1:])
		}
		if s := topic.Summary; len(s) < 40 || len(s) > 200 || !strings.HasSuffix(s, ".") {
			t.Errorf("the summary of %s is %q", topic.Name, s)
		}
		if !strings.Contains(text, "\n## Checklist\n") {
			t.Errorf("%s has no checklist", topic.Name)
		}
	}
}

// TestLinesCanBeRead holds that prose is broken into lines; code and tables are not.
func TestLinesCanBeRead(t *testing.T) {
	texts := map[string]string{"core": Core(), "agents": Agents("x")}
	for _, topic := range Topics() {
		texts[topic.Name], _ = Topic(topic.Name)
	}
	for name, text := range texts {
		code := false
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			if n := utf8.RuneCountInString(line); !code && !strings.HasPrefix(line, "|") && n > longestLine {
				t.Errorf("%s has a line of %d characters: %.40s…", name, n, line)
			}
			if strings.TrimRight(line, " \n") != strings.TrimRight(line, "\n") {
				t.Errorf("%s has a line with spaces at its end: %q", name, line)
			}
		}
		if code {
			t.Errorf("%s leaves a block of code open", name)
		}
	}
}

// TestBlocksAreJSON holds that what is marked as JSON is; what it does is tested
// where requests are carried out.
func TestBlocksAreJSON(t *testing.T) {
	texts := map[string]string{"core": Core()}
	for _, topic := range Topics() {
		texts[topic.Name], _ = Topic(topic.Name)
	}
	for name, text := range texts {
		for _, part := range strings.Split(text, "\n```json")[1:] {
			_, rest, _ := strings.Cut(part, "\n")
			block, _, closed := strings.Cut(rest, "\n```\n")
			if !closed || !json.Valid([]byte(block)) {
				t.Errorf("%s holds a block that is no JSON: %.80s", name, block)
			}
		}
	}
}

func TestTopicIsFoundByItsNameAlone(t *testing.T) {
	for _, name := range []string{"", "core", "nothing", "../core", "walls.md", "topics/walls", "Walls"} {
		if text, ok := Topic(name); ok || text != "" {
			t.Errorf("there is a topic %q", name)
		}
	}
}

func TestSearch(t *testing.T) {
	tests := []struct {
		words string
		topic string // one that is found, empty where nothing is
	}{
		{"riser going", "stairs"},
		{"hosted.overlap", "doors-and-windows"},
		{"Counter-Clockwise", "core"},
		{"over_budget", "errors"},
		{"parapet riser", ""},
		{"  ", ""},
		{"", ""},
	}
	for _, test := range tests {
		hits := Search(test.words)
		if test.topic == "" {
			if len(hits) != 0 {
				t.Errorf("%q finds %v", test.words, hits)
			}
			continue
		}
		if excerpt, ok := hitIn(hits, test.topic); !ok || excerpt == "" {
			t.Errorf("%q is not found in %s: %v", test.words, test.topic, hits)
		}
	}
}

func hitIn(hits []Hit, topic string) (string, bool) {
	for _, h := range hits {
		if h.Topic == topic {
			return h.Excerpt, true
		}
	}
	return "", false
}

// TestSearchShowsTheLineThatHoldsMost holds that an excerpt is the line in which most
// of the words stand.
func TestSearchShowsTheLineThatHoldsMost(t *testing.T) {
	excerpt, _ := hitIn(Search("stair landing riser"), "stairs")
	for _, word := range []string{"stair", "riser"} {
		if !strings.Contains(strings.ToLower(excerpt), word) {
			t.Errorf("the excerpt %q lacks %q", excerpt, word)
		}
	}
}

func TestAgents(t *testing.T) {
	text := Agents("House\n on  the\thill")
	if !strings.HasPrefix(text, "# House on the hill\n") || strings.Contains(text, "{{") {
		t.Errorf("AGENTS.md starts with %.60q", text)
	}
	if n := utf8.RuneCountInString(text); n > 2_500 {
		t.Errorf("AGENTS.md has %d characters", n)
	}
}

func FuzzSearch(f *testing.F) {
	for _, words := range []string{"wall", "a b c", "ÄÖ ü", "\xff", "``` #", strings.Repeat("x ", 50)} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		for _, h := range Search(words) {
			if _, ok := Topic(h.Topic); !ok && h.Topic != "core" {
				t.Errorf("%q is found in %q, which is no topic", words, h.Topic)
			}
		}
	})
}
