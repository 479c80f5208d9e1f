package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/openeik/ekgit/repo/repotest"
)

// crowd is a model that many work on.
type crowd struct {
	*testing.T
	r      *repotest.Repo
	status string // of the hand edit that stands
	count  atomic.Int64

	mu        sync.Mutex
	acked     map[string]string // request id -> commit
	diary     int               // commits by hand
	handTries int

	answers       atomic.Int64
	longest       atomic.Int64 // nanoseconds that a reader waited
	waited        []time.Duration
	besideStopped time.Duration
}

func newCrowd(t *testing.T) *crowd {
	r := newRepo(t)
	if made := ek(t, r.Dir, "generate", r.Dir, "--storeys", "3"); made.code != 0 {
		t.Fatal(made.err)
	}
	c := &crowd{T: t, r: r, acked: map[string]string{}}
	r.Write("groups/diary.json", diaryPage(0))
	r.Git("add", "groups/diary.json")
	r.Git("commit", "-q", "-m", "Begin a diary")
	for _, command := range []func(n int64) string{c.small, c.large} {
		if e := request(t, r.Dir, command(0)); !e.OK {
			t.Fatalf("%+v", e.Error)
		}
	}
	r.Write("materials/brick.json", strings.Replace(r.Read("materials/brick.json"), `"name": "`, `"name": "Red `, 1))
	c.status = r.Status()
	return c
}

func diaryPage(n int) string {
	return fmt.Sprintf("{\n  \"id\": \"diary\",\n  \"category\": \"group\",\n  \"name\": \"Page %d\",\n  \"kind\": \"assembly\"\n}\n", n)
}

// small is a request that writes its number into two records, large one that writes it
// into every wall.
func (c *crowd) small(n int64) string {
	return fmt.Sprintf(`{"action": "execute", "requestId": "small-%d", "commands": [{"command": "update", "id": ["grid-1", "grid-2"], "set": {"note": "%[1]d"}}], "confirm": {"records": 2, "deletes": 0}}`, n)
}

func (c *crowd) large(n int64) string {
	request := fmt.Sprintf(`{"action": "execute", "requestId": "large-%d", "commands": [{"command": "set_properties", "filter": {"categories": ["wall"]}, "properties": {"Survey": {"Round": %[1]d}}}]`, n)
	var e struct {
		Data struct{ Total int }
	}
	walls := ek(c, c.r.Dir, "request", c.r.Dir, `{"action": "read", "filter": {"categories": ["wall"]}, "limit": 1}`)
	if err := json.Unmarshal([]byte(walls.out), &e); err != nil {
		c.Error(err)
	}
	return fmt.Sprintf(`%s, "confirm": {"records": %d, "deletes": 0}}`, request, e.Data.Total)
}

// write sends requests, each by a process of its own, and again where the lock could
// not be had.
func (c *crowd) write(kind string, times int, request func(n int64) string) {
	for range times {
		n := c.count.Add(1)
		text := request(n)
		for e := c.send(text); !c.took(fmt.Sprintf("%s-%d", kind, n), e); e = c.send(text) {
			if c.Failed() {
				return
			}
		}
	}
}

func (c *crowd) send(text string) envelope {
	return ek(c, c.r.Dir, "request", c.r.Dir, text).answer(c)
}

// took notes an answer to a write, and tells whether it was carried out.
func (c *crowd) took(id string, e envelope) bool {
	var data struct{ Commit string }
	if e.OK && json.Unmarshal(e.Data, &data) == nil && data.Commit != "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.acked[id] = data.Commit
		return true
	}
	if e.Error.Code != "locked" {
		c.Errorf("%s: %+v", id, e.Error)
	}
	return false
}

// commitByHand writes pages of the diary and commits each with git, again and again
// where git finds its lock taken.
func (c *crowd) commitByHand(times int) {
	for range times {
		c.r.Write("groups/diary.json", diaryPage(c.diary+1))
		for {
			c.handTries++
			out, err := c.r.Try("commit", "-q", "-m", fmt.Sprintf("Page %d", c.diary+1), "--", "groups/diary.json")
			if err == nil {
				break
			}
			if !strings.Contains(out, "index.lock") {
				c.Errorf("git commit: %v\n%s", err, out)
				return
			}
		}
		c.diary++
	}
}

