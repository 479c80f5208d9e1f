package diffview

import (
	"context"
	"html"
	"regexp"
	"strings"
	"testing"
)

// hostile are names that try to be more than names.
var hostile = []string{
	"a | b | c", `\| x`, "</td></tr></table><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "@ada please look", "see #12 and !34 and $56",
	"[link](https://evil.example/)", "![picture](https://evil.example/x.png)", "`code` ``more``", "x\n\n# Heading\n\n- item", "\r\n/close", "**bold** __too__ ~~gone~~",
	"www.evil.example", "HTTP://evil.example", "mail me@evil.example", "GH-12", "owner/repo#12", "<!-- -->", "</summary></details>", "&lt;b&gt; &#64;ada", "\u202eesrever\u202c", "a\u200bb",
	`"><svg/onload=alert(1)>`, "$$x$$", "[^1]", "<https://evil.example>", "javascript:alert(1)", "\x1b[31mred", "'; DROP", "{{.}}",
}

var (
	allowedTags = regexp.MustCompile(`^</?(b|i|sub|br|del|ins|details|summary|pre)>`)
	shownCode   = regexp.MustCompile("&#\\d+;|`[^`]*`")
	references  = regexp.MustCompile(`(?i)@\w|#\d|[a-z]://|www\.|gh-\d|\]\(|!\[`)
)

// checkMarkdown holds that a markdown text holds no HTML but the few elements that a
// rendering writes, no link, no picture and no mention, and that each row of a table
// has as many cells as its head.
func checkMarkdown(t testing.TB, text string) {
	t.Helper()
	cells := 0
	for line := range strings.Lines(text) {
		bare := shownCode.ReplaceAllString(line, "")
		for i := range bare {
			if bare[i] == '<' && !allowedTags.MatchString(bare[i:]) {
				t.Errorf("a tag gets through: %.80q", bare[i:])
			}
		}
		if found := references.FindString(bare); found != "" {
			t.Errorf("%q refers to something in %.200q", found, line)
		}
		if !strings.HasPrefix(line, "|") {
			cells = 0
			continue
		}
		if n := strings.Count(line, "|"); cells == 0 {
			cells = n
		} else if n != cells {
			t.Errorf("a row has %d bars, its head %d: %q", n, cells, line)
		}
	}
}

func TestHostileNames(t *testing.T) {
	for _, name := range hostile {
		r := hostileReview(t, name)
		text := r.Markdown()
		checkMarkdown(t, text)
		if t.Failed() {
			t.Fatalf("by the name %q, in\n%s", name, text)
		}
		checkPage(t, r, name)
		var lines strings.Builder
		if err := r.Text(&lines, Style{}); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(lines.String(), func(r rune) bool { return r != '\n' && hidden(r) }) {
			t.Errorf("the text holds characters that do not show, by the name %q", name)
		}
	}
}

// hostileReview is a review in which everything that people and agents write is one
// text.
func hostileReview(t testing.TB, name string) *Review {
	t.Helper()
	long := name + strings.Repeat(" and so on", 10)
	before := put(t, house(t), record("door-entrance", name, "door", `"typeId":"door-type-1000x2100","levelId":"level-0","hostId":"wall-south","offset":3000,"note":`+quote(long)))
	after := put(t, before, record("door-entrance", name+" again", "door", `"typeId":"door-type-1000x2100","levelId":"level-0","hostId":"wall-south","offset":3100,"note":`+quote(long+" "+name)),
		record("level-0", name, "level", `"elevation":0,"height":3000`),
		record("extra", name, "furniture", `"kind":`+quote(name)+`,"levelId":"level-0","at":[1000,1000],"properties":{`+quote(name)+`:{`+quote(name)+`:`+quote(name)+`}}`))
	d, err := Of(context.Background(), before, after, Options{Now: day1, Requests: []Request{{Title: name, Message: name, Person: name, Agent: name}}})
	if err != nil {
		t.Fatal(err)
	}
	return &Review{Diff: d, More: name, Proposal: &Proposal{ID: "p-1", Title: name, Description: name, Person: name, Agent: name, Reason: name, State: "closed", Accept: name, Needs: name},
		Files:         []File{{Path: name, Note: name, Old: name + "\n" + name, New: name + "\n\t" + name + " x\n"}},
		Conflicts:     Conflicts(before, after, conflictsOf(name)),
		ConflictsWith: []Other{{ID: "p-2", Title: name, Person: name, Records: []Ref{{"x", name}}}},
		Comments:      []Comment{{Person: name, Text: name, Record: &Ref{"x", name}, Member: name}}}
}

// checkPage holds that a name is text in the page and nothing else.
func checkPage(t testing.TB, r *Review, name string) {
	t.Helper()
	var page strings.Builder
	if err := r.HTML(&page); err != nil {
		t.Fatal(err)
	}
	tags := regexp.MustCompile(`<(/?[a-zA-Z!][a-zA-Z0-9]*)`)
	known := map[string]bool{}
	for _, m := range tags.FindAllStringSubmatch(reference(t), -1) {
		known[m[1]] = true
	}
	for _, m := range tags.FindAllStringSubmatch(page.String(), -1) {
		if !known[m[1]] {
			t.Errorf("the name %q makes an element %s", name, m[1])
		}
	}
	if scripts := strings.Count(page.String(), "<script"); scripts != 1 {
		t.Errorf("the name %q makes %d scripts", name, scripts)
	}
}

// reference is a page that holds every element a page may have.
func reference(t testing.TB) string {
	t.Helper()
	r := hostileReview(t, "plain name of the sort that people give")
	var page strings.Builder
	if err := r.HTML(&page); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// FuzzEscaped holds that what is escaped shows as it is and holds no sign that means
// anything.
func FuzzEscaped(f *testing.F) {
	for _, name := range hostile {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := escaped(name)
		bare := strings.ReplaceAll(got, parted, "")
		if shown := html.UnescapeString(bare); shown != plain(name) {
			t.Errorf("%q shows as %q", name, shown)
		}
		rest := regexp.MustCompile(`&#\d+;`).ReplaceAllString(bare, "")
		if i := strings.IndexAny(rest, markdownSigns); i >= 0 {
			t.Errorf("%q leaves %q in %q", name, rest[i], got)
		}
		checkMarkdown(t, "| "+got+" |")
	})
}
