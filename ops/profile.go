package ops

import (
	"fmt"
	"slices"

	"github.com/openeik/ekgit/model"
)

// Capability is what an operation needs a caller to be allowed.
type Capability string

// The capabilities.
const (
	Read    Capability = "read"
	Propose Capability = "propose"
	Write   Capability = "write"
)

// Profile is a named set of capabilities, given to a host at its start.
type Profile string

// The profiles, each holding the ones before it.
const (
	Ask  Profile = "ask"
	Edit Profile = "edit"
)

var capabilities = map[Profile][]Capability{
	Ask:  {Read},
	Edit: {Read, Propose, Write},
}

// ParseProfile reads a profile's name.
func ParseProfile(name string) (Profile, error) {
	if _, ok := capabilities[Profile(name)]; !ok {
		return "", fmt.Errorf("%q is no profile; use ask (reads) or edit (reads and writes)", name)
	}
	return Profile(name), nil
}

// Allows tells whether the profile holds a capability.
func (p Profile) Allows(c Capability) bool { return slices.Contains(capabilities[p], c) }

func (p Profile) refusal(o *Operation) *model.Problem {
	return &model.Problem{
		Code:    model.Forbidden,
		Message: fmt.Sprintf("%s needs the capability %q, which the profile %q does not have", o.Name, o.Capability, p),
		Hint:    `Ask the person who started this host to start it with --profile edit, or look with validate {"commands": […]}, which writes nothing`,
	}
}
