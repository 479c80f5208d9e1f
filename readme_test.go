package ekgit_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var updateReadme = flag.Bool("update", false, "write what the commands of README.md print into it")

// consoleBlock is a piece of README.md that shows commands, each after "$ ", and
// what they print.
var consoleBlock = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")

// TestReadmeShowsWhatHappens runs the commands that README.md shows, one after the
// other, and holds that they print what it says. Names of commits and times differ
// from run to run.
func TestReadmeShowsWhatHappens(t *testing.T) {
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	s := newShell(t)
	top := s.dir
	text := consoleBlock.ReplaceAllStringFunc(string(data), func(block string) string {
		body := consoleBlock.FindStringSubmatch(block)[1]
		return "```console\n" + s.session(t, body) + "```"
	})
	pictures(t, string(data), top)
	if *updateReadme {
		if err := os.WriteFile("README.md", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, got := strings.Split(settled(string(data)), "\n"), strings.Split(settled(text), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("README.md, line %d and on, is not what the commands print. It says\n%s\nThey print\n%s\nRun go test -run Readme . -update and read the difference",
				i+1, strings.Join(want[min(i, len(want)):min(i+8, len(want))], "\n"), strings.Join(got[min(i, len(got)):min(i+8, len(got))], "\n"))
		}
	}
}

// pictureOf is a picture that README.md shows.
var pictureOf = regexp.MustCompile(`\(docs/pictures/([a-z]+\.png)\)`)

// pictures holds that each picture of README.md is the one that its commands made, but
// for what differs between machines.
func pictures(t *testing.T, readme, made string) {
	t.Helper()
	for _, m := range pictureOf.FindAllStringSubmatch(readme, -1) {
		file := filepath.Join("docs", "pictures", m[1])
		got, err := os.ReadFile(filepath.Join(made, m[1]))
		if err != nil {
			t.Fatal(err)
		}
		if *updateReadme {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if d := differ(t, want, got); d > 0.002 {
			t.Errorf("%s is not what its command makes: they differ by %.2f%%. Run go test -run Readme . -update and look at it", file, 100*d)
		}
	}
}

// differ answers how much two pictures differ, from 0 to 1.
func differ(t *testing.T, a, b []byte) float64 {
	t.Helper()
	var decoded [2]image.Image
	for i, data := range [][]byte{a, b} {
		var err error
		if decoded[i], err = png.Decode(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
	}
	size := decoded[0].Bounds()
	if size != decoded[1].Bounds() {
		return 1
	}
	sum := 0.0
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			p, q := color.GrayModel.Convert(decoded[0].At(x, y)).(color.Gray), color.GrayModel.Convert(decoded[1].At(x, y)).(color.Gray)
			sum += math.Abs(float64(p.Y) - float64(q.Y))
		}
	}
	return sum / 255 / float64(size.Dx()*size.Dy())
}

var (
	commitName = regexp.MustCompile(`\b[0-9a-f]{7,40}\b`)
	moment     = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?( [+-]\d{4}|Z)?|\b\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d`)
	requestID  = regexp.MustCompile(`\b[a-z2-7]{16}\b`)
	duration   = regexp.MustCompile(`"durationMs":[0-9.]+`)
)

// settled puts one word for what differs from run to run.
func settled(text string) string {
	text = moment.ReplaceAllString(text, "TIME")
	text = requestID.ReplaceAllString(text, "REQUEST")
	text = duration.ReplaceAllString(text, "DURATION")
	return commitName.ReplaceAllString(text, "COMMIT")
}

// shell is a person at a terminal, in a folder of their own.
type shell struct {
	dir string
	env []string
}

func newShell(t *testing.T) *shell {
	t.Helper()
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "ek"), "./cmd/ek").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	home := t.TempDir()
	config := "[user]\n\tname = Ada Architect\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n"
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	return &shell{dir: t.TempDir(), env: append(ofAPerson(os.Environ()), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+home,
		"GIT_CONFIG_GLOBAL="+filepath.Join(home, ".gitconfig"), "GIT_CONFIG_NOSYSTEM=1", "GIT_PAGER=cat", "TZ=UTC", "LC_ALL=C.UTF-8", "NO_COLOR=1")}
}

// ofAPerson leaves out of an environment what an agent's session is known by: the
// person of README.md accepts a proposal, whoever runs this test.
func ofAPerson(environment []string) []string {
	return slices.DeleteFunc(environment, func(v string) bool {
		return regexp.MustCompile(`^(EKGIT_AGENT|AI_AGENT|CLAUDE|CURSOR|CODEX|GEMINI|OPENCODE|GOOSE|COPILOT)`).MatchString(v)
	})
}

// session runs the commands of a block and answers the block with what they print.
func (s *shell) session(t *testing.T, block string) string {
	var b strings.Builder
	lines := strings.Split(block, "\n")
	for i := 0; i < len(lines); i++ {
		command, ok := strings.CutPrefix(lines[i], "$ ")
		if !ok {
			continue
		}
		b.WriteString(lines[i] + "\n")
		for strings.HasSuffix(command, "\\") {
			i++
			b.WriteString(lines[i] + "\n")
			command = strings.TrimSuffix(command, "\\") + lines[i]
		}
		b.WriteString(s.run(t, command))
	}
	return b.String()
}

func (s *shell) run(t *testing.T, command string) string {
	t.Helper()
	if dir, ok := strings.CutPrefix(command, "cd "); ok {
		s.dir = filepath.Join(s.dir, dir)
		return ""
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir, cmd.Env = s.dir, s.env
	out, err := cmd.CombinedOutput()
	if len(out) == 0 && err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(out)) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}
