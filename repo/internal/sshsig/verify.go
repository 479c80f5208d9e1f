package sshsig

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// ErrForged says that a signature is not one over the data.
var ErrForged = errors.New("the signature is not one over this content")

// Signature is a signature that was read, and not yet checked.
type Signature struct {
	Key    ssh.PublicKey
	hash   string
	signed ssh.Signature
}

// Parse reads an armoured signature for git. It is an error that it is of another
// form, for another use, or by a certificate.
func Parse(armour string) (*Signature, error) {
	block, rest := pem.Decode([]byte(armour))
	if block == nil || block.Type != "SSH SIGNATURE" || len(block.Headers) > 0 || strings.TrimSpace(string(rest)) != "" {
		return nil, errors.New("it is no SSH signature")
	}
	blob, ok := strings.CutPrefix(string(block.Bytes), magic)
	var parts struct {
		Version                   uint32
		Public                    []byte
		Namespace, Reserved, Hash string
		Signature                 []byte
	}
	if !ok || ssh.Unmarshal([]byte(blob), &parts) != nil || parts.Version != 1 {
		return nil, errors.New("its parts are not those of an SSH signature")
	}
	if parts.Namespace != namespace {
		return nil, fmt.Errorf("it is made for %q, not for %q", parts.Namespace, namespace)
	}
	key, err := ssh.ParsePublicKey(parts.Public)
	if err != nil {
		return nil, fmt.Errorf("its key: %w", err)
	}
	if _, ok := key.(*ssh.Certificate); ok {
		return nil, errors.New("it is by a certificate, which is not taken: sign with the key itself")
	}
	s := &Signature{Key: key, hash: parts.Hash}
	if err := ssh.Unmarshal(parts.Signature, &s.signed); err != nil {
		return nil, fmt.Errorf("its signature: %w", err)
	}
	return s, nil
}

// userPresent is the bit by which a security key says that it was touched.
const userPresent = 1

// Verify answers nil where the signature is one over data by its key. Whose the key
// is, it does not say.
func (s *Signature) Verify(data []byte) error {
	var sum []byte
	switch s.hash {
	case "sha256":
		short := sha256.Sum256(data)
		sum = short[:]
	case "sha512":
		long := sha512.Sum512(data)
		sum = long[:]
	default:
		return fmt.Errorf("%w: it hashes with %q", ErrForged, s.hash)
	}
	if s.signed.Format == ssh.KeyAlgoRSA || s.signed.Format == ssh.KeyAlgoDSA { //nolint:staticcheck // named to be refused
		return fmt.Errorf("%w: it is over SHA-1 (%s)", ErrForged, s.signed.Format)
	}
	if strings.HasPrefix(s.signed.Format, "sk-") && (len(s.signed.Rest) != 5 || s.signed.Rest[0]&userPresent == 0) {
		return fmt.Errorf("%w: the security key was not touched for it", ErrForged)
	}
	if err := s.Key.Verify(append([]byte(magic), ssh.Marshal(struct {
		Namespace, Reserved, Hash string
		Sum                       []byte
	}{namespace, "", s.hash, sum})...), &s.signed); err != nil {
		return ErrForged
	}
	return nil
}

// Fingerprint names the signature's key as ssh-keygen -l does.
func (s *Signature) Fingerprint() string { return ssh.FingerprintSHA256(s.Key) }

// Principals answers for whom the key may sign, as the lines of an allowed-signers
// file that name it say: each is a list of patterns (see Match). at is when the
// signature was made. It is an error that no line names the key, or that none of those that do is
// in force; the file's own errors are told with their lines.
func (s *Signature) Principals(allowed []Allowed, at time.Time) ([]string, error) {
	var principals []string
	reason := errors.New("the allowed signers do not name its key")
	for _, a := range allowed {
		if string(a.Key.Marshal()) != string(s.Key.Marshal()) {
			continue
		}
		if err := a.permits(at); err != nil {
			reason = err
			continue
		}
		principals = append(principals, a.Principals)
	}
	if len(principals) == 0 {
		return nil, fmt.Errorf("%w (%s)", reason, s.Fingerprint())
	}
	return principals, nil
}
