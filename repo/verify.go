package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/openeik/ekgit/repo/internal/sshsig"
)

// SignatureError says why a commit's signature does not count.
type SignatureError struct {
	Commit Hash
	Err    error
}

// Error implements error.
func (e *SignatureError) Error() string {
	return fmt.Sprintf("the signature of commit %.12s does not count: %v", e.Commit.String(), e.Err)
}

// Unwrap answers why.
func (e *SignatureError) Unwrap() error { return e.Err }

// ErrUnsigned is wrapped by the SignatureError of a commit without a signature.
var ErrUnsigned = errors.New("there is none")

// Signer is who signed a commit.
type Signer struct {
	// Principals are those for whom the key may sign, as the allowed signers have it:
	// lists of patterns.
	Principals []string
	// Key is the key's fingerprint, "SHA256:…".
	Key string
}

// Is tells whether one of the principals is an address.
func (s Signer) Is(address string) bool {
	return address != "" && slices.ContainsFunc(s.Principals, func(p string) bool { return sshsig.Match(p, address) })
}

// Signers are the keys that may sign, and for whom.
type Signers struct{ allowed []sshsig.Allowed }

// ReadSigners reads an allowed-signers file, as ssh-keygen(1) describes it. A line
// that is not understood, cert-authority ones among them, is an error.
func ReadSigners(file string) (*Signers, error) {
	text, err := os.ReadFile(expanded(file))
	if err != nil {
		return nil, fmt.Errorf("allowed signers: %w", err)
	}
	allowed, err := sshsig.ParseAllowed(string(text))
	if err != nil {
		return nil, fmt.Errorf("allowed signers %s: %w", file, err)
	}
	return &Signers{allowed}, nil
}

// Signer answers who signed a commit, as git verify-commit would: with an SSH key
// that the signers name, in force when the commit was made. It is a SignatureError
// that the commit has no such signature.
func (m *Model) Signer(ctx context.Context, commit Hash, signers *Signers) (Signer, error) {
	c, err := m.objects.Commit(ctx, commit)
	if err != nil {
		return Signer{}, err
	}
	payload, armour, err := m.objects.Signed(ctx, commit)
	if err != nil {
		return Signer{}, &SignatureError{commit, err}
	}
	if armour == "" {
		return Signer{}, &SignatureError{commit, ErrUnsigned}
	}
	s, err := sshsig.Parse(armour)
	if err == nil {
		err = s.Verify(payload)
	}
	if err != nil {
		return Signer{}, &SignatureError{commit, err}
	}
	principals, err := s.Principals(signers.allowed, c.Committer.When)
	if err != nil {
		return Signer{}, &SignatureError{commit, err}
	}
	return Signer{principals, s.Fingerprint()}, nil
}
