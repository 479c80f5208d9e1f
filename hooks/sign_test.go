package hooks_test

import (
	"fmt"
	"strings"
	"testing"
)

// agentTrailer and coAuthor are what an agent's commit carries.
const (
	agentTrailer = "Eik-Agent: claude-code/2.1.0"
	coAuthor     = "Co-authored-by: claude-code <claude-code@agents.invalid>"
)

// as commits what a function did to the work tree, with a message, by an author.
func (w *world) as(author, message string, options ...string) {
	w.t.Helper()
	w.Git("add", "-A")
	w.Git(append([]string{"commit", "-q", "--allow-empty", "--author", author, "-m", message}, options...)...)
}

const (
	ada = "Ada <ada@example.com>"
	bob = "Bob <bob@example.com>"
)

// rewritten puts a commit that git itself would not make in the place of the last one.
func (w *world) rewritten(old, text string) {
	w.t.Helper()
	raw := w.Git("cat-file", "commit", "HEAD") + "\n"
	w.Git("reset", "-q", "--hard", w.Feed(strings.Replace(raw, old, text, 1), "hash-object", "-t", "commit", "-w", "--literally", "--stdin"))
}

func TestPushAttributed(t *testing.T) {
	for name, p := range map[string]struct {
		user     map[string]string // the server's environment
		settings []string
		do       func(w *world)
		want     string
	}{
		"named":                      {do: func(w *world) { w.as(ada, "Change") }},
		"an agent's":                 {do: func(w *world) { w.as(ada, "Change\n\n"+agentTrailer+"\n"+coAuthor) }},
		"by nobody":                  {do: func(w *world) { w.as(ada, "Change"); w.rewritten("author "+ada, "author <>") }, want: "names no person"},
		"no address":                 {do: func(w *world) { w.as("Ada <>", "Change") }, want: "names no person"},
		"no name":                    {do: func(w *world) { w.as(ada, "Change"); w.rewritten("author "+ada, "author <ada@example.com>") }, want: "names no person"},
		"characters that hide":       {do: func(w *world) { w.as("Ada\u202e <ada@example.com>", "Change") }, want: "names no person"},
		"an agent as author":         {do: func(w *world) { w.as("claude-code <claude-code@agents.invalid>", "Change") }, want: "its author is an agent"},
		"an agent, no co-author":     {do: func(w *world) { w.as(ada, "Change\n\n"+agentTrailer) }, want: "not as co-author"},
		"a co-author, no agent":      {do: func(w *world) { w.as(ada, "Change\n\n"+coAuthor) }, want: "no trailer Eik-Agent"},
		"another agent as co-author": {do: func(w *world) { w.as(ada, "Change\n\nEik-Agent: other/1\n"+coAuthor) }, want: "not as co-author"},
		"a person as co-author":      {do: func(w *world) { w.as(ada, "Change\n\nCo-authored-by: "+bob) }},
		"on a proposal too": {do: func(w *world) {
			w.as("Ada <>", "Change")
			w.Git("branch", "-f", "proposals/p-1")
			w.Git("reset", "-q", "--hard", "HEAD~")
		}, want: "refs/heads/proposals"},
		"the one who pushes, by address":     {user: map[string]string{"REMOTE_USER": "ADA@example.com"}, do: func(w *world) { w.as(ada, "Change") }},
		"the one who pushes, by name":        {user: map[string]string{"GL_USERNAME": "ada"}, do: func(w *world) { w.as(ada, "Change") }},
		"the one who pushes, in the address": {user: map[string]string{"GL_USERNAME": "ada"}, do: func(w *world) { w.as("Ada Lovelace <ada@example.com>", "Change") }},
		"another than the one who pushes":    {user: map[string]string{"REMOTE_USER": "ada"}, do: func(w *world) { w.as(bob, "Change") }, want: `its author is Bob <bob@example.com>, and "ada" pushes it`},
		"the address that the server has":    {user: map[string]string{"EKGIT_USER": "al"}, settings: []string{"eikuser.al.address=ada@example.com"}, do: func(w *world) { w.as(ada, "Change") }},
		"a name, and the server has more":    {user: map[string]string{"EKGIT_USER": "Ada"}, settings: []string{"eikuser.Ada.address=ada@example.org"}, do: func(w *world) { w.as(ada, "Change") }, want: `"Ada" pushes it`},
		"the address that Gitea has":         {user: map[string]string{"GITEA_PUSHER_NAME": "al", "GITEA_PUSHER_EMAIL": "ada@example.com"}, do: func(w *world) { w.as(ada, "Change") }},
		"another's, accepted":                {user: map[string]string{"REMOTE_USER": "ada"}, do: func(w *world) { w.as(bob, "Change\n\nEik-Proposal: p-1\nEik-Reviewer: "+ada) }},
		"another's, said to be a proposal":   {user: map[string]string{"REMOTE_USER": "ada"}, do: func(w *world) { w.as(bob, "Change\n\nEik-Proposal: p-1") }, want: `"ada" pushes it`},
		"another's, merged": {user: map[string]string{"REMOTE_USER": "ada"}, do: func(w *world) {
			w.Git("switch", "-q", "-c", "side")
			w.as(bob, "Change")
			w.Git("switch", "-q", "main")
			w.Git("merge", "-q", "--no-ff", "-m", "Accept", "side")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := house(t)
			w.set(p.settings...)
			p.do(w)
			for key, value := range p.user {
				t.Setenv(key, value)
			}
			push := []string{"main"}
			if strings.HasPrefix(p.want, "refs/heads/") {
				w.refused("names no person", "proposals/p-1")
			} else if p.want == "" {
				w.taken(push...)
			} else {
				w.refused(p.want, push...)
			}
		})
	}
}

