package check

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/openeik/ekgit/model"
)

// Check answers what the files in a scope break, the gravest first and then by
// file, pointer and rule. Findings that a waiver accepts on the day of now are
// among them, marked. The only error is the context's.
func Check(ctx context.Context, s *model.Snapshot, scope Scope, now time.Time) ([]model.Finding, error) {
	held, err := examine(ctx, s, scope)
	if err != nil {
		return nil, err
	}
	var findings []model.Finding
	for _, of := range held {
		findings = append(findings, of...)
	}
	waive(s, findings, now)
	sortFindings(findings)
	return findings, nil
}

func sortFindings(findings []model.Finding) {
	slices.SortFunc(findings, func(a, b model.Finding) int {
		return cmp.Or(
			cmp.Compare(rank(a.Severity), rank(b.Severity)),
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Pointer, b.Pointer),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Fingerprint, b.Fingerprint),
			cmp.Compare(a.Message, b.Message),
		)
	})
}

// block is how many files one worker takes at a time.
const block = 128

// examine answers the findings of each file in a scope that has some, unsorted and
// without waivers.
func examine(ctx context.Context, s *model.Snapshot, scope Scope) (map[string][]model.Finding, error) {
	paths := ownersIn(s, scope)
	set := settingsOf(s.Manifest())
	if scope.all {
		// Indexes are built by one goroutine: reading the records first uses all.
		if err := each(ctx, paths, func(path string) { newOwner(s, set, path) }); err != nil {
			return nil, err
		}
	}
	var mu sync.Mutex
	held := map[string][]model.Finding{}
	err := each(ctx, paths, func(path string) {
		if found := set.examine(newOwner(s, set, path)); len(found) > 0 {
			mu.Lock()
			held[path] = found
			mu.Unlock()
		}
	})
	return held, err
}

// ownersIn answers the paths of a scope. The manifest is one of a whole model even
// where it has none.
func ownersIn(s *model.Snapshot, scope Scope) []string {
	if !scope.all {
		return slices.Collect(maps.Keys(scope.paths))
	}
	paths := make([]string, 0, s.Total())
	for f := range s.Files() {
		if f.Path != model.ManifestName {
			paths = append(paths, f.Path)
		}
	}
	return append(paths, model.ManifestName)
}

// examine lets every rule that looks at the owner do so. A record whose id another
// file claims before it is hidden, and is looked at as a file alone.
func (set *settings) examine(o *owner) []model.Finding {
	if o.file != nil || o.path == model.ManifestName {
		for _, a := range set.files {
			o.rule = a
			a.file(o)
		}
	}
	if o.record != nil && o.s.Get(o.id()) == o.file {
		for _, a := range set.forCategory(o.record.Category()) {
			o.rule = a
			a.record(o)
		}
	}
	return o.findings
}

// each calls f for every path on as many goroutines as there are processors, and
// waits for them. It stops early where the context ends.
func each(ctx context.Context, paths []string, f func(path string)) error {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), 1+len(paths)/block) {
		workers.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(block)) - block
				if from >= len(paths) {
					return
				}
				for _, path := range paths[from:min(from+block, len(paths))] {
					f(path)
				}
			}
		})
	}
	workers.Wait()
	return ctx.Err()
}
