// Package sshsig makes signatures as ssh-keygen -Y sign makes them, which is how
// git signs commits where gpg.format is ssh. Keys come from a file or from an agent.
package sshsig

import (
	"bytes"
	"crypto/rand"
	"crypto/sha512"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// namespace is what git signs for.
const namespace = "git"

// magic begins what is signed and the signature.
const magic = "SSHSIG"

// ErrLocked says that a key has a passphrase, so that only an agent can use it.
var ErrLocked = errors.New("the key has a passphrase")

// Sign answers the armoured signature over data. key is what git's user.signingKey
// holds: the file of a private or public key, or a public key itself. A private key
// that is not at hand is asked of the agent at socket.
func Sign(data []byte, key, socket string) (string, error) {
	if text, ok := strings.CutPrefix(key, "key::"); ok || strings.HasPrefix(key, "ssh-") {
		public, _, _, _, err := ssh.ParseAuthorizedKey([]byte(text))
		if err != nil {
			return "", fmt.Errorf("user.signingKey: %w", err)
		}
		return byAgent(data, public, socket)
	}
	raw, err := os.ReadFile(strings.TrimSuffix(key, ".pub"))
	if err == nil {
		signer, err := ssh.ParsePrivateKey(raw)
		if err == nil {
			return armoured(data, signer)
		}
		var locked *ssh.PassphraseMissingError
		if !errors.As(err, &locked) {
			return "", fmt.Errorf("%s: %w", key, err)
		}
	}
	raw, err = os.ReadFile(strings.TrimSuffix(key, ".pub") + ".pub")
	if err != nil {
		return "", err
	}
	public, _, _, _, err := ssh.ParseAuthorizedKey(raw)
	if err != nil {
		return "", fmt.Errorf("%s: %w", key, err)
	}
	return byAgent(data, public, socket)
}

// byAgent lets the agent sign.
func byAgent(data []byte, public ssh.PublicKey, socket string) (string, error) {
	if socket == "" {
		return "", fmt.Errorf("%w, and no agent runs", ErrLocked)
	}
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return "", fmt.Errorf("%w, and the agent does not answer: %w", ErrLocked, err)
	}
	defer func() { _ = conn.Close() }()
	signers, err := agent.NewClient(conn).Signers()
	if err != nil {
		return "", err
	}
	for _, signer := range signers {
		if bytes.Equal(signer.PublicKey().Marshal(), public.Marshal()) {
			return armoured(data, signer)
		}
	}
	return "", fmt.Errorf("%w, and the agent does not hold it", ErrLocked)
}

// armoured answers the signature in the form of OpenSSH's PROTOCOL.sshsig.
func armoured(data []byte, signer ssh.Signer) (string, error) {
	sum := sha512.Sum512(data)
	signed := append([]byte(magic), ssh.Marshal(struct {
		Namespace, Reserved, Hash string
		Sum                       []byte
	}{namespace, "", "sha512", sum[:]})...)
	signature, err := sign(signer, signed)
	if err != nil {
		return "", err
	}
	blob := append([]byte(magic), ssh.Marshal(struct {
		Version                   uint32
		Public                    []byte
		Namespace, Reserved, Hash string
		Signature                 []byte
	}{1, signer.PublicKey().Marshal(), namespace, "", "sha512", ssh.Marshal(signature)})...)
	return string(pem.EncodeToMemory(&pem.Block{Type: "SSH SIGNATURE", Bytes: blob})), nil
}

// sign asks RSA keys for a signature over SHA-512: over SHA-1, their default, no one
// takes it any more.
func sign(signer ssh.Signer, data []byte) (*ssh.Signature, error) {
	if signer.PublicKey().Type() == ssh.KeyAlgoRSA {
		if rsa, ok := signer.(ssh.AlgorithmSigner); ok {
			return rsa.SignWithAlgorithm(rand.Reader, data, ssh.KeyAlgoRSASHA512)
		}
	}
	return signer.Sign(rand.Reader, data)
}