func TestPushSigned(t *testing.T) {
	w := house(t)
	key, stranger := w.key("ada", "ada@example.com"), w.key("stranger", "")
	other := w.key("bob", "bob@example.com")
	w.set("eik.signed=true")
	w.as(ada, "Unsigned")
	w.refused("it needs a signature that counts: there is none", "main")
	w.signsWith(stranger)
	w.Git("commit", "-q", "--amend", "--allow-empty", "-S", "--no-edit")
	w.refused("the allowed signers do not name its key", "main")
	w.signsWith(other)
	w.Git("commit", "-q", "--amend", "--allow-empty", "-S", "--no-edit")
	w.refused("the key that signed it is bob@example.com's", "main")
	w.signsWith(key)
	w.Git("commit", "-q", "--amend", "--allow-empty", "-S", "--no-edit")
	w.taken("main")
	w.as(ada, "Unsigned beside")
	w.taken("main:refs/heads/proposals/p-1")
	w.set("eik.allowedSigners=" + key + "-gone")
	w.Git("commit", "-q", "--amend", "--allow-empty", "-S", "--no-edit")
	before := w.state()
	if out, err := w.Try("push", "origin", "main"); err == nil || !strings.Contains(out, "allowed signers") || w.state() != before {
		t.Errorf("a server that cannot read its signers: %v\n%s", err, out)
	}
	w.server.Git("config", "--unset", "eik.allowedSigners")
	if out, err := w.Try("push", "origin", "main"); err == nil || !strings.Contains(out, "set eik.allowedSigners") {
		t.Errorf("a server that names no signers: %v\n%s", err, out)
	}
}

// proposed makes a proposal of an agent's, as an ordinary branch, and stands on main.
func (w *world) proposed() {
	w.t.Helper()
	w.Git("switch", "-q", "-c", "proposals/p-1")
	w.offset(2500)
	w.as(ada, "Move the door\n\nEik-Proposal: p-1\n"+agentTrailer+"\n"+coAuthor)
	w.Git("switch", "-q", "main")
}

// accepts merges the proposal as a reviewer does.
func (w *world) accepts(reviewer string, options ...string) {
	w.t.Helper()
	w.Git(append([]string{"merge", "-q", "--no-ff", "-m", "Accept\n\nEik-Proposal: p-1\nEik-Reviewer: " + reviewer}, append(options, "proposals/p-1")...)...)
}

