package hooks

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

func parseHash(digits string) (h repo.Hash, ok bool) {
	raw, err := hex.DecodeString(digits)
	return h, err == nil && len(raw) == len(h) && copy(h[:], raw) == len(h)
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// leaving judges a push of the model branch: the model that it leaves on the server
// has no error that was not there before.
func (c *Call) leaving(ctx context.Context) (refused bool, err error) {
	pushed, err := c.pushed()
	if err != nil || len(pushed) == 0 {
		return false, err
	}
	err = c.each(ctx, func(m *repo.Model) error {
		head, err := m.Head(ctx)
		if err != nil {
			return err
		}
		branch, _ := m.Setting("eik.branch")
		for _, p := range pushed {
			if p.ref != head.Ref && p.ref != "refs/heads/"+strings.TrimPrefix(branch, "refs/heads/") {
				continue
			}
			old, err := c.lastSeen(ctx, m, p)
			if err != nil {
				return err
			}
			found, err := brought(ctx, m, old, p.new, c)
			if err != nil {
				return err
			}
			if len(found) > 0 {
				refused = true
				if err := c.report(m, found, "the push of "+clipped(p.ref, 80), "git push --no-verify pushes it all the same, where the server lets it in"); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return refused, err
}

// lastSeen answers the commit with which a push is compared: the one that the server has,
// and where that has not been fetched, the last of its branch that was.
func (c *Call) lastSeen(ctx context.Context, m *repo.Model, p update) (repo.Hash, error) {
	branch, ok := strings.CutPrefix(p.ref, "refs/heads/")
	if p.old.IsZero() || m.Knows(p.old) || !ok || len(c.Args) == 0 {
		return p.old, nil
	}
	seen, err := m.Refs(ctx, "refs/remotes/"+c.Args[0]+"/"+branch)
	if err != nil || len(seen) == 0 {
		return p.old, err
	}
	return seen[0].Hash, nil
}

// pushed reads what git tells pre-push: local ref, its commit, remote ref, the commit
// there. What a push takes away is left out.
func (c *Call) pushed() ([]update, error) {
	var all []update
	lines := bufio.NewScanner(c.In)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) != 4 {
			return nil, fmt.Errorf("git tells pre-push local ref, commit, remote ref, commit, and not %.80q", lines.Text())
		}
		now, okNew := parseHash(words[1])
		old, okOld := parseHash(words[3])
		if !okNew || !okOld {
			return nil, fmt.Errorf("%.80q names no objects of a repository with SHA-1 names", lines.Text())
		}
		if !now.IsZero() {
			all = append(all, update{old: old, new: now, ref: words[2]})
		}
	}
	return all, lines.Err()
}

// brought answers the new errors on the way from one commit to another. Where the first
// is not known here, or holds no model, there is nothing to compare with, and where the
// second comes before it nothing is new.
func brought(ctx context.Context, m *repo.Model, old, now repo.Hash, c *Call) ([]model.Finding, error) {
	if old.IsZero() || old == now || !m.Knows(old) {
		return nil, nil
	}
	for _, h := range []repo.Hash{old, now} {
		if ok, err := m.IsCommit(ctx, h); err != nil || !ok {
			return nil, err
		}
		if ok, err := m.HasModel(ctx, h); err != nil || !ok {
			return nil, err
		}
	}
	if back, err := m.IsAncestor(ctx, now, old); err != nil || back {
		return nil, err
	}
	before, err := m.At(ctx, old)
	if err != nil {
		return nil, err
	}
	after, err := m.At(ctx, now)
	if err != nil {
		return nil, err
	}
	return newErrors(ctx, []*model.Snapshot{before}, after, c.Now)
}

// moving judges a move of the branch that the work tree has checked out, whoever makes
// it, before git carries it out. Other refs, and moves back, are nobody's business.
func (c *Call) moving(ctx context.Context) (refused bool, err error) {
	if len(c.Args) == 0 || c.Args[0] != "prepared" {
		return false, nil
	}
	moves, err := readUpdates(c.In)
	if err != nil {
		return false, err
	}
	err = c.each(ctx, func(m *repo.Model) error {
		head, err := m.Head(ctx)
		if err != nil {
			return err
		}
		for _, u := range moves {
			if u.ref != head.Ref || u.new.IsZero() {
				continue
			}
			found, err := brought(ctx, m, head.Commit, u.new, c)
			if err != nil {
				return err
			}
			if len(found) > 0 {
				refused = true
				if err := c.report(m, found, "the move of "+clipped(u.ref, 80), "ek hooks install without --strict lets git decide"); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return refused, err
}
