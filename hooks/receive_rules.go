package hooks

import (
	"context"
	"maps"
	"path"
	"strings"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/repo"
)

// measure is what a push is held to: the rules and waivers that the model branch had
// before it, so that nothing in the push softens what the push is judged by. What a
// person vouches for with their key counts at once, and so does a waiver that a
// reviewer's commit names.
type measure struct {
	base   *model.Snapshot // nil where the branch had no model
	waives map[string]bool // findings that reviewers of this push accept
}

// begin measures by a commit.
func (s *measure) begin(ctx context.Context, m *repo.Model, head repo.Hash) (err error) {
	if s.base = nil; head.IsZero() {
		return nil
	}
	ok, err := m.HasModel(ctx, head)
	if err == nil && ok {
		s.base, err = m.At(ctx, head)
	}
	return err
}

// waived lets the waivers count that a reviewer's commit names, in it and in what it
// merges.
func (s *measure) waived(c *repo.Commit) {
	if c.Trailer("Eik-Reviewer") == "" {
		return
	}
	if s.waives == nil {
		s.waives = map[string]bool{}
	}
	for _, t := range c.Trailers() {
		if strings.EqualFold(t.Key, "Eik-Waived") {
			finding, _, _ := strings.Cut(t.Value, " ")
			s.waives[finding] = true
		}
	}
}

// held answers a snapshot with the rules and waivers that it is held to.
func (s *measure) held(of *model.Snapshot) *model.Snapshot {
	if s.base == nil || of == s.base {
		return of
	}
	edits := map[string]*model.File{}
	if f := s.manifest(of); f != nil {
		edits[model.ManifestName] = f
	}
	maps.Copy(edits, s.waivers(of))
	if len(edits) == 0 {
		return of
	}
	return of.WithFiles(edits)
}

// manifest answers the manifest of a snapshot with the rules of the base, nil where it
// has them.
func (s *measure) manifest(of *model.Snapshot) *model.File {
	const member = "rules"
	now, base := of.Manifest(), s.base.Manifest()
	if now == base || now == nil || base == nil || !now.Readable() || model.Equal(now.Object.Get(member), base.Object.Get(member)) {
		return nil
	}
	object := now.Object.Without(member)
	if rules, ok := base.Object.Lookup(member); ok {
		object = object.With(member, rules)
	}
	data := model.EncodeManifest(object)
	return of.Schema().NewFile(model.ManifestName, model.RawFile{
		Name: model.ManifestName, Size: int64(len(data)), Data: data, Revision: model.RevisionOf(data),
	})
}

// waivers answers the files of waivers that count otherwise than in a snapshot.
func (s *measure) waivers(of *model.Snapshot) map[string]*model.File {
	const folder = "waivers"
	now, base := of.Folder(folder), s.base.Folder(folder)
	if now == nil && base == nil || now != nil && base != nil && now.Key() == base.Key() {
		return nil
	}
	edits := map[string]*model.File{}
	for _, f := range filesOf(now) {
		if !s.waives[strings.TrimSuffix(f.Name(), ".json")] {
			edits[f.Path] = nil
		}
	}
	for _, f := range filesOf(base) {
		if now == nil || now.File(path.Base(f.Path)) == nil || !s.waives[strings.TrimSuffix(f.Name(), ".json")] {
			edits[f.Path] = f
		}
	}
	return edits
}

func filesOf(f *model.Folder) []*model.File {
	if f == nil {
		return nil
	}
	return f.Files()
}

// everyError, unaccepted and unreadable say which new errors count: of a step of the
// model branch, of what it merges, and of a proposal.
func everyError(model.Finding) bool { return true }

func (s *measure) unaccepted(f model.Finding) bool { return !s.waives[f.Fingerprint] }

func unreadable(f model.Finding) bool { return strings.HasPrefix(f.Rule, "file.") }

// examine refuses a commit for the errors that none of its parents has. A commit without a
// parent that holds the model is the import of one, and is taken as it stands.
func (r *receiver) examine(ctx context.Context, ref string, c *repo.Commit, parents []repo.Hash, counts func(model.Finding) bool) error {
	var before []*model.Snapshot
	for _, p := range parents {
		ok, err := r.m.HasModel(ctx, p)
		if err != nil {
			return err
		}
		if ok {
			s, err := r.m.At(ctx, p)
			if err != nil {
				return err
			}
			before = append(before, s)
		}
	}
	if len(before) == 0 {
		return nil
	}
	ok, err := r.m.HasModel(ctx, c.Hash)
	if err != nil {
		return err
	}
	if !ok {
		r.refuse(Refusal{Ref: ref, Commit: c.Hash, Subject: c.Subject(), File: path.Join(r.m.Prefix(), model.ManifestName), Why: "the model would be gone", Hint: "put eik.json back"})
		return nil
	}
	after, err := r.m.At(ctx, c.Hash)
	if err != nil {
		return err
	}
	found, err := r.brought(ctx, before, after)
	if err != nil {
		return err
	}
	also := ""
	if r.measure.held(after) != after {
		also = "; rules and waivers that a push changes count from the next push on"
	}
	for _, f := range found {
		if counts(f) {
			refusal := r.broken(ref, c, f)
			refusal.Hint += also
			r.refuse(refusal)
		}
	}
	return nil
}

// brought answers the errors that a snapshot has and none of those before it.
func (r *receiver) brought(ctx context.Context, before []*model.Snapshot, after *model.Snapshot) ([]model.Finding, error) {
	held := make([]*model.Snapshot, len(before))
	for i, b := range before {
		held[i] = r.measure.held(b)
	}
	return newErrors(ctx, held, r.measure.held(after), r.now)
}

func (r *receiver) broken(ref string, c *repo.Commit, f model.Finding) Refusal {
	hint := "mend it and amend the commit; ek validate shows all"
	if len(f.Fix) > 0 {
		hint = "ek execute '" + string(f.Fix) + "' mends it; then amend the commit"
	}
	return Refusal{Ref: ref, Commit: c.Hash, Subject: c.Subject(), File: path.Join(r.m.Prefix(), f.File), Rule: f.Rule, Why: f.Message, Hint: hint}
}
