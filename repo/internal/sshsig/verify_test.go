package sshsig

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// keygenSigns signs with ssh-keygen as git does.
func keygenSigns(t *testing.T, file, namespace, data string) string {
	t.Helper()
	cmd := exec.Command("ssh-keygen", "-q", "-Y", "sign", "-f", file, "-n", namespace)
	cmd.Stdin = strings.NewReader(data)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func publicLine(t *testing.T, file string) string {
	t.Helper()
	public, err := os.ReadFile(file + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(public))
}

// check is what a verifier does with a signature.
func check(armour, data, allowed string, at time.Time) ([]string, error) {
	s, err := Parse(armour)
	if err != nil {
		return nil, err
	}
	if err := s.Verify([]byte(data)); err != nil {
		return nil, err
	}
	list, err := ParseAllowed(allowed)
	if err != nil {
		return nil, err
	}
	return s.Principals(list, at)
}

func TestVerifyWhatSSHKeygenSigned(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, kind := range []string{"ed25519", "rsa", "ecdsa"} {
		file := newKey(t, kind, "")
		armour := keygenSigns(t, file, "git", signed)
		who, err := check(armour, signed, "# people\n\nada@example.com "+publicLine(t, file)+"\n", now)
		if err != nil || !slices.Equal(who, []string{"ada@example.com"}) {
			t.Errorf("%s: %v, %v", kind, who, err)
		}
		if _, err := check(armour, signed+" ", "ada@example.com "+publicLine(t, file), now); !errors.Is(err, ErrForged) {
			t.Errorf("%s over other data: %v", kind, err)
		}
		other := newKey(t, kind, "")
		if _, err := check(armour, signed, "ada@example.com "+publicLine(t, other), now); err == nil || !strings.Contains(err.Error(), "do not name its key (SHA256:") {
			t.Errorf("%s with another key allowed: %v", kind, err)
		}
		if _, err := check(keygenSigns(t, file, "file", signed), signed, "ada@example.com "+publicLine(t, file), now); err == nil || !strings.Contains(err.Error(), `made for "file"`) {
			t.Errorf("%s for files: %v", kind, err)
		}
	}
}

// TestAllowedAsSSHKeygen compares what a line permits with what ssh-keygen says.
func TestAllowedAsSSHKeygen(t *testing.T) {
	t.Setenv("TZ", "UTC")
	file := newKey(t, "ed25519", "")
	key := publicLine(t, file)
	armour := keygenSigns(t, file, "git", signed)
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, line := range []string{
		"ada@example.com " + key,
		"*@example.com " + key,
		"ada@example.???,bob@example.com " + key,
		"*,!ada@example.com " + key,
		"!ada@example.com,* " + key,
		`"ada@example.com" ` + key,
		`ada@example.com namespaces="git" ` + key,
		`ada@example.com namespaces="file,g*" ` + key,
		`ada@example.com namespaces="file" ` + key,
		`ada@example.com namespaces="*,!git" ` + key,
		`ada@example.com valid-after="20260301" ` + key,
		`ada@example.com valid-after="20260302Z" ` + key,
		`ada@example.com valid-before="20260301Z" ` + key,
		`ada@example.com valid-after="202601010000Z",valid-before="20270101000000Z" ` + key,
		`ada@example.com valid-before="20260301115959Z" ` + key,
		"Ada@example.com " + key,
		"bob@example.com " + key + "\nada@example.com " + key,
	} {
		dir := t.TempDir()
		allowed, sig := filepath.Join(dir, "allowed"), filepath.Join(dir, "sig")
		if err := errors.Join(os.WriteFile(allowed, []byte(line+"\n"), 0o600), os.WriteFile(sig, []byte(armour), 0o600)); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("ssh-keygen", "-Y", "verify", "-f", allowed, "-I", "ada@example.com", "-n", "git", "-s", sig, "-Overify-time=20260301120000Z")
		cmd.Stdin = strings.NewReader(signed)
		out, keygen := cmd.CombinedOutput()
		who, err := check(armour, signed, line, at)
		ours := err == nil && slices.ContainsFunc(who, func(p string) bool { return Match(p, "ada@example.com") })
		if ours != (keygen == nil) {
			t.Errorf("%s\nssh-keygen: %v %s, here: %v %v", line, keygen, out, who, err)
		}
	}
}

func TestParseAllowedSaysWhatIsWrong(t *testing.T) {
	key := publicLine(t, newKey(t, "ed25519", ""))
	for text, want := range map[string]string{
		"\nada@example.com":                     "line 2",
		`"ada ` + key:                           "quotation mark",
		"ada@example.com cert-authority " + key: "cert-authority is not read",
		`a valid-after="tomorrow" ` + key:       `"tomorrow" is no time`,
		"a no-touch-required " + key:            "no option",
	} {
		if _, err := ParseAllowed(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func FuzzParseAllowed(f *testing.F) {
	f.Add("*@example.com,!bob namespaces=\"git\",valid-after=\"20260101Z\" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBwSbWjzTdJQJSTQu+wZ0zCDG8UpQmPZfXSxzMlmZXl0 ada\n# none\n")
	f.Add("\"a b\" cert-authority ssh-ed25519 AAAA")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ParseAllowed(text)
		for _, a := range list {
			if err != nil || a.Key == nil || a.Principals == "" {
				t.Errorf("%q: %+v, %v", text, a, err)
			}
			Match(a.Principals, text)
			_ = a.permits(time.Unix(0, 0))
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQ==\n-----END SSH SIGNATURE-----\n")
	f.Fuzz(func(t *testing.T, armour string) {
		if s, err := Parse(armour); err == nil && s.Verify([]byte(armour)) == nil {
			t.Errorf("a signature over itself: %q", armour)
		}
	})
}
