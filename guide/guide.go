// Package guide holds what an agent needs to know of the work: a core that is read
// once at the start and topics that are read when they are needed, written for an
// agent that has never seen a building model. It knows nothing of the host that
// serves it.
package guide

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

//go:embed core.md agents.md topics/*.md
var files embed.FS

// Entry names a topic and says in a sentence what it is about.
type Entry struct {
	Name    string
	Summary string
}

// Hit is a topic that holds the words searched for, with a line that shows them.
type Hit struct {
	Topic   string
	Excerpt string
}

// Core answers the text that is read once at the start, in markdown.
func Core() string { return read("core.md") }

// Agents answers the text of AGENTS.md for the model of a name.
func Agents(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	return strings.ReplaceAll(read("agents.md"), "{{name}}", name)
}

// Topics answers every topic, by name.
var Topics = sync.OnceValue(func() []Entry {
	entries, err := files.ReadDir("topics")
	if err != nil {
		panic("guide: " + err.Error()) // the files are embedded: they are there
	}
	var topics []Entry
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".md")
		topics = append(topics, Entry{Name: name, Summary: summaryOf(read("topics/" + e.Name()))})
	}
	return topics
})

// Topic answers a topic's text and whether there is one of that name.
func Topic(name string) (string, bool) {
	known := slices.ContainsFunc(Topics(), func(e Entry) bool { return e.Name == name })
	if !known {
		return "", false
	}
	return read("topics/" + name + ".md"), true
}

// Search answers the topics, the core among them, that hold all of the words, with
// the line in which most of them stand.
func Search(words string) []Hit {
	wanted := strings.Fields(strings.ToLower(words))
	if len(wanted) == 0 {
		return nil
	}
	var hits []Hit
	search := func(name, text string) {
		if line, ok := bestLine(text, wanted); ok {
			hits = append(hits, Hit{Topic: name, Excerpt: line})
		}
	}
	search("core", Core())
	for _, t := range Topics() {
		search(t.Name, read("topics/"+t.Name+".md"))
	}
	return hits
}

// bestLine answers the line that holds most of the words, where the whole text holds
// each of them.
func bestLine(text string, words []string) (string, bool) {
	lower := strings.ToLower(text)
	for _, w := range words {
		if !strings.Contains(lower, w) {
			return "", false
		}
	}
	best, most := "", 0
	for line := range strings.Lines(text) {
		n := 0
		for _, w := range words {
			if strings.Contains(strings.ToLower(line), w) {
				n++
			}
		}
		if n > most {
			best, most = strings.TrimSpace(line), n
		}
	}
	return best, true
}

// summaryOf answers the first sentence under a text's title.
func summaryOf(text string) string {
	_, rest, _ := strings.Cut(text, "\n")
	rest = strings.TrimSpace(rest)
	sentence, _, _ := strings.Cut(rest, "\n\n")
	sentence = strings.Join(strings.Fields(sentence), " ")
	if i := strings.Index(sentence, ". "); i >= 0 {
		sentence = sentence[:i+1]
	}
	return sentence
}

func read(name string) string {
	data, err := files.ReadFile(name)
	if err != nil {
		panic("guide: " + err.Error()) // the files are embedded: they are there
	}
	return string(data)
}
