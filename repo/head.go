package repo

import (
	"context"
	"os"
	"strings"

	"github.com/openeik/ekgit/repo/internal/config"
)

// Head is where a model stands: the branch that it is written on and its last
// commit.
type Head struct {
	Branch    string // "main"; empty where detached
	Ref       string // "refs/heads/main"; empty where detached
	Commit    Hash   // zero where unborn
	Sequence  int    // the branch's first-parent commits; -1 where a shallow clone hides it
	Detached  bool   // HEAD names a commit, no branch
	Unborn    bool   // the branch has no commit yet
	Shallow   bool   // history was cut off when the repository was cloned
	Operation string // what git waits for a person in: "merge", "rebase" ...; else empty
}

// Writable answers nil where the branch may be written, else a DetachedError or an
// InProgressError.
func (h Head) Writable() error {
	switch {
	case h.Operation != "" && h.Operation != "bisect":
		return &InProgressError{h.Operation}
	case h.Detached && h.Operation != "":
		return &InProgressError{h.Operation}
	case h.Detached:
		return &DetachedError{h.Commit}
	}
	return nil
}

// Head answers where the model stands now.
func (m *Model) Head(ctx context.Context) (Head, error) {
	h, err := m.head()
	if err != nil || h.Unborn {
		return h, err
	}
	h.Sequence, err = m.sequence(ctx, h)
	return h, err
}

// sequence answers how many first-parent commits lead to a head.
func (m *Model) sequence(ctx context.Context, h Head) (int, error) {
	if h.Shallow {
		return -1, nil
	}
	return m.reader.history.Sequence(ctx, h.Commit)
}

// head answers all of Head but the sequence.
func (m *Model) head() (Head, error) {
	name := "HEAD"
	if branch, ok := m.config.String("eik.branch"); ok && m.Bare() {
		name = "refs/heads/" + strings.TrimPrefix(branch, "refs/heads/")
	}
	ref, err := m.refs.Resolve(name)
	if err != nil {
		return Head{}, err
	}
	h := Head{Ref: ref.Name, Commit: ref.Hash, Unborn: ref.Hash.IsZero(), Shallow: m.layout.Shallow(), Operation: m.layout.Operation()}
	if ref.Name == "HEAD" {
		h.Ref, h.Detached = "", true
	}
	h.Branch = strings.TrimPrefix(h.Ref, "refs/heads/")
	return h, nil
}

// Identity answers who commits, as git would: from the environment, then from its
// configuration. It is an IdentityError that git knows nobody.
func (m *Model) Identity() (Person, error) {
	settings, err := config.Load(m.layout.Git, m.layout.Common)
	if err != nil {
		return Person{}, err
	}
	p := Person{Name: os.Getenv("GIT_AUTHOR_NAME"), Email: os.Getenv("GIT_AUTHOR_EMAIL")}
	for _, part := range []struct {
		value *string
		key   string
	}{{&p.Name, "name"}, {&p.Email, "email"}} {
		for _, section := range []string{"author.", "user."} {
			if *part.value == "" {
				*part.value, _ = settings.String(section + part.key)
			}
		}
		if *part.value == "" {
			return Person{}, &IdentityError{"user." + part.key}
		}
	}
	return p, nil
}