// attempts are what an agent with a shell tries, who has a key that nobody allows, one
// that is allowed as an agent's, and everything that Ada ever signed and pushed or not,
// but not Ada's key.
var attempts = map[string]struct {
	do   func(w *world, keys map[string]string)
	push []string
	want string
}{
	"accepting itself": {do: func(w *world, _ map[string]string) { w.proposed(); w.accepts(ada) }, want: "there is none"},
	"accepting itself, with a key nobody allows": {
		do:   func(w *world, k map[string]string) { w.proposed(); w.signsWith(k["stranger"]); w.accepts(ada, "-S") },
		want: "do not name its key",
	},
	"accepting itself, with an agent's key": {
		do:   func(w *world, k map[string]string) { w.proposed(); w.signsWith(k["agent"]); w.accepts(ada, "-S") },
		want: "is an agent's",
	},
	"accepting in the name of the agent's key": {
		do: func(w *world, k map[string]string) {
			w.proposed()
			w.signsWith(k["agent"])
			w.accepts("claude-code <claude-code@agents.invalid>", "-S")
		},
		want: "is an agent's",
	},
	"accepting in another's name": {
		do:   func(w *world, k map[string]string) { w.proposed(); w.signsWith(k["bob"]); w.accepts(ada, "-S") },
		want: "names Ada <ada@example.com> as its reviewer, and bob@example.com signed it",
	},
	"a plain push": {do: func(w *world, _ map[string]string) { w.offset(2500); w.as(ada, "Move") }, want: "there is none"},
	"a plain push past the clone's hooks": {
		do:   func(w *world, _ map[string]string) { w.offset(2500); w.as(ada, "Move", "--no-verify") },
		push: []string{"--no-verify", "main"}, want: "there is none",
	},
	"forged trailers": {
		do: func(w *world, _ map[string]string) {
			w.offset(2500)
			w.as(ada, "Move\n\nEik-Proposal: p-1\nEik-Reviewer: "+ada+"\nSigned-off-by: "+ada)
		},
		want: "there is none",
	},
	"the signature of another commit": {
		do: func(w *world, k map[string]string) {
			w.offset(2500)
			w.as(ada, "Move\n\nEik-Reviewer: "+ada)
			raw := w.Git("cat-file", "commit", "HEAD")
			signature := header(w.Git("cat-file", "commit", "refs/tags/accepted"))
			head, message, _ := strings.Cut(raw, "\n\n")
			w.Git("reset", "-q", "--hard", w.Feed(head+"\n"+signature+"\n\n"+message+"\n", "hash-object", "-t", "commit", "-w", "--stdin"))
		},
		want: "not one over this content",
	},
	"a signed proposal moved onto the branch": {
		do:   func(w *world, _ map[string]string) { w.Git("reset", "-q", "--hard", "refs/tags/proposed") },
		want: "it names no reviewer",
	},
	"an unsigned commit on top of an accepted one": {
		do: func(w *world, _ map[string]string) {
			w.Git("reset", "-q", "--hard", "refs/tags/accepted")
			w.offset(2000)
			w.as(ada, "And more")
		},
		want: `"And more": it needs a signature`,
	},
	"an accepted one merged the other way round": {
		do: func(w *world, _ map[string]string) {
			w.offset(2000)
			w.as(ada, "Mine")
			w.Git("merge", "-q", "-X", "ours", "-m", "Merge", "refs/tags/accepted")
		},
		want: "there is none",
	},
	"the policy changed in the push": {
		do: func(w *world, k map[string]string) {
			w.Write(".gitattributes", "* -text\n")
			w.Write(".gitconfig", "[eik]\n\treview.signed = false\n")
			w.Write("allowed", "ada@example.com ssh-ed25519 AAAA\n")
			switchOff(w)
			w.signsWith(k["stranger"])
			w.as(ada, "Policy\n\nEik-Reviewer: "+ada, "-S")
		},
		want: "do not name its key",
	},
	"settings sent with the push": {
		do:   func(w *world, _ map[string]string) { w.offset(2500); w.as(ada, "Move") },
		push: []string{"-o", "eik.review.signed=false", "--receive-pack=git -c eik.review.signed=false receive-pack", "main"}, want: "there is none",
	},
	"two reviewers": {
		do: func(w *world, k map[string]string) {
			w.signsWith(k["bob"])
			w.as(bob, "Move\n\nEik-Reviewer: "+ada+"\nEik-Reviewer: "+bob, "-S")
		},
		want: "it names no reviewer",
	},
	"another branch first, and then the model's": {
		do: func(w *world, _ map[string]string) {
			w.proposed()
			w.Git("push", "-q", "origin", "proposals/p-1", "proposals/p-1:refs/heads/mine")
		},
		push: []string{"proposals/p-1:main"}, want: "there is none",
	},
}

