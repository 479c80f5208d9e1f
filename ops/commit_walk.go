package ops

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/find"
	"github.com/openeik/ekgit/repo"
)

// commitWalk lists one page of a stretch of the history.
type commitWalk struct {
	c     *call
	span  span
	match func(*model.File) bool // keeps commits that changed such a record, nil keeps all
	by    find.By
	page  Page
	// expand lists what merges brought.
	expand bool
	told   []commitTold
	total  int
}

// run walks the stretch: it counts every commit that is kept and tells those of the
// page.
func (w *commitWalk) run(ctx context.Context) error {
	from, to := w.page.window(1 << 30)
	taken := takenBack{}
	var failed error
	err := w.span.each(ctx, w.c.host.repo, func(commit *repo.Commit) bool {
		if failed = w.c.noteTaken(ctx, taken, commit); failed != nil {
			return false
		}
		kept, changes, err := w.keeps(ctx, commit)
		if err != nil {
			failed = err
			return false
		}
		if !kept {
			return true
		}
		if w.total >= from && w.total < to {
			told, err := w.c.tell(ctx, commit, changes)
			if err != nil {
				failed = err
				return false
			}
			if err := w.c.bring(ctx, commit, &told, w.expand); err != nil {
				failed = err
				return false
			}
			if told.RevertedBy, err = w.revertedBy(ctx, &told, taken); err != nil {
				failed = err
				return false
			}
			w.told = append(w.told, told)
		}
		w.total++
		return w.total < to || !w.countsItself()
	})
	if failed != nil {
		return failed
	}
	if w.countsItself() {
		w.total = w.span.until.Sequence
	}
	return err
}

// revertedBy answers what took a commit back: what was met on the way or, where the
// stretch ends before the branch does, what changed one of its records since.
func (w *commitWalk) revertedBy(ctx context.Context, told *commitTold, met takenBack) (string, error) {
	by := met[told.Commit]
	if by != "" || w.span.until.Hash == w.c.head.Commit || len(told.Records) == 0 {
		return by, nil
	}
	hashes, err := w.c.host.repo.History(ctx, w.c.head.Commit, told.Records[0].ID)
	if err != nil {
		return "", err
	}
	later, err := w.c.takenBackIn(ctx, hashes)
	return later[told.Commit], err
}

// takenBackIn answers what some commits, the newest first, took back.
func (c *call) takenBackIn(ctx context.Context, hashes []repo.Hash) (takenBack, error) {
	taken := takenBack{}
	for _, h := range hashes {
		commit, err := c.host.repo.CommitAt(ctx, h)
		if err != nil {
			return nil, err
		}
		taken.note(commit, h)
	}
	return taken, nil
}

// countsItself tells whether every commit of the branch is listed, so that its
// sequence number is their count.
func (w *commitWalk) countsItself() bool {
	return w.match == nil && w.by == find.By{} && w.span.since == nil && w.span.after == "" && w.span.until.Sequence >= 0
}

// keeps tells whether a commit is listed. Where that needs its changes it answers
// them too, those that match first.
func (w *commitWalk) keeps(ctx context.Context, commit *repo.Commit) (bool, []repo.RecordChange, error) {
	if made, err := w.c.madeIn(ctx, commit, w.by); err != nil || len(made) == 0 {
		return false, nil, err
	}
	if w.match == nil {
		return true, nil, nil
	}
	changes, err := w.c.host.repo.ChangesIn(ctx, commit.Hash)
	if err != nil {
		return false, nil, err
	}
	for part := range slices.Chunk(changes, toldRecords) {
		matched, err := w.matching(ctx, part)
		if err != nil {
			return false, nil, err
		}
		if len(matched) > 0 {
			slices.SortStableFunc(changes, func(a, b repo.RecordChange) int { return cmp.Compare(order(matched[a.ID]), order(matched[b.ID])) })
			return true, changes, nil
		}
	}
	return false, nil, nil
}

func order(first bool) int {
	if first {
		return 0
	}
	return 1
}

// matching answers the ids of the changed records that match, before or after.
func (w *commitWalk) matching(ctx context.Context, changes []repo.RecordChange) (map[string]bool, error) {
	files, err := w.c.host.repo.FileChanges(ctx, changes)
	if err != nil {
		return nil, err
	}
	matched := map[string]bool{}
	for i, f := range files {
		if changes[i].ID != "" && (f.Before != nil && w.match(f.Before) || f.After != nil && w.match(f.After)) {
			matched[changes[i].ID] = true
		}
	}
	return matched, nil
}

// madeBy tells whether a commit is by a person or agent, each named by a part of it.
func madeBy(commit *repo.Commit, by find.By) bool {
	holds := func(text, part string) bool {
		return part == "" || strings.Contains(strings.ToLower(text), strings.ToLower(part))
	}
	return holds(personText(commit.Author), by.Person) && holds(commit.Trailer("Eik-Agent"), by.Agent)
}

func personText(p repo.Person) string {
	if p.Email == "" {
		return p.Name
	}
	return p.Name + " <" + p.Email + ">"
}

var revertLine = regexp.MustCompile(`(?m)^This reverts commit ([0-9a-f]{40})`)

// reverts answers the commits that a commit says it takes back: as git writes it, and
// in trailers.
func reverts(commit *repo.Commit) []string {
	var hashes []string
	add := func(hash string) {
		if !slices.Contains(hashes, hash) {
			hashes = append(hashes, hash)
		}
	}
	for _, match := range revertLine.FindAllStringSubmatch(commit.Message, -1) {
		add(match[1])
	}
	for _, t := range commit.Trailers() {
		if strings.EqualFold(t.Key, "Eik-Reverts") && wholeHash.MatchString(t.Value) {
			add(t.Value)
		}
	}
	return hashes
}

// parseDate reads a date, or a date with a time. A date alone starts at midnight UTC.
func parseDate(text string) (time.Time, bool) {
	for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// changedSince answers the ids of the records that differ now from how they were at
// a point of the history, hand edits included; with by, of those that commits of a
// person or agent changed since then.
func (c *call) changedSince(ctx context.Context, since string, by *find.By) (map[string]bool, error) {
	stretch, err := c.spanOf(ctx, since, c.meta.At)
	if err != nil || stretch.empty() {
		return nil, err
	}
	ids := map[string]bool{}
	note := func(changes []repo.RecordChange) {
		for _, change := range changes {
			ids[change.ID] = true
		}
	}
	if by == nil {
		for _, path := range c.meta.Uncommitted {
			ids[strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], ".json")] = true
		}
		if stretch.since != nil {
			changes, err := c.host.repo.Changes(ctx, stretch.since.Hash, stretch.until.Hash)
			note(changes)
			return ids, err
		}
	}
	var failed error
	err = stretch.each(ctx, c.host.repo, func(commit *repo.Commit) bool {
		made := []*repo.Commit{commit}
		if by != nil {
			if made, failed = c.madeIn(ctx, commit, *by); failed != nil {
				return false
			}
		}
		for _, one := range made {
			changes, err := c.host.repo.ChangesIn(ctx, one.Hash)
			if err != nil {
				failed = err
				return false
			}
			note(changes)
		}
		return true
	})
	if failed != nil {
		return nil, failed
	}
	return ids, err
}
