package repo

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestResolveFindsWhatGitFinds(t *testing.T) {
	p := house(t)
	p.git(t, "", "checkout", "-q", "-b", "side", "HEAD~1")
	p.commit(t, "side", nil)
	p.git(t, "", "checkout", "-q", "main")
	p.git(t, "", "merge", "-q", "--no-ff", "-m", "join", "side")
	p.git(t, "", "tag", "-a", "-m", "x", "v1", "HEAD~1")
	p.git(t, "", "tag", "light")
	p.git(t, "", "tag", "both", "HEAD~2")
	p.git(t, "", "branch", "both", "HEAD~1")
	p.git(t, "", "update-ref", "refs/remotes/origin/main", "HEAD~1")
	p.git(t, "", "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	p.git(t, "", "pack-refs", "--all")
	r := p.resolver(t, p.reader(t, ""))
	short := p.git(t, "", "rev-parse", "--short=7", "HEAD~1")
	for _, at := range []string{
		"HEAD", "@", "HEAD~1", "HEAD~~", "HEAD^", "HEAD^2", "HEAD^2~1", "HEAD^0", "HEAD^{commit}", "main", "side", "heads/side",
		"refs/heads/side", "v1", "tags/v1", "v1~1", "light", "both", "heads/both", "origin/main", "origin", "ORIG_HEAD", short, strings.ToUpper(short) + "~1", p.hash(t, "HEAD~2").String(),
	} {
		c, err := r.resolve(t.Context(), at)
		want := p.git(t, "", "rev-parse", "--verify", "-q", strings.Replace(at, strings.ToUpper(short), short, 1)+"^{commit}")
		if err != nil || c.Hash.String() != want {
			t.Errorf("%s: %v, git says %s", at, err, want)
		}
	}
	for n, rev := range map[string]string{"": "HEAD", "4": "HEAD", "1": "HEAD~3", "2~1": "HEAD~3"} {
		if c, err := r.resolve(t.Context(), n); err != nil || c.Hash != p.hash(t, rev) {
			t.Errorf("sequence %q: %v", n, err)
		}
	}
}

func TestResolveSaysWhatIsWrong(t *testing.T) {
	p := house(t)
	p.git(t, "", "tag", "blob", "HEAD:eik.json")
	r := p.resolver(t, p.reader(t, ""))
	for at, want := range map[string]string{
		"nothing":                       "no such tag or branch",
		"99":                            "no such sequence number",
		"0":                             "no such sequence number",
		"-1":                            "no such tag or branch",
		"abcdef12":                      "no such sequence number, tag, branch or commit",
		"HEAD~10":                       "no such parent",
		"HEAD^2":                        "no such parent",
		"HEAD~99999999999999999999":     "too far",
		"blob":                          "names no commit",
		"../../../../etc/passwd":        "no such tag or branch",
		"config":                        "no such tag or branch",
		"refs/heads/../../config":       "no such tag or branch",
		"HEAD@{1}":                      "no such tag or branch",
		strings.Repeat("a", 40):         "no such sequence number, tag, branch or commit",
		"main:eik.json":                 "no such tag or branch",
		p.hash(t, "HEAD:").String()[:9]: "no such sequence number, tag, branch or commit",
	} {
		_, err := r.resolve(t.Context(), at)
		var wrong *RevisionError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "send") {
			t.Errorf("%s: %v", at, err)
		}
	}
	r.head = Hash{}
	if _, err := r.resolve(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "no commit yet") {
		t.Errorf("unborn: %v", err)
	}
	if _, err := r.resolve(t.Context(), "main"); err != nil {
		t.Errorf("a branch beside an unborn one: %v", err)
	}
}

func TestAmbiguousDigitsNameTheirCommits(t *testing.T) {
	p := newPast(t)
	first := map[string]string{}
	tree := p.git(t, "", "mktree")
	for i := range 2000 {
		h := p.git(t, "", "commit-tree", "-m", fmt.Sprint(i), tree)
		if other, met := first[h[:4]]; met {
			p.commit(t, "head", nil)
			_, err := p.resolver(t, p.reader(t, "")).resolve(t.Context(), h[:4])
			var wrong *RevisionError
			if !errors.As(err, &wrong) || !slices.Contains(wrong.Candidates, h) || !slices.Contains(wrong.Candidates, other) {
				t.Errorf("%v, want %s and %s", err, h, other)
			}
			return
		}
		first[h[:4]] = h
	}
	t.Fatal("no two commits begin alike")
}
