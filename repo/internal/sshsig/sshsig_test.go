package sshsig

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

const signed = "tree 1\n\nmessage\n"

// newKey makes a key with ssh-keygen and answers its file.
func newKey(t *testing.T, kind, passphrase string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", kind, "-N", passphrase, "-C", "test", "-f", file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

// verify lets ssh-keygen check a signature as git does.
func verify(t *testing.T, file, signature string) {
	t.Helper()
	public, err := os.ReadFile(file + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	allowed, sig := filepath.Join(dir, "allowed"), filepath.Join(dir, "sig")
	if err := errors.Join(os.WriteFile(allowed, []byte("ada@example.com "+string(public)), 0o600), os.WriteFile(sig, []byte(signature), 0o600)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ssh-keygen", "-Y", "verify", "-f", allowed, "-I", "ada@example.com", "-n", "git", "-s", sig)
	cmd.Stdin = strings.NewReader(signed)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func TestSignFromFile(t *testing.T) {
	for _, kind := range []string{"ed25519", "rsa", "ecdsa"} {
		file := newKey(t, kind, "")
		for _, key := range []string{file, file + ".pub"} {
			signature, err := Sign([]byte(signed), key, "")
			if err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			verify(t, file, signature)
		}
	}
}

func TestSignByAgent(t *testing.T) {
	file := newKey(t, "rsa", "secret")
	if _, err := Sign([]byte(signed), file, ""); !errors.Is(err, ErrLocked) {
		t.Errorf("a key with a passphrase and no agent: %v", err)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	private, err := ssh.ParseRawPrivateKeyWithPassphrase(raw, []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	ring := agent.NewKeyring()
	socket := serve(t, ring)
	if _, err := Sign([]byte(signed), file, socket); !errors.Is(err, ErrLocked) {
		t.Errorf("an agent without the key: %v", err)
	}
	if err := ring.Add(agent.AddedKey{PrivateKey: private}); err != nil {
		t.Fatal(err)
	}
	public, err := os.ReadFile(file + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{file, "key::" + string(public)} {
		signature, err := Sign([]byte(signed), key, socket)
		if err != nil {
			t.Fatal(err)
		}
		verify(t, file, signature)
	}
}

// serve runs an agent until the test ends and answers its socket.
func serve(t *testing.T, ring agent.Agent) string {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "agent")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_ = agent.ServeAgent(ring, conn) // ends when the client hangs up
			_ = conn.Close()
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		<-done
	})
	return socket
}

func TestSignSaysWhatIsWrong(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken")
	if err := os.WriteFile(broken, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"key::none": "user.signingKey", broken: broken, filepath.Join(t.TempDir(), "none"): "no such file"} {
		if _, err := Sign([]byte(signed), key, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", key, err)
		}
	}
}
