package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// MergeHistory is what a merge of commits asks of the history they lie in.
type MergeHistory[C comparable] interface {
	// At answers the model as a commit holds it.
	At(ctx context.Context, commit C) (*Snapshot, error)
	// MergeBases answers the best common ancestors of two commits: none of them is
	// an ancestor of another. An ancestor of the other is the only one.
	MergeBases(ctx context.Context, a, b C) ([]C, error)
}

// MergeBase answers what two commits have in common, nil where their histories have
// nothing in common. Several bases are merged, by bases of their own, into a virtual
// one: where they disagree it equals neither, so that it decides for no side.
func MergeBase[C comparable](ctx context.Context, h MergeHistory[C], ours, theirs C) (*Snapshot, error) {
	return baseOf(ctx, h, []C{ours}, theirs)
}

// MergeHeads merges commits into one, each with what it has in common with those
// merged before it. It ends with the first result that is not clean, and else with
// one result a commit, of which the last is the answer. The error is of the history,
// or a *Problem about a resolution that decides nothing in any of them.
func MergeHeads[C comparable](ctx context.Context, h MergeHistory[C], ours C, theirs []C, opt MergeOptions) ([]*MergeResult, error) {
	answers, err := newResolver(opt.Resolutions)
	if err != nil {
		return nil, err
	}
	heads, err := mergeHeads(ctx, h, ours, theirs, answers)
	if err != nil {
		return nil, err
	}
	var open []MergeConflict
	if len(heads) > 0 {
		open = heads[len(heads)-1].Conflicts
	}
	return heads, answers.check(open, func() []MergeConflict { return open })
}

func mergeHeads[C comparable](ctx context.Context, h MergeHistory[C], ours C, theirs []C, answers *resolver) ([]*MergeResult, error) {
	merged, err := h.At(ctx, ours)
	if err != nil {
		return nil, fmt.Errorf("read %v: %w", ours, err)
	}
	var results []*MergeResult
	heads := []C{ours}
	for _, head := range theirs {
		base, err := baseOf(ctx, h, heads, head)
		if err != nil {
			return nil, err
		}
		next, err := h.At(ctx, head)
		if err != nil {
			return nil, fmt.Errorf("read %v: %w", head, err)
		}
		result := merge(base, merged, next, &merger{schema: merged.schema, answers: answers})
		results = append(results, result)
		if !result.Clean() {
			break
		}
		merged, heads = result.After, append(heads, head)
	}
	return results, nil
}

// baseOf answers what a commit has in common with several that are merged.
func baseOf[C comparable](ctx context.Context, h MergeHistory[C], merged []C, next C) (*Snapshot, error) {
	var bases []C
	for _, c := range merged {
		more, err := h.MergeBases(ctx, c, next)
		if err != nil {
			return nil, fmt.Errorf("find the merge base of %v and %v: %w", c, next, err)
		}
		bases = append(bases, more...)
	}
	bases, err := independent(ctx, h, bases)
	if err != nil || len(bases) == 0 {
		return nil, err
	}
	return virtualBase(ctx, h, bases)
}

// virtualBase merges bases that are no ancestors of each other. Their own bases are
// older, so this ends.
func virtualBase[C comparable](ctx context.Context, h MergeHistory[C], bases []C) (*Snapshot, error) {
	folded, err := h.At(ctx, bases[0])
	if err != nil {
		return nil, fmt.Errorf("read %v: %w", bases[0], err)
	}
	for i, next := range bases[1:] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s, err := h.At(ctx, next)
		if err != nil {
			return nil, fmt.Errorf("read %v: %w", next, err)
		}
		base, err := baseOf(ctx, h, bases[:i+1], next)
		if err != nil {
			return nil, err
		}
		folded = merge(base, folded, s, &merger{schema: folded.schema, virtual: true}).After
	}
	return folded, nil
}

// independent answers the commits that are ancestors of no other of them, each once.
func independent[C comparable](ctx context.Context, h MergeHistory[C], commits []C) ([]C, error) {
	var kept []C
	for _, c := range commits {
		if slices.Contains(kept, c) {
			continue
		}
		older := false
		for _, other := range commits {
			if other == c {
				continue
			}
			bases, err := h.MergeBases(ctx, c, other)
			if err != nil {
				return nil, fmt.Errorf("find the merge base of %v and %v: %w", c, other, err)
			}
			if older = slices.Contains(bases, c); older {
				break
			}
		}
		if !older {
			kept = append(kept, c)
		}
	}
	if len(commits) > 0 && len(kept) == 0 {
		return nil, errors.New("every merge base is an ancestor of another: the history has a cycle")
	}
	return kept, nil
}
