package refs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/openeik/ekgit/repo/internal/lockfile"
	"github.com/openeik/ekgit/repo/internal/steps"
)

// packed is what a packed-refs file holds. It is immutable.
type packed struct {
	info fs.FileInfo
	refs []Ref // by name
}

// readPacked answers the packed refs, kept from the last time where the file is
// the same by stat.
func (s *Store) readPacked() (*packed, error) {
	path := s.path("packed-refs")
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &packed{}, nil
	}
	if err != nil {
		return nil, err
	}
	if p := s.packed.Load(); p != nil && sameFile(p.info, info) {
		return p, nil
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &packed{}, nil
	}
	if err != nil {
		return nil, err
	}
	refs, err := parsePacked(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	p := &packed{info, refs}
	s.packed.Store(p)
	return p, nil
}

// sameFile tells whether a file that is only ever replaced is still the same, as
// git tells it.
func sameFile(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

func parsePacked(raw []byte) ([]Ref, error) {
	var refs []Ref
	n := 0
	for raw := range bytes.Lines(raw) {
		n++
		line := strings.TrimSuffix(string(raw), "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '^' {
			peeled, err := parseHash(line[1:])
			if err != nil || len(refs) == 0 {
				return nil, fmt.Errorf("line %d is no peeled id: %q", n, line)
			}
			refs[len(refs)-1].Peeled = peeled
			continue
		}
		id, name, ok := strings.Cut(line, " ")
		hash, err := parseHash(id)
		if !ok || err != nil {
			return nil, fmt.Errorf("line %d is not an id and a name: %q", n, line)
		}
		refs = append(refs, Ref{Name: name, Hash: hash})
	}
	if !sort.SliceIsSorted(refs, func(i, j int) bool { return refs[i].Name < refs[j].Name }) {
		sort.SliceStable(refs, func(i, j int) bool { return refs[i].Name < refs[j].Name })
	}
	return refs, nil
}

// from answers the first ref whose name is not before the one given.
func (p *packed) from(name string) int {
	return sort.Search(len(p.refs), func(i int) bool { return p.refs[i].Name >= name })
}

func (p *packed) get(name string) (Ref, bool) {
	if i := p.from(name); i < len(p.refs) && p.refs[i].Name == name {
		return p.refs[i], true
	}
	return Ref{}, false
}

// under answers the refs whose names begin with the prefix.
func (p *packed) under(prefix string) []Ref {
	i := p.from(prefix)
	j := i
	for j < len(p.refs) && strings.HasPrefix(p.refs[j].Name, prefix) {
		j++
	}
	return p.refs[i:j]
}

// without answers the bytes of a packed-refs file without some refs.
func without(raw []byte, gone map[string]bool) []byte {
	var kept bytes.Buffer
	skipping := false
	for line := range bytes.Lines(raw) {
		if line[0] != '^' {
			_, name, _ := bytes.Cut(bytes.TrimRight(line, "\n"), []byte(" "))
			skipping = line[0] != '#' && gone[string(name)]
		}
		if !skipping {
			kept.Write(line)
		}
	}
	return kept.Bytes()
}

// Pack moves loose refs below a prefix that ends in a slash into packed-refs, where
// reading ten thousand costs what reading one does. The caller alone moves packed-refs;
// alone calls a function while it alone moves a ref, or does not where somebody else
// does. What is moved meanwhile stays loose.
func (s *Store) Pack(ctx context.Context, mark *lockfile.Mark, prefix string, wait time.Duration, alone func(name string, do func() error) error) (err error) {
	lock, err := mark.Take(ctx, s.LockPath("packed-refs"), wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	loose := map[string]Ref{}
	broken := func(string, error) {} // stays as it is
	if err := s.listLoose(prefix, loose, broken); err != nil || len(loose) == 0 {
		return err
	}
	packed, err := s.readPacked()
	if err != nil {
		return err
	}
	all := map[string]Ref{}
	for _, ref := range packed.refs {
		all[ref.Name] = ref
	}
	for name, ref := range loose {
		if ref.Target != "" {
			delete(loose, name) // what it leads to may move
			continue
		}
		all[name] = ref
	}
	if err := steps.Replace(s.fs, s.path("packed-refs"), s.next("packed-refs"), encodePacked(all)); err != nil {
		return err
	}
	for name, ref := range loose {
		if err := alone(name, func() error { return s.dropLoose(ctx, mark, name, ref.Hash) }); err != nil {
			return err
		}
	}
	return nil
}

// dropLoose takes away a loose ref that is packed, unless it was moved since.
func (s *Store) dropLoose(ctx context.Context, mark *lockfile.Mark, name string, packed Hash) (err error) {
	lock, err := mark.Take(ctx, s.LockPath(name), 0)
	var held *lockfile.HeldError
	if errors.As(err, &held) {
		return nil // git moves it
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	if ref, err := s.readLoose(name); err != nil || ref.Hash != packed {
		return nil
	}
	return steps.RemoveAny(s.fs, s.path(name))
}

// encodePacked writes refs as git does. Nothing is claimed of tags that are not
// peeled.
func encodePacked(refs map[string]Ref) []byte {
	names := slices.Sorted(maps.Keys(refs))
	var b bytes.Buffer
	b.WriteString("# pack-refs with: sorted \n")
	for _, name := range names {
		fmt.Fprintf(&b, "%s %s\n", refs[name].Hash, name)
		if peeled := refs[name].Peeled; !peeled.IsZero() {
			fmt.Fprintf(&b, "^%s\n", peeled)
		}
	}
	return b.Bytes()
}
