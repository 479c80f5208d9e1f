package ops

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTwoHundredCommands carries out 200 commands of all kinds through one host, with
// hand edits committed between them, and then asks git what it makes of the result.
func TestTwoHundredCommands(t *testing.T) {
	t.Parallel()
	dir := houseDir(t)
	h := open(t, dir)
	first := strings.TrimSpace(git(t, dir, "rev-parse", "HEAD"))
	var done []receipt
	take := func(request string) {
		w := accepted(t, h, request)
		if status := git(t, dir, "status", "--porcelain", "-uall"); status != "" {
			t.Fatalf("git status after %s:\n%s", request, status)
		}
		if w.Sequence != len(done)+2 {
			t.Errorf("sequence %d after %d commands", w.Sequence, len(done)+1)
		}
		done = append(done, w)
	}
	for r := 0; len(done) < 200; r++ {
		for _, request := range round(r) {
			take(request)
		}
		file := "materials/wood.json"
		write(t, dir, file, []byte(strings.Replace(git(t, dir, "show", "HEAD:"+file), `"density": `, fmt.Sprintf(`"density": %d`, r+1), 1)))
		take(fmt.Sprintf(`{"action": "execute", "commands": [{"command": "commit_edits", "files": [%q]}], "again": true}`, file))
		git(t, dir, "fsck", "--strict")
	}
	t.Logf("%d commands", len(done))
	logIsTheHistory(t, dir, first, done)
	for i, w := range done {
		commitShowsOnlyItsRecords(t, dir, w)
		commitHasItsTrailers(t, dir, w, i)
	}
	blameAgrees(t, h, dir)
}

// logIsTheHistory holds that git log has every acknowledged command once, in order, on
// one line of first parents.
func logIsTheHistory(t *testing.T, dir, first string, done []receipt) {
	t.Helper()
	want := []string{first + " The house as built"}
	for _, w := range done {
		want = append(want, w.Commit+" "+w.Subject)
	}
	got := strings.Split(strings.TrimSpace(git(t, dir, "log", "--reverse", "--first-parent", "--format=%H %s")), "\n")
	if !slices.Equal(got, want) {
		t.Errorf("git log:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if merges := git(t, dir, "rev-list", "--min-parents=2", "HEAD"); merges != "" {
		t.Errorf("merges: %s", merges)
	}
}

// commitShowsOnlyItsRecords holds that a commit's files are those of the records that
// the answer named, and no other.
func commitShowsOnlyItsRecords(t *testing.T, dir string, w receipt) {
	t.Helper()
	var ids []string
	stat := git(t, dir, "show", "--stat=300", "--no-renames", "--format=", w.Commit)
	for line := range strings.Lines(stat) {
		if file, _, ok := strings.Cut(line, "|"); ok {
			ids = append(ids, strings.TrimSuffix(path.Base(strings.TrimSpace(file)), ".json"))
		}
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); !slices.Equal(ids, w.ids()) || w.Affected.Rest != 0 {
		t.Errorf("git show --stat of %q:\n%sthe answer named %v", w.Subject, stat, w.ids())
	}
}

// commitHasItsTrailers holds that git reads the trailers that are promised and no
// other, in their order.
func commitHasItsTrailers(t *testing.T, dir string, w receipt, i int) {
	t.Helper()
	message := git(t, dir, "show", "-s", "--format=%B", w.Commit)
	subject, _, _ := strings.Cut(message, "\n")
	if subject != w.Subject || utf8.RuneCountInString(subject) >= 72 {
		t.Errorf("the subject is %q, the answer said %q", subject, w.Subject)
	}
	parent := strings.TrimSpace(git(t, dir, "rev-parse", w.Commit+"^"))
	trailers := strings.Split(strings.TrimSpace(feed(t, dir, message, "interpret-trailers", "--parse")), "\n")
	var keys []string
	values := map[string]string{}
	for _, line := range trailers {
		key, value, _ := strings.Cut(line, ": ")
		keys = append(keys, key)
		values[key] = value
	}
	want := []string{"Eik-Command", "Eik-Request", "Eik-Correlation", "Eik-Model", "Eik-Base", "Eik-Version"}
	if values["Eik-Agent"] == "planner/2.1" {
		want = []string{"Eik-Command", "Eik-Agent", "Eik-Request", "Eik-Correlation", "Eik-Model", "Eik-Base", "Eik-Version", "Co-authored-by"}
	}
	if !slices.Equal(keys, want) {
		t.Errorf("command %d has the trailers %v, want %v", i, keys, want)
	}
	id, hash, _ := strings.Cut(values["Eik-Request"], " ")
	if id == "" || len(hash) != 16 || values["Eik-Correlation"] != id || values["Eik-Model"] != "one-storey-house" || values["Eik-Base"] != parent ||
		values["Eik-Version"] != "0.2 ekgit/"+Version || values["Eik-Command"] == "" {
		t.Errorf("command %d: %v", i, trailers)
	}
	if by := values["Co-authored-by"]; by != "" && by != "planner <planner@agents.invalid>" {
		t.Errorf("command %d is co-authored by %q", i, by)
	}
}

// blameAgrees holds that git blame and the host name the same commit for every member
// that stands on a line of its own.
func blameAgrees(t *testing.T, h *Host, dir string) {
	t.Helper()
	lines := 0
	for _, file := range strings.Fields(git(t, dir, "ls-files", "*.json")) {
		id := strings.TrimSuffix(path.Base(file), ".json")
		if id == "eik" {
			continue
		}
		by := map[string]string{}
		history := data[struct {
			Blame []struct{ Member, Commit string }
		}](t, h, fmt.Sprintf(`{"action": "history", "id": %q, "member": "*"}`, id))
		for _, m := range history.Blame {
			by[m.Member] = m.Commit
		}
		for line := range strings.Lines(git(t, dir, "blame", "-l", "-s", "--root", file)) {
			commit, text, _ := strings.Cut(line, " ")
			_, text, _ = strings.Cut(text, ") ")
			name, value, ok := strings.Cut(strings.TrimPrefix(text, `  "`), `": `)
			if !ok || strings.HasPrefix(name, " ") || !json.Valid([]byte(strings.TrimSuffix(strings.TrimSpace(value), ","))) {
				continue
			}
			lines++
			if by[name] != commit && !commaAlone(t, dir, commit, file, text) {
				t.Errorf("%s of %s: git blame says %s, the host %s", name, id, commit, by[name])
			}
		}
	}
	if lines < 100 {
		t.Errorf("only %d lines were compared", lines)
	}
}

// commaAlone tells whether a commit did no more to a line than to put the comma after
// it or take it away, because a member after it came or went.
func commaAlone(t *testing.T, dir, commit, file, line string) bool {
	t.Helper()
	bare := strings.TrimRight(line, ",\n")
	before := git(t, dir, "show", commit+"^:"+file)
	return strings.Contains(before, bare+"\n") || strings.Contains(before, bare+",\n")
}
