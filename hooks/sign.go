package hooks

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/openeik/ekgit/repo"
)

// agents is the domain of the addresses that agents have: no person's, by its name.
const agents = "@agents.invalid"

// The longest name, address and agent that are taken, in characters.
const longestName = 200

// authored refuses a commit that does not say who made it, where that is asked: a
// person, and with the agent's name both trailers that tell of it.
func (r *receiver) authored(ref string, c *repo.Commit) {
	if !r.policy.attributed {
		return
	}
	refuse := func(why, hint string) {
		r.refuse(Refusal{Ref: ref, Commit: c.Hash, Subject: c.Subject(), Why: why, Hint: hint})
	}
	const amend = `git commit --amend --author="Name <name@example.org>"`
	switch {
	case !presentable(c.Author.Name) || !presentable(c.Author.Email):
		refuse(fmt.Sprintf("its author %q <%s> names no person", c.Author.Name, c.Author.Email), amend)
	case strings.HasSuffix(strings.ToLower(c.Author.Email), agents):
		refuse("its author is an agent: the author is the person for whom it acts", amend+`, and the trailer "Eik-Agent: name/version"`)
	}
	if why := agentTrailers(c); why != "" {
		refuse(why, `give both trailers, "Eik-Agent: name/version" and "Co-authored-by: name <name`+agents+`>", or none`)
	}
}

func presentable(name string) bool {
	return strings.TrimSpace(name) != "" && utf8.RuneCountInString(name) <= longestName &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// agentTrailers says what is wrong with the trailers that tell of agents.
func agentTrailers(c *repo.Commit) string {
	named, coAuthors := map[string]bool{}, map[string]bool{}
	for _, t := range c.Trailers() {
		switch {
		case strings.EqualFold(t.Key, "Eik-Agent"):
			name, _, _ := strings.Cut(t.Value, "/")
			if !presentable(t.Value) || !presentable(name) {
				return fmt.Sprintf("its trailer Eik-Agent %q names no agent", t.Value)
			}
			named[strings.TrimSpace(name)] = true
		case strings.EqualFold(t.Key, "Co-authored-by") && strings.Contains(strings.ToLower(t.Value), agents):
			name, _, _ := strings.Cut(t.Value, "<")
			coAuthors[strings.TrimSpace(name)] = true
		}
	}
	for name := range named {
		if !coAuthors[name] {
			return fmt.Sprintf("it names the agent %q, and not as co-author", name)
		}
	}
	for name := range coAuthors {
		// Who accepts a proposal is no agent, and names the agents of what is accepted.
		if !named[name] && c.Trailer("Eik-Reviewer") == "" {
			return fmt.Sprintf("it has the agent %q as co-author, and no trailer Eik-Agent", name)
		}
	}
	return ""
}

// pushedBy refuses a step of the model branch by another person than the one who
// pushes: its author, or, for what came through a proposal, the reviewer who committed
// it.
func (r *receiver) pushedBy(ref string, c *repo.Commit) {
	who := r.policy.pusher
	if !r.policy.attributed || !who.known() || who.is(c.Author) {
		return
	}
	if c.Trailer("Eik-Proposal") != "" && who.is(c.Committer) && who.is(reviewer(c)) {
		return
	}
	r.refuse(Refusal{Ref: ref, Commit: c.Hash, Subject: c.Subject(),
		Why:  fmt.Sprintf("its author is %s <%s>, and %q pushes it", c.Author.Name, c.Author.Email, who.login),
		Hint: "who made it pushes it, or accepts it as a proposal; the server maps logins by eikuser.<login>.address"})
}

// reviewer answers who accepted, as the commit says: one person, or nobody.
func reviewer(c *repo.Commit) repo.Person {
	var found repo.Person
	for _, t := range c.Trailers() {
		if !strings.EqualFold(t.Key, "Eik-Reviewer") {
			continue
		}
		address, err := mail.ParseAddress(t.Value)
		if err != nil || found != (repo.Person{}) {
			return repo.Person{}
		}
		found = repo.Person{Name: address.Name, Email: address.Address}
	}
	return found
}

// signed refuses a commit without the signature that is asked of it, and tells whether
// a person vouches for it as its reviewer.
func (r *receiver) signed(ctx context.Context, ref string, c *repo.Commit, onLine bool, commits map[repo.Hash]*repo.Commit) (vouched bool, err error) {
	p := r.policy
	if !p.signed && !(p.reviewed && onLine) {
		return false, nil
	}
	refuse := func(why, hint string) {
		r.refuse(Refusal{Ref: ref, Commit: c.Hash, Subject: c.Subject(), Why: why, Hint: hint})
	}
	signer, err := r.m.Signer(ctx, c.Hash, p.signers)
	var no *repo.SignatureError
	if errors.As(err, &no) {
		refuse("it needs a signature that counts: "+no.Err.Error(), "git commit --amend -S with gpg.format ssh and a key that the server allows")
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if p.signed && !signer.Is(c.Author.Email) && !signer.Is(c.Committer.Email) {
		refuse(fmt.Sprintf("the key that signed it is %s's, neither its author's nor its committer's", strings.Join(signer.Principals, " or ")), "sign with your own key")
		return false, nil
	}
	if !p.reviewed || !onLine {
		return false, nil
	}
	if why, hint := p.unreviewed(c, signer, commits); why != "" {
		refuse(why, hint)
		return false, nil
	}
	return true, nil
}

// unreviewed answers why a signed step of the model branch is no reviewer's. That the
// commit itself names its reviewer matters: a person's signature on a commit of a
// proposal, moved onto the branch by someone else, says only who made it.
func (p *policy) unreviewed(c *repo.Commit, signer repo.Signer, commits map[repo.Hash]*repo.Commit) (why, hint string) {
	who := reviewer(c)
	switch {
	case slices.ContainsFunc(signer.Principals, func(list string) bool { return strings.Contains(strings.ToLower(list), agents) }):
		return "the key that signed it is an agent's, and a person has to accept", "let a person run ek accept"
	case who == (repo.Person{}):
		return "it names no reviewer (one trailer Eik-Reviewer)", `ek accept names one; for a commit made by hand: git commit --amend -S --trailer "Eik-Reviewer: Name <name@example.org>"`
	case !signer.Is(who.Email):
		return fmt.Sprintf("it names %s <%s> as its reviewer, and %s signed it", who.Name, who.Email, strings.Join(signer.Principals, " or ")), "the reviewer signs, with a key that the server allows"
	}
	if !p.self {
		for _, made := range madeBy(c, commits) {
			if signer.Is(made.Email) || strings.EqualFold(made.Email, who.Email) {
				return fmt.Sprintf("%s <%s> made it, and somebody else has to accept it (eik.review.self is false)", made.Name, made.Email), "let another person run ek accept"
			}
		}
	}
	return "", ""
}

// madeBy answers the authors of what a step of the model branch takes: of every commit
// that it merges, else its own.
func madeBy(c *repo.Commit, commits map[repo.Hash]*repo.Commit) []repo.Person {
	if len(c.Parents) < 2 {
		return []repo.Person{c.Author}
	}
	var people []repo.Person
	seen := map[repo.Hash]bool{}
	for todo := slices.Clone(c.Parents[1:]); len(todo) > 0; todo = todo[1:] {
		side := commits[todo[0]]
		if side == nil || seen[side.Hash] {
			continue
		}
		seen[side.Hash] = true
		people = append(people, side.Author)
		todo = append(todo, side.Parents...)
	}
	return people
}
