package proposals

import (
	"context"
	"slices"
	"strings"

	"github.com/openeik/ekgit/repo"
)

// ref answers where a ref stands, the zero hash where it is not there.
func (s *Store) ref(ctx context.Context, name string) (repo.Hash, error) {
	all, err := s.repo.Refs(ctx, name)
	if err != nil {
		return repo.Hash{}, err
	}
	for _, r := range all {
		if r.Name == name {
			return r.Hash, nil
		}
	}
	return repo.Hash{}, nil
}

// place answers where the refs of one proposal stand.
func (s *Store) place(ctx context.Context, id string) (*place, error) {
	p := &place{id: id}
	for name, at := range map[string]*repo.Hash{s.branch(id): &p.branch, closedRefs + id: &p.closed} {
		var err error
		if *at, err = s.ref(ctx, name); err != nil {
			return nil, err
		}
	}
	return p, s.touch(ctx, p)
}

// places answers where the refs of every proposal stand, by id.
func (s *Store) places(ctx context.Context) ([]*place, error) {
	byID := map[string]*place{}
	for _, prefix := range []string{branches + s.opt.Prefix, closedRefs} {
		refs, err := s.repo.Refs(ctx, prefix)
		if err != nil {
			return nil, err
		}
		for _, r := range refs {
			id := strings.TrimPrefix(r.Name, prefix)
			if !ValidID(id) {
				continue
			}
			p := byID[id]
			if p == nil {
				p = &place{id: id}
				byID[id] = p
			}
			if r.Err != nil {
				p.err = r.Err
			} else if prefix == closedRefs {
				p.closed = r.Hash
			} else {
				p.branch = r.Hash
			}
		}
	}
	all := make([]*place, 0, len(byID))
	for _, p := range byID {
		if p.err == nil {
			p.err = s.touch(ctx, p)
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *place) int { return strings.Compare(a.id, b.id) })
	return all, nil
}

// move moves refs of a proposal, all or none. It is a Conflict problem that another
// writer has moved one of them.
func (s *Store) move(ctx context.Context, id string, updates ...repo.RefUpdate) error {
	return overtaken(id, s.repo.UpdateRefs(ctx, updates))
}

// touch notes when the branch of a proposal was last moved in this clone.
func (s *Store) touch(ctx context.Context, p *place) error {
	if p.branch.IsZero() {
		return nil
	}
	var err error
	p.touched, err = s.repo.RefMoved(ctx, s.branch(p.id))
	return err
}

// modelHead answers the head of the model branch: of the branch that HEAD names. Where
// HEAD stands on a proposal or on no branch, to look at it, that is the trunk.
func (s *Store) modelHead(ctx context.Context) (repo.Hash, error) {
	hash, _, err := s.modelBranch(ctx)
	return hash, err
}

// modelBranch answers the head of the model branch, and whether that is the trunk: the
// branch that the configuration names, else main or master.
func (s *Store) modelBranch(ctx context.Context) (head repo.Hash, trunk bool, err error) {
	at, err := s.repo.Head(ctx)
	if err != nil {
		return repo.Hash{}, false, err
	}
	names := []string{"main", "master"}
	if set, ok := s.repo.Setting("eik.branch"); ok && set != "" {
		names = []string{strings.TrimPrefix(set, branches)}
	}
	if !at.Detached && !strings.HasPrefix(at.Ref, branches+s.opt.Prefix) {
		return at.Commit, slices.Contains(names, at.Branch), nil
	}
	for _, name := range names {
		if h, err := s.ref(ctx, branches+name); err != nil || !h.IsZero() {
			return h, true, err
		}
	}
	return at.Commit, false, nil
}

// startAt answers what a new proposal begins at: what HEAD names, even where that is no
// branch, but never another proposal.
func (s *Store) startAt(ctx context.Context) (repo.Hash, error) {
	head, err := s.repo.Head(ctx)
	if err != nil || head.Detached {
		return head.Commit, err
	}
	return s.modelHead(ctx)
}
