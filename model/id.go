package model

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"regexp"
	"strings"
)

// MaxIDLength is the length of the longest legal id in characters.
const MaxIDLength = 64

var windowsDevice = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// CheckID says why an id is not legal, nil where it is: lower-case words of
// letters and digits joined by hyphens, at most MaxIDLength characters, not
// "model" and not a name that Windows reserves. Only a checked id ever becomes a
// part of a path.
func CheckID(id string) error {
	switch {
	case id == "":
		return fmt.Errorf("the id is empty")
	case len(id) > MaxIDLength:
		return fmt.Errorf("the id %q… has %d characters, at most %d are allowed", id[:16], len(id), MaxIDLength)
	case id == "model":
		return fmt.Errorf(`"model" is no id: it is the folder of elements without a level`)
	case len(id) <= 4 && windowsDevice.MatchString(id):
		return fmt.Errorf("%q is no id: Windows reserves the name", id)
	case !hyphenated(id):
		return fmt.Errorf("%q is no id: use lower-case letters and digits in words joined by hyphens, such as wall-12", id)
	}
	return nil
}

// hyphenated tells whether an id is words of lower-case letters and digits joined by
// hyphens, beginning with a letter. It is asked for every file that is opened.
func hyphenated(id string) bool {
	word := false
	for i := range len(id) {
		switch c := id[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9' && i > 0:
			word = true
		case c == '-' && word:
			word = false
		default:
			return false
		}
	}
	return word
}

// MintID makes the id of the record that a request creates at an ordinal: the
// category, a hyphen and ten base32 characters, the same for the same request.
func MintID(category, requestID string, ordinal int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", requestID, ordinal))
	code := base32.StdEncoding.EncodeToString(sum[:])[:10]
	return category + "-" + strings.ToLower(code)
}
