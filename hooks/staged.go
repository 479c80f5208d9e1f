package hooks

import (
	"context"
	"path"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/check"
	"github.com/openeik/ekgit/repo"
)

// staged judges what is about to be committed: it may not break a rule that none of
// its parents breaks. A first commit of a model is taken as it stands.
func (c *Call) staged(ctx context.Context) (refused bool, err error) {
	err = c.each(ctx, func(m *repo.Model) error {
		staged, raw, err := c.read(ctx, m)
		if err != nil {
			return err
		}
		for _, file := range staged.Unmerged {
			refused = true
			if err := c.say("%s: it is in conflict: settle it and git add it", path.Join(m.Prefix(), file)); err != nil {
				return err
			}
		}
		if len(staged.Changes) == 0 || staged.Parent.IsZero() {
			return nil
		}
		found, err := c.broughtBy(ctx, m, staged, raw)
		if err != nil || len(found) == 0 {
			return err
		}
		refused = true
		return c.report(m, found, "the commit", "git commit --no-verify commits it all the same; whoever opens the model is told of it then")
	})
	return refused, err
}

// read answers what is staged, and the model that it changes, nil where there is none.
// The two come from different files, and both are large.
func (c *Call) read(ctx context.Context, m *repo.Model) (staged *repo.Staged, raw *repo.Raw, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		staged, err = m.Staged(ctx, c.indexFile(m))
		return err
	})
	group.Go(func() error {
		head, err := m.Refs(ctx, "HEAD") // how many commits lead there is not asked
		if err != nil || len(head) == 0 {
			return err
		}
		ok, err := m.HasModel(ctx, head[0].Hash)
		if err == nil && ok {
			raw, err = m.Raw(ctx, head[0].Hash)
		}
		return err
	})
	err = group.Wait()
	return staged, raw, err
}

// broughtBy answers the new errors of what is staged.
func (c *Call) broughtBy(ctx context.Context, m *repo.Model, staged *repo.Staged, raw *repo.Raw) ([]model.Finding, error) {
	if raw == nil {
		return nil, nil
	}
	merging := staged.Merging
	if c.Name == "pre-merge-commit" {
		merging = c.mergeHeads(merging)
	}
	if len(merging) == 0 {
		if part, ok := excerptOf(m, raw, staged.Changes); ok {
			return newErrors(ctx, []*model.Snapshot{part}, part.WithChanges(staged.Changes), c.Now)
		}
	}
	base, err := m.At(ctx, staged.Parent)
	if err != nil {
		return nil, err
	}
	after := base.WithChanges(staged.Changes)
	before := []*model.Snapshot{base}
	found := c.caseFindings(merging, after, staged.Changes)
	for _, h := range merging {
		ok, err := m.HasModel(ctx, h)
		if err != nil {
			return nil, err
		}
		if ok {
			s, err := m.At(ctx, h)
			if err != nil {
				return nil, err
			}
			before = append(before, s)
		}
	}
	broken, err := newErrors(ctx, before, after, c.Now)
	return append(found, broken...), err
}

// caseFindings tells, of a merge, which of its files differ from others only in case.
func (c *Call) caseFindings(merging []repo.Hash, after *model.Snapshot, changes []model.FileChange) []model.Finding {
	var found []model.Finding
	if len(merging) == 0 {
		return nil
	}
	for file, twin := range caseTwins(after, changes) {
		found = append(found, model.Finding{Rule: "merge.file-case", File: file,
			Message: "its path differs from " + twin + " only in case, so that many computers take the two for one; rename one of them"})
	}
	return found
}

// mergeHeads answers what is merged in before git has written it down: git names the
// heads in the environment, as GITHEAD_<commit>.
func (c *Call) mergeHeads(known []repo.Hash) []repo.Hash {
	if len(known) > 0 {
		return known
	}
	var heads []repo.Hash
	for _, v := range c.Environ {
		name, _, _ := strings.Cut(v, "=")
		if digits, ok := strings.CutPrefix(name, "GITHEAD_"); ok {
			if h, ok := parseHash(digits); ok {
				heads = append(heads, h)
			}
		}
	}
	return heads
}

// newErrors answers the errors of a snapshot that no waiver accepts and that none of
// those before it has.
func newErrors(ctx context.Context, before []*model.Snapshot, after *model.Snapshot, now time.Time) ([]model.Finding, error) {
	var found []model.Finding
	for i, b := range before {
		delta, err := check.Changed(ctx, b, after, now)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			found = delta.Blocking()
			continue
		}
		stood, _ := check.Compare(delta.Blocking(), found) // in found, and not new against this parent
		found, _ = check.Compare(stood, found)
	}
	return found, nil
}

// report tells who commits of new errors: file, what is wrong, the rule, and what
// mends it.
func (c *Call) report(m *repo.Model, found []model.Finding, what, otherwise string) error {
	for _, f := range found[:min(shown, len(found))] {
		if err := c.say("%s", clipped(path.Join(m.Prefix(), f.File)+f.Pointer+": "+f.Message+" ("+f.Rule+")", longest)); err != nil {
			return err
		}
		if len(f.Fix) > 0 {
			if err := c.say("    ek execute '%s' mends it", clipped(strings.ReplaceAll(string(f.Fix), "'", `'\''`), longest)); err != nil {
				return err
			}
		}
	}
	if more := len(found) - shown; more > 0 {
		if err := c.say("and %d more: ek validate shows all", more); err != nil {
			return err
		}
	}
	return c.say("%s is refused: it brings %s", what, counted(len(found), "new error")+"; mend it and git add the files; "+otherwise)
}
