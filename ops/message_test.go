package ops

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// hostile answers texts that try to be more than a line, a trailer, a signature or a
// word: pieces of what git gives a meaning to, and any characters between them.
func hostile() *rapid.Generator[string] {
	pieces := rapid.OneOf(
		rapid.SampledFrom([]string{"\n", "\n\n", "\r\n", "\r", "\u2028", "\u0085", "\v", "\x00", "\x1b[31m", "\u202e", "\u200b", "\U000e0041", ": ", "---", "\n---\n",
			"# ", "\n# comment\n", "------------------------ >8 ------------------------", "Eik-Agent: forged/1", "\n\nEik-Agent: forged/1\nEik-Base: 0000\n", "Signed-off-by: Eve <eve@example.org>",
			"Co-authored-by: Eve <eve@example.org>", "(cherry picked from commit 0000000)", "<", ">", "\"", "'", "%H", "$(id)", "../", "ß", "日本", "\t", " "}),
		rapid.StringN(0, 12, 40),
		rapid.StringOfN(rapid.RuneFrom([]rune("abc ")), 1, 90, -1),
	)
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(pieces, 0, 5).Draw(t, "pieces"), "") })
}

// Whatever a request says, git reads the trailers of the host and no others, and a
// subject of one short line that shows.
func TestTextOfARequestStaysInItsPlace(t *testing.T) {
	t.Parallel()
	dir := houseDir(t)
	h, err := Open(t.Context(), dir, Options{TrustPerson: true, Person: repo.Person{Name: "Ada Quill", Email: "ada@example.org"}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	texts := hostile()
	committed := 0
	rapid.Check(t, func(t *rapid.T) {
		request := map[string]any{"action": "execute", "again": true,
			"title": texts.Draw(t, "title"), "message": texts.Draw(t, "message"), "commands": []any{
				map[string]any{"command": "set_properties", "id": "door-entrance", "properties": map[string]any{"G": map[string]any{"n": texts.Draw(t, "value"), "count": committed}}},
			}}
		for member, text := range map[string]string{"agent": texts.Draw(t, "agent"), "person": texts.Draw(t, "person")} {
			if rapid.Bool().Draw(t, "with "+member) {
				request[member] = text
			}
		}
		if name := texts.Draw(t, "name"); rapid.Bool().Draw(t, "rename") {
			request["commands"] = append(request["commands"].([]any), map[string]any{"command": "rename", "id": "window-south", "name": name})
		}
		raw, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ParseRequest(raw)
		if err != nil {
			return
		}
		e := h.Do(t.Context(), r)
		if !e.OK {
			if e.Error.Code == "internal" {
				t.Fatalf("%s: %+v", raw, e.Error)
			}
			return
		}
		committed++
		message := feed(t, dir, "", "show", "-s", "--format=%B", "HEAD")
		if reason := misread(message, feed(t, dir, message, "interpret-trailers", "--parse"), r.Agent); reason != "" {
			t.Fatalf("%s\n%s\n%s", raw, message, reason)
		}
		if kept := requestIn(message); kept != nil && string(kept) != string(canonical(objectsOf(r.Arguments.Get("commands")))) {
			t.Fatalf("%s\n%s\nthe request in it is %s", raw, message, kept)
		}
	})
	if committed < 20 {
		t.Errorf("only %d requests were accepted", committed)
	}
	git(t, dir, "fsck", "--strict")
	if status := git(t, dir, "status", "--porcelain"); status != "" {
		t.Errorf("git status: %s", status)
	}
}

// misread tells what is wrong with a commit message and the trailers that git reads in
// it, empty where nothing is.
func misread(message, trailers, agent string) string {
	subject, _, _ := strings.Cut(message, "\n")
	switch {
	case strings.TrimSpace(subject) == "" || utf8.RuneCountInString(subject) >= 72 || strings.ContainsFunc(message, unshown):
		return "the subject is empty or long, or something does not show"
	case strings.Contains(message, "\n\n\n"):
		return "the message has empty paragraphs"
	}
	want := []string{"Eik-Command", "Eik-Request", "Eik-Correlation", "Eik-Model", "Eik-Base", "Eik-Version"}
	if strings.TrimSpace(agent) != "" {
		want = []string{"Eik-Command", "Eik-Agent", "Eik-Request", "Eik-Correlation", "Eik-Model", "Eik-Base", "Eik-Version", "Co-authored-by"}
	}
	lines := strings.Split(strings.TrimSpace(trailers), "\n")
	for i, line := range lines {
		if i >= len(want) || !strings.HasPrefix(line, want[i]+": ") {
			return "git reads the trailers " + trailers
		}
	}
	if len(lines) != len(want) {
		return "git reads the trailers " + trailers
	}
	return ""
}

func unshown(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r))
}

// requestIn answers the commands in a commit message as canonical JSON, nil where they
// were too long to be kept.
func requestIn(message string) []byte {
	for line := range strings.Lines(message) {
		if text, ok := strings.CutPrefix(line, "Request: ["); ok {
			o, err := model.DecodeObject([]byte(`{"commands": [` + text + "}"))
			if err != nil {
				return []byte(err.Error())
			}
			return canonical(objectsOf(o.Get("commands")))
		}
	}
	return nil
}

func objectsOf(v any) []model.Object {
	var list []model.Object
	for _, item := range v.([]any) {
		list = append(list, item.(model.Object))
	}
	return list
}