// header answers the signature of a commit as its header.
func header(commit string) string {
	head, _, _ := strings.Cut(commit, "\n\n")
	_, signature, _ := strings.Cut(head, "\ngpgsig ")
	return "gpgsig " + signature
}

// reviewed is a house whose server wants reviewers' signatures. In the clone lie, as
// tags, an accept that Ada signed and a commit that she signed for a proposal.
func reviewed(t *testing.T) (*world, map[string]string) {
	w := house(t)
	keys := map[string]string{
		"ada": w.key("ada", "ada@example.com"), "bob": w.key("bob", "bob@example.com"),
		"agent": w.key("agent", "claude-code@agents.invalid"), "stranger": w.key("stranger", ""),
	}
	w.set("eik.review.signed=true", "receive.advertisePushOptions=true")
	w.signsWith(keys["ada"])
	w.offset(2700)
	w.as(ada, "Mine\n\nEik-Proposal: p-2", "-S")
	w.Git("tag", "proposed")
	w.Git("reset", "-q", "--hard", "HEAD~")
	w.offset(2600)
	w.as(ada, "Accept\n\nEik-Proposal: p-3\nEik-Reviewer: "+ada, "-S")
	w.Git("tag", "accepted")
	w.Git("reset", "-q", "--hard", "HEAD~")
	w.Git("config", "--unset", "user.signingkey")
	return w, keys
}

func TestPushPastTheReview(t *testing.T) {
	for name, a := range attempts {
		t.Run(name, func(t *testing.T) {
			w, keys := reviewed(t)
			a.do(w, keys)
			if a.push == nil {
				a.push = []string{"main"}
			}
			w.refused(a.want, a.push...)
		})
	}
}

func TestPushReviewed(t *testing.T) {
	w, keys := reviewed(t)
	w.signsWith(keys["ada"])
	w.proposed()
	w.taken("proposals/p-1")
	w.accepts(ada, "-S")
	w.taken("main", "proposals/p-1:refs/eik/closed/p-1", ":proposals/p-1")

	// What a person vouches for may change the rules at once.
	switchOff(w)
	w.breaks()
	w.as(ada, "Fewer rules\n\nEik-Reviewer: "+ada, "-S")
	w.taken("main")

	// Two pairs of eyes, where the server asks for them.
	w.set("eik.review.self=false")
	w.as(ada, "Alone\n\nEik-Reviewer: "+ada, "-S")
	w.refused("somebody else has to accept it", "main")
	w.Git("reset", "-q", "--hard", "HEAD~")
	w.Git("switch", "-q", "-C", "proposals/p-1")
	w.offset(1000)
	w.as(ada, "By Ada")
	w.Git("switch", "-q", "main")
	w.accepts(ada, "-S")
	w.refused("Ada <ada@example.com> made it", "main")
	w.Git("reset", "-q", "--hard", "HEAD~")
	w.signsWith(keys["bob"])
	w.accepts(bob, "-S")
	w.taken("main")
}

// TestPushBySeveralKeys asks for the one of its principals that a key may sign for.
func TestPushByPatterns(t *testing.T) {
	w := house(t)
	key := w.key("team", "*@example.com,!bob@example.com")
	w.set("eik.review.signed=true")
	w.signsWith(key)
	for reviewer, sound := range map[string]bool{ada: true, bob: false} {
		w.as(ada, fmt.Sprintf("By %s\n\nEik-Reviewer: %s", reviewer, reviewer), "-S")
		if sound {
			w.taken("main")
		} else {
			w.refused("names Bob", "main")
			w.Git("reset", "-q", "--hard", "HEAD~")
		}
	}
}
