package hooks

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/openeik/ekgit/repo"
)

// policy is what a server demands of a push. It comes from the server's git
// configuration and from the environment in which the server runs its hooks, never
// from what is pushed.
type policy struct {
	branch     string // full name of the model branch
	proposals  string // full prefix of the branches of proposals
	attributed bool   // eik.attributed, unless it is false: authors are named, and are who pushes
	signed     bool   // eik.signed: every commit of the model branch is signed
	reviewed   bool   // eik.review.signed: every step of the model branch is signed by its reviewer
	self       bool   // eik.review.self: a reviewer may take what they made themselves
	signers    *repo.Signers
	pusher     pusher
}

// readPolicy reads what the server of a repository demands.
func readPolicy(m *repo.Model, branch string, getenv func(string) string) (*policy, error) {
	prefix, ok := m.Setting("eik.proposals.prefix")
	if !ok {
		prefix = "proposals/"
	}
	p := &policy{
		branch: branch, proposals: "refs/heads/" + prefix,
		attributed: m.SettingBool("eik.attributed", true), signed: m.SettingBool("eik.signed", false),
		reviewed: m.SettingBool("eik.review.signed", false), self: m.SettingBool("eik.review.self", true),
		pusher: readPusher(m, getenv),
	}
	if !p.signed && !p.reviewed {
		return p, nil
	}
	file, _ := m.Setting("eik.allowedSigners")
	if file == "" {
		file, _ = m.Setting("gpg.ssh.allowedSignersFile")
	}
	if file == "" {
		return nil, fmt.Errorf("the server asks for signatures and does not say whose: set eik.allowedSigners there to a file as ssh-keygen(1) describes it")
	}
	var err error
	p.signers, err = repo.ReadSigners(file)
	return p, err
}

// pusher is who pushes, as far as the server says. The zero value is nobody known.
type pusher struct {
	login   string
	address string // whose commits the login may push, where the server says that
}

// readPusher asks the environment in which servers run hooks: one's own wrapper, git's
// http-backend, GitLab, Gitea and Forgejo, GitHub, gitolite. An address that the
// server's configuration gives a login (eikuser.<login>.address) counts alone.
func readPusher(m *repo.Model, getenv func(string) string) pusher {
	p := pusher{login: cmp.Or(getenv("EKGIT_USER"), getenv("REMOTE_USER"), getenv("GL_USERNAME"), getenv("GITEA_PUSHER_NAME"), getenv("GITHUB_USER_LOGIN"), getenv("GL_USER"))}
	if p.login == "" {
		return p
	}
	if p.login == getenv("GITEA_PUSHER_NAME") {
		p.address = getenv("GITEA_PUSHER_EMAIL")
	}
	if address, ok := m.Setting("eikuser." + p.login + ".address"); ok {
		p.address = address
	}
	return p
}

func (p pusher) known() bool { return p.login != "" }

// is tells whether a person is the one who pushes: by the address that the server has
// for the login, else by a login that is the name, the address or what stands in it
// before the @.
func (p pusher) is(person repo.Person) bool {
	if p.address != "" {
		return strings.EqualFold(p.address, person.Email)
	}
	user, _, _ := strings.Cut(person.Email, "@")
	return strings.EqualFold(p.login, person.Email) || strings.EqualFold(p.login, person.Name) || strings.EqualFold(p.login, user)
}
