package hooks_test

import (
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// serve lets git's own program serve a repository over http to who says the password,
// and answers the address for a login.
func serve(t *testing.T, dir string) func(login string) string {
	t.Helper()
	out, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		t.Fatal(err)
	}
	backend := filepath.Join(strings.TrimSpace(string(out)), "git-http-backend")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		login, password, ok := r.BasicAuth()
		if !ok || password != "secret" {
			w.Header().Set("WWW-Authenticate", `Basic realm="hill"`)
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		h := cgi.Handler{Path: backend, Dir: filepath.Dir(dir), Stderr: os.Stderr, Env: []string{
			"GIT_PROJECT_ROOT=" + filepath.Dir(dir), "GIT_HTTP_EXPORT_ALL=1", "REMOTE_USER=" + login,
			"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		}}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return func(login string) string {
		return strings.Replace(server.URL, "://", "://"+login+":secret@", 1) + "/" + strings.ReplaceAll(filepath.Base(dir), " ", "%20")
	}
}

// TestPushOverHTTP pushes as an authenticated user.
func TestPushOverHTTP(t *testing.T) {
	w := house(t)
	address := serve(t, w.server.Dir)
	w.set("http.receivepack=true", "eikuser.grace.address=grace@example.org")
	to := func(login string) { w.Git("remote", "set-url", "origin", address(login)) }

	to("ada")
	w.offset(2500)
	w.as(ada, "By Ada")
	w.taken("main")
	w.as(bob, "By Bob")
	w.refused(`its author is Bob <bob@example.com>, and "ada" pushes it`, "main")
	to("bob")
	w.taken("main")
	w.breaks()
	w.as(bob, "Break")
	w.refused(door, "main")
	w.Git("reset", "-q", "--hard", "HEAD~")
	to("grace")
	w.as("Grace <grace@example.com>", "From elsewhere")
	w.refused(`"grace" pushes it`, "main")
	w.Git("commit", "-q", "--amend", "--allow-empty", "--author=Grace <grace@example.org>", "-m", "From here")
	for i := range 120 {
		w.Write("materials/m-"+strings.Repeat("a", i)+".json", "{")
	}
	w.as("Grace <grace@example.org>", "Much that is broken")
	w.refused("materials/m-", "main")
	w.Git("reset", "-q", "--hard", "HEAD~")
	w.taken("main")
}
