package ops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openeik/ekgit/model"
)

// Capability is what an operation needs a caller to be allowed.
type Capability string

// The capabilities.
const (
	Read    Capability = "read"
	Propose Capability = "propose"
	Write   Capability = "write"
	Review  Capability = "review" // of people alone: no agent has it
)

// Profile is a named set of capabilities, given to a host at its start.
type Profile string

// The profiles, each holding the ones before it.
const (
	AskProfile     Profile = "ask"
	ProposeProfile Profile = "propose"
	EditProfile    Profile = "edit"
	ReviewProfile  Profile = "review"
)

var profiles = []Profile{AskProfile, ProposeProfile, EditProfile, ReviewProfile}

var capabilities = map[Profile][]Capability{
	AskProfile:     {Read},
	ProposeProfile: {Read, Propose},
	EditProfile:    {Read, Propose, Write},
	ReviewProfile:  {Read, Propose, Write, Review},
}

// ParseProfile reads the name of a profile that an agent may be given.
func ParseProfile(name string) (Profile, error) {
	if p := Profile(name); p != ReviewProfile && slices.Contains(profiles, p) {
		return p, nil
	}
	use := "use ask (reads), propose (reads, and proposes changes) or edit (reads, proposes and writes)"
	if name == string(ReviewProfile) {
		return "", fmt.Errorf("review is for people, not for what is served to an agent; %s", use)
	}
	return "", fmt.Errorf("%q is no profile; %s", name, use)
}

// Allows tells whether the profile holds a capability.
func (p Profile) Allows(c Capability) bool { return slices.Contains(capabilities[p], c) }

// within answers the lesser of two profiles; an empty one limits nothing.
func (p Profile) within(other Profile) Profile {
	if other == "" || slices.Index(profiles, p) < slices.Index(profiles, other) {
		return p
	}
	return other
}

// refusal says why the profile does not let an operation be carried out, and what to
// do instead.
func (p Profile) refusal(o *Operation, arguments model.Object) *model.Problem {
	if o.Capability == Review {
		return forPeople(o, arguments)
	}
	refused := &model.Problem{
		Code:    model.Forbidden,
		Message: fmt.Sprintf("%s needs the capability %q, which the profile %q does not have", o.Name, o.Capability, p),
	}
	id, apply := arguments.Get("apply").(string)
	switch {
	case p.Allows(Propose) && apply:
		refused.Hint = "Give the dry run a title with propose {\"proposal\", \"title\"}: it then waits for a person to accept it. --profile edit would let you make it real"
		refused.Details = map[string]any{"example": asRequest("propose", model.Object{{Name: "proposal", Value: id}, {Name: "title", Value: "What it changes, in a person's words"}})}
	case p.Allows(Propose) && o.Name == "execute":
		refused.Hint = "Send the commands to propose, with a title: a person accepts them. A host started with --profile edit writes itself"
		refused.Details = map[string]any{"try": asRequest("propose", arguments.Without("dryRun").Without("confirm"))}
	case p.Allows(Propose):
		refused.Hint = "Ask the person who started this host to do it, or to start it with --profile edit"
	default:
		refused.Hint = `Ask the person who started this host to start it with --profile propose or edit, or look with validate {"commands": […]}, which writes nothing`
	}
	return refused
}

// forPeople refuses an operation that only people carry out.
func forPeople(o *Operation, arguments model.Object) *model.Problem {
	id, _ := arguments.Get("proposal").(string)
	if !strings.HasPrefix(id, "p-") {
		id = "<id>"
	}
	return &model.Problem{
		Code:    model.Forbidden,
		Message: fmt.Sprintf("only a person can %s a proposal", o.Name),
		Hint:    fmt.Sprintf("Tell the person what the proposal does; they look at it and run: ek proposals %s %s", o.Name, id),
	}
}
