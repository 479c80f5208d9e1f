package repo

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/repo/internal/objects"
	"github.com/openeik/ekgit/repo/internal/refs"
)

// RevisionError says that a text names no commit, or several.
type RevisionError struct {
	At         string // the text
	Why        string
	Candidates []string // the commits it may mean, where it means several
	Known      []string // branches and tags, where it is none of them
}

// Error implements error.
func (e *RevisionError) Error() string {
	hint := "send a commit, a sequence number, a tag, a branch or HEAD~n"
	if len(e.Candidates) > 0 {
		hint = "it may be " + strings.Join(e.Candidates, ", ") + "; send more digits"
	}
	return fmt.Sprintf("%q names no commit here: %s; %s", e.At, e.Why, hint)
}

// steps are what may follow a name: ~n and ^n, any number of them.
var revision = regexp.MustCompile(`^(.*?)((?:~[0-9]*|\^\{commit\}|\^[0-9]*)*)$`)

var step = regexp.MustCompile(`~[0-9]*|\^\{commit\}|\^[0-9]*`)

// resolver finds the commit that a person or an agent means.
type resolver struct {
	*reader
	refs *refs.Store
	head Hash // of the model branch, zero where it has no commit yet
}

// resolve reads, in this order: HEAD (and nothing at all), a whole commit name, a
// sequence number of the model branch, a ref as git finds it, the first digits of a
// commit. Then it goes back as ~ and ^ say.
func (r resolver) resolve(ctx context.Context, at string) (*Commit, error) {
	match := revision.FindStringSubmatch(at)
	h, err := r.base(ctx, at, match[1])
	if err != nil {
		return nil, err
	}
	for _, s := range step.FindAllString(match[2], -1) {
		if h, err = r.back(ctx, at, h, s); err != nil {
			return nil, err
		}
	}
	return r.commit(ctx, h)
}

func (r resolver) base(ctx context.Context, at, name string) (Hash, error) {
	if name == "" || name == "HEAD" || name == "@" {
		if r.head.IsZero() {
			return Hash{}, &RevisionError{At: at, Why: "the branch has no commit yet"}
		}
		return r.head, nil
	}
	if len(name) == 2*len(Hash{}) && hexDigits.MatchString(name) {
		return r.peel(ctx, at, name)
	}
	if n, err := strconv.Atoi(name); err == nil && !r.head.IsZero() && name[0] != '+' {
		h, ok, err := r.history.AtSequence(ctx, r.head, n)
		if err != nil || ok {
			return h, err
		}
	}
	if h, ok, err := r.ref(ctx, name); err != nil || ok {
		return h, err
	}
	return r.peel(ctx, at, name)
}

var hexDigits = regexp.MustCompile(`^[0-9a-fA-F]+$`)

// specialRef is a ref that lies in the git directory itself, such as ORIG_HEAD.
var specialRef = regexp.MustCompile(`^[A-Z][A-Z_]*$`)

// ref looks for a ref where git does. Tags lead to what they name.
func (r resolver) ref(ctx context.Context, name string) (Hash, bool, error) {
	for _, pattern := range []string{"%s", "refs/%s", "refs/tags/%s", "refs/heads/%s", "refs/remotes/%s", "refs/remotes/%s/HEAD"} {
		full := fmt.Sprintf(pattern, name)
		if refs.CheckName(full) != nil && !specialRef.MatchString(full) {
			continue
		}
		ref, err := r.refs.Read(full)
		if errors.Is(err, refs.ErrNotFound) {
			continue
		}
		if err == nil && ref.Target != "" {
			ref, err = r.refs.Resolve(full)
		}
		if err != nil {
			return Hash{}, false, err
		}
		if ref.Hash.IsZero() {
			continue
		}
		c, err := r.objects.Peel(ctx, ref.Hash)
		if errors.Is(err, objects.ErrKind) {
			return Hash{}, false, &RevisionError{At: name, Why: full + " names no commit"}
		}
		if err != nil {
			return Hash{}, false, err
		}
		return c.Hash, true, nil
	}
	return Hash{}, false, nil
}

// mostKnown is how many branches and tags an error names.
const mostKnown = 1000

// known answers the short names of branches and tags.
func (r resolver) known() ([]string, error) {
	var names []string
	for _, prefix := range []string{"refs/heads/", "refs/tags/", "refs/remotes/"} {
		list, err := r.refs.List(prefix, func(string, error) {}) // one that cannot be read is no name to offer
		if err != nil {
			return nil, err
		}
		for _, ref := range list {
			names = append(names, strings.TrimPrefix(ref.Name, prefix))
		}
	}
	return names[:min(len(names), mostKnown)], nil
}

// peel finds a commit by the first digits of its name or of a tag's that leads to it.
func (r resolver) peel(ctx context.Context, at, digits string) (Hash, error) {
	if !hexDigits.MatchString(digits) {
		known, err := r.known()
		return Hash{}, errors.Join(err, &RevisionError{At: at, Why: "there is no such tag or branch", Known: known})
	}
	if len(digits) < objects.MinPrefix {
		return Hash{}, &RevisionError{At: at, Why: "there is no such sequence number, tag or branch, and a commit needs four digits at least"}
	}
	found, err := r.objects.ByPrefix(ctx, digits)
	if err != nil {
		return Hash{}, err
	}
	switch len(found) {
	case 0:
		return Hash{}, &RevisionError{At: at, Why: "there is no such sequence number, tag, branch or commit"}
	case 1:
		c, err := r.objects.Peel(ctx, found[0])
		if err != nil {
			return Hash{}, err
		}
		return c.Hash, nil
	}
	many := &RevisionError{At: at, Why: fmt.Sprintf("%d commits begin so", len(found))}
	for _, h := range found {
		many.Candidates = append(many.Candidates, h.String())
	}
	return Hash{}, many
}

// back goes from a commit to an ancestor: ~n is n first parents back, ^n the nth
// parent.
func (r resolver) back(ctx context.Context, at string, h Hash, step string) (Hash, error) {
	n := 1
	if digits := strings.Trim(step, "~^"); digits == "{commit}" {
		n = 0
	} else if digits != "" {
		var err error
		if n, err = strconv.Atoi(digits); err != nil {
			return Hash{}, &RevisionError{At: at, Why: "it goes back too far"}
		}
	}
	times, parent := n, 1
	if step[0] == '^' {
		times, parent = min(n, 1), n
	}
	for range times {
		c, err := r.objects.Commit(ctx, h)
		if err != nil {
			return Hash{}, err
		}
		cut, err := r.history.IsCut(h)
		if err != nil {
			return Hash{}, err
		}
		if cut || parent > len(c.Parents) {
			return Hash{}, &RevisionError{At: at, Why: fmt.Sprintf("%s has no such parent", h)}
		}
		h = c.Parents[parent-1]
	}
	return h, nil
}
