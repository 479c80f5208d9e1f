package objects

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Commit is a commit object.
type Commit struct {
	Hash      Hash // where it was read; not part of what Encode writes
	Tree      Hash
	Parents   []Hash
	Author    Signature
	Committer Signature
	Message   string // whole, with its trailers
	GPGSig    string // armoured signature without indents, "" where unsigned
	Encoding  string // of the message, "" for UTF-8
}

// Signature is who did something and when, in the zone it was done in.
type Signature struct {
	Name, Email string
	When        time.Time
}

// Commit answers a commit. It is an error that h names an object of another kind.
func (s *Store) Commit(ctx context.Context, h Hash) (*Commit, error) {
	c, err := s.readKind(ctx, h, KindCommit)
	if err != nil {
		return nil, err
	}
	commit, err := ParseCommit(c.data)
	if err != nil {
		return nil, fmt.Errorf("object %s: %w", h, err)
	}
	commit.Hash = h
	return commit, nil
}

// ParseCommit reads a commit object. Headers it does not know are passed over.
func ParseCommit(data []byte) (*Commit, error) {
	c := &Commit{}
	head, message, _ := bytes.Cut(data, []byte("\n\n"))
	c.Message = string(message)
	lines := strings.Split(strings.TrimSuffix(string(head), "\n"), "\n")
	for i := 0; i < len(lines); {
		key, value, _ := strings.Cut(lines[i], " ")
		for i++; i < len(lines) && strings.HasPrefix(lines[i], " "); i++ {
			value += "\n" + lines[i][1:]
		}
		if err := c.setHeader(key, value); err != nil {
			return nil, fmt.Errorf("commit header %q: %w", key, err)
		}
	}
	if c.Tree.IsZero() || c.Author == (Signature{}) || c.Committer == (Signature{}) {
		return nil, fmt.Errorf("commit without tree, author or committer: %w", ErrCorrupt)
	}
	return c, nil
}

// setHeader reads one header. Of a tree, author or committer the first counts, as for
// git: a second one must not say something else to us than to it.
func (c *Commit) setHeader(key, value string) (err error) {
	switch {
	case key == "tree" && !c.Tree.IsZero(), key == "author" && c.Author != (Signature{}), key == "committer" && c.Committer != (Signature{}):
		return nil
	}
	switch key {
	case "tree":
		c.Tree, err = parseHash(value)
	case "parent":
		var h Hash
		h, err = parseHash(value)
		c.Parents = append(c.Parents, h)
	case "author":
		c.Author, err = parseSignature(value)
	case "committer":
		c.Committer, err = parseSignature(value)
	case "gpgsig":
		c.GPGSig = value
	case "encoding":
		c.Encoding = value
	}
	return err
}

func parseHash(text string) (h Hash, err error) {
	if n, err := hex.Decode(h[:], []byte(text[:min(len(text), 2*len(h))])); err != nil || n != len(h) || len(text) != 2*len(h) {
		return Hash{}, fmt.Errorf("%q is no object name: %w", text, ErrCorrupt)
	}
	return h, nil
}

// parseSignature reads "<name> <<email>> <seconds> <zone>". Old tools wrote odd
// ones; what cannot be read of the time is left at the epoch.
func parseSignature(text string) (Signature, error) {
	open := strings.IndexByte(text, '<')
	shut := strings.LastIndexByte(text, '>')
	if open < 0 || shut < open {
		return Signature{}, fmt.Errorf("%q names no one: %w", text, ErrCorrupt)
	}
	s := Signature{Name: strings.TrimSpace(text[:open]), Email: text[open+1 : shut], When: time.Unix(0, 0).UTC()}
	seconds, zone, _ := strings.Cut(strings.TrimSpace(text[shut+1:]), " ")
	if n, err := strconv.ParseInt(seconds, 10, 64); err == nil {
		s.When = time.Unix(n, 0).In(parseZone(zone))
	}
	return s, nil
}

func parseZone(zone string) *time.Location {
	n, err := strconv.Atoi(zone)
	if err != nil || n == 0 || n < -9959 || n > 9959 {
		return time.UTC
	}
	return time.FixedZone("", (n/100*60+n%100)*60)
}

// Encode writes the commit as an object, its signature included. A signature is
// made over the encoding of the commit without one. It is an error that a name or
// an address would break the header it stands in.
func (c *Commit) Encode() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "tree %s\n", c.Tree)
	for _, p := range c.Parents {
		fmt.Fprintf(&b, "parent %s\n", p)
	}
	for _, who := range []struct {
		role string
		Signature
	}{{"author", c.Author}, {"committer", c.Committer}} {
		if strings.ContainsAny(who.Name+who.Email, "<>\n\x00") {
			return nil, fmt.Errorf("%s %q <%s>: a name and an address hold no <, > or line break", who.role, who.Name, who.Email)
		}
		fmt.Fprintf(&b, "%s %s <%s> %d %s\n", who.role, who.Name, who.Email, who.When.Unix(), who.When.Format("-0700"))
	}
	if c.Encoding != "" {
		fmt.Fprintf(&b, "encoding %s\n", c.Encoding)
	}
	if c.GPGSig != "" {
		fmt.Fprintf(&b, "gpgsig %s\n", strings.ReplaceAll(strings.TrimSuffix(c.GPGSig, "\n"), "\n", "\n "))
	}
	b.WriteByte('\n')
	b.WriteString(c.Message)
	return b.Bytes(), nil
}

// Peel answers the commit that an object is or, through annotated tags, names.
func (s *Store) Peel(ctx context.Context, h Hash) (*Commit, error) {
	for range 16 {
		c, err := s.read(ctx, h, maxObject)
		if err != nil {
			return nil, err
		}
		if c.kind != KindTag {
			return s.Commit(ctx, h)
		}
		line, _, _ := strings.Cut(string(c.data), "\n")
		target, ok := strings.CutPrefix(line, "object ")
		if !ok {
			return nil, fmt.Errorf("tag %s names no object: %w", h, ErrCorrupt)
		}
		if h, err = parseHash(target); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("tag %s leads to no commit: %w", h, ErrCorrupt)
}