// read asks until it is called off, half of the readers one server, the others a
// process for each question, and holds that no answer shows half a command.
func (c *crowd) read(ctx context.Context, i int) {
	ask := func(name string, arguments map[string]any) (json.RawMessage, error) {
		arguments["action"] = name
		text, err := json.Marshal(arguments)
		if err != nil {
			return nil, err
		}
		out, err := exec.Command(program, "request", c.r.Dir, string(text)).Output()
		var e envelope
		return e.Data, errors.Join(err, json.Unmarshal(out, &e), noData(&e))
	}
	if i%2 == 0 {
		s := serve(c, c.r.Dir)
		ask = func(name string, arguments map[string]any) (json.RawMessage, error) {
			result, err := s.tool(name, arguments)
			if err == nil && result.IsError {
				err = errors.New(string(result.StructuredContent))
			}
			return result.StructuredContent, err
		}
	}
	for ctx.Err() == nil {
		for _, question := range []map[string]any{
			{"filter": map[string]any{"categories": []string{"wall"}, "where": []any{map[string]any{"field": "note", "op": "missing"}}}, "groupBy": []string{"properties.Survey.Round"}},
			{"filter": map[string]any{"ids": []string{"grid-1", "grid-2"}}, "groupBy": []string{"note"}},
		} {
			begin := time.Now()
			text, err := ask("query", question)
			var rows struct{ Rows [][]any }
			if err = errors.Join(err, json.Unmarshal(text, &rows)); err != nil || len(rows.Rows) != 1 {
				c.Errorf("reader %d: half a command: %s, %v", i, text, err)
				return
			}
			c.answers.Add(1)
			c.longest.Store(max(c.longest.Load(), int64(time.Since(begin))))
		}
	}
}

func noData(e *envelope) error {
	if !e.OK {
		return fmt.Errorf("%s: %s", e.Error.Code, e.Error.Message)
	}
	return nil
}

func (c *crowd) slowest() time.Duration {
	return time.Duration(c.longest.Load()).Round(time.Millisecond)
}

// checkAll looks at the repository in the end.
func (c *crowd) checkAll() {
	c.Helper()
	c.r.Sound()
	if status := c.r.Status(); status != c.status {
		c.Errorf("git status:\n%s\nwant\n%s", status, c.status)
	}
	if e := ek(c, c.r.Dir, "validate", "--json"); e.code != 0 {
		c.Errorf("validate exits with %d: %s%s", e.code, e.out, e.err)
	}
	times, pages := map[string]int{}, []string{}
	for _, line := range lines(c.r.Git("log", "--reverse", "--format=%s|%H|%(trailers:key=Eik-Request,valueonly,separator=)")) {
		part := strings.Split(line, "|")
		if id, _, ok := strings.Cut(part[2], " "); ok {
			times[id]++
			if commit := c.acked[id]; commit != "" && commit != part[1] {
				c.Errorf("%s was acknowledged as %s, the history has %s", id, commit, part[1])
			}
		}
		if strings.HasPrefix(part[0], "Page ") {
			pages = append(pages, part[0])
		}
	}
	for id := range c.acked {
		if times[id] != 1 {
			c.Errorf("the history has %s %d times", id, times[id])
		}
	}
	for id, n := range times {
		if c.acked[id] == "" && !strings.HasSuffix(id, "-0") && (strings.HasPrefix(id, "small-") || strings.HasPrefix(id, "large-")) {
			c.Errorf("the history has %s %d times, which was refused", id, n)
		}
	}
	want := make([]string, c.diary)
	for i := range want {
		want[i] = fmt.Sprintf("Page %d", i+1)
	}
	if !slices.Equal(pages, want) {
		c.Errorf("the diary is %v, want %v", pages, want)
	}
}
