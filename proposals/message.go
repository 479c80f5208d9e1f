package proposals

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/openeik/ekgit/repo"
)

// The trailers by which commits tell of proposals.
const (
	trailerProposal    = "Eik-Proposal"    // the proposal that a commit is of, or took
	trailerTitle       = "Eik-Title"       // what a proposal is called from this commit on
	trailerDescription = "Eik-Description" // how many lines at the start of the body describe it
	trailerHead        = "Eik-Head"        // the proposal's head that a commit of the model branch took
	trailerPart        = "Eik-Part"        // what alone of it was taken; one trailer a record
	trailerReviewer    = "Eik-Reviewer"
	trailerWaived      = "Eik-Waived"
	trailerClosed      = "Eik-Closed" // the state that a closing commit gives
	trailerInto        = "Eik-Into"   // the commit of the model branch that took it
	trailerBase        = "Eik-Base"   // the commit that another was made on
	trailerAgent       = "Eik-Agent"
	trailerRequest     = "Eik-Request"
	trailerCoAuthor    = "Co-authored-by"
)

// hashOf reads the whole name of a commit, the zero hash where the text is none.
func hashOf(text string) repo.Hash {
	var h repo.Hash
	if raw, err := hex.DecodeString(text); err == nil && len(raw) == len(h) {
		copy(h[:], raw)
	}
	return h
}

// trailersOf answers the values of every trailer of a key, each once.
func trailersOf(c *repo.Commit, key string) []string {
	var values []string
	for _, t := range c.Trailers() {
		if strings.EqualFold(t.Key, key) && !slices.Contains(values, t.Value) {
			values = append(values, t.Value)
		}
	}
	return values
}

// withTrailers adds trailers that are not there yet.
func withTrailers(all []repo.Trailer, more ...repo.Trailer) []repo.Trailer {
	all = slices.Clone(all)
	for _, t := range more {
		if t.Value != "" && !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

// describe reads what a proposal is called, and by whom it is, from its commits, the
// newest first.
func (p *Proposal) describe(commits []*repo.Commit) {
	p.Commits = len(commits)
	if len(commits) == 0 {
		p.Title, p.Titled = p.ID, true
		return
	}
	first := commits[len(commits)-1]
	p.Person, p.Agent, p.Created = first.Author, first.Trailer(trailerAgent), first.Authored
	p.Title = first.Subject()
	// A commit made by hand knows nothing of titles: its subject was meant as one.
	p.Titled = first.Trailer(trailerProposal) == ""
	named := func(key string) int {
		return slices.IndexFunc(commits, func(c *repo.Commit) bool { return c.Trailer(key) != "" })
	}
	if i := named(trailerTitle); i >= 0 {
		p.Title, p.Titled = commits[i].Trailer(trailerTitle), true
	}
	if i := named(trailerDescription); i >= 0 {
		p.Description = described(commits[i])
	}
}

// described answers the description that a commit gives to its proposal.
func described(c *repo.Commit) string {
	count, err := strconv.Atoi(c.Trailer(trailerDescription))
	lines := strings.Split(c.Body(), "\n")
	if err != nil || count < 0 || count > len(lines) {
		return ""
	}
	return strings.Join(lines[:count], "\n")
}

// entitle makes a commit's message give its proposal a title and a description.
func entitle(plan *repo.Plan, title, description string, first bool) {
	description = repo.Body(description)
	if title == "" && description == "" {
		return
	}
	if first && title != "" {
		plan.Subject = title
	}
	plan.Trailers = withTrailers(plan.Trailers, repo.Trailer{Key: trailerTitle, Value: title})
	if description != "" {
		lines := strconv.Itoa(strings.Count(description, "\n") + 1)
		plan.Trailers = withTrailers(plan.Trailers, repo.Trailer{Key: trailerDescription, Value: lines})
		plan.Body = paragraphs(description, plan.Body)
	}
}

// paragraphs joins texts that are not empty by empty lines.
func paragraphs(texts ...string) string {
	texts = slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return strings.TrimSpace(s) == "" })
	return strings.Join(texts, "\n\n")
}

// aboutTaking are the trailers that say how the model branch took a proposal. Where one
// of its own commits has them they are of another time, or made up.
var aboutTaking = []string{trailerHead, trailerPart, trailerReviewer, trailerWaived, trailerClosed, trailerInto}

// without answers trailers without those of some keys.
func without(trailers []repo.Trailer, keys ...string) []repo.Trailer {
	return slices.DeleteFunc(slices.Clone(trailers), func(t repo.Trailer) bool {
		return slices.ContainsFunc(keys, func(key string) bool { return strings.EqualFold(key, t.Key) })
	})
}

// union answers the trailers of a proposal's commits that still say something of a
// commit that takes them all: who and what made them, once each, the oldest first.
func union(commits []*repo.Commit) []repo.Trailer {
	var all []repo.Trailer
	for _, c := range slices.Backward(commits) {
		own := without(c.Trailers(), append([]string{trailerProposal, trailerTitle, trailerDescription, trailerBase}, aboutTaking...)...)
		all = withTrailers(all, own...)
	}
	return all
}

// coAuthors answers who else has a hand in what a commit takes.
func coAuthors(commits []*repo.Commit) []repo.Trailer {
	var all []repo.Trailer
	for _, c := range slices.Backward(commits) {
		for _, name := range trailersOf(c, trailerCoAuthor) {
			all = withTrailers(all, repo.Trailer{Key: trailerCoAuthor, Value: name})
		}
	}
	return all
}
