package hooks

import (
	"fmt"
	"path"
	"strings"
)

// The lines around what ek writes into a hook. The first tells whether the file is
// there for it alone, so that removing leaves nothing behind.
const (
	beginOwn   = "# >>> ek hooks made this file >>>"
	beginBlock = "# >>> ek hooks: taken away by ek hooks remove >>>"
	endBlock   = "# <<< ek hooks <<<"
)

// movedSuffix is added to the name of a hook that is no shell script.
const movedSuffix = ".before-ek"

// quote answers a word for the shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

func modelFlags(models []string) string {
	var b strings.Builder
	for _, m := range models {
		if m != "." {
			b.WriteString(" --in " + quote(m))
		}
	}
	return b.String()
}

// waking are the hooks that only tell a host that something happened.
var waking = []string{"post-commit", "post-merge", "post-checkout", "post-rewrite"}

// reading are the hooks that git tells something on their standard input. What comes
// after them in the file gets it too.
var reading = map[string]bool{"pre-push": true, "reference-transaction": true, "pre-receive": true}

// block answers the lines that a hook runs.
func block(name, program string, models []string) string {
	if name == "pre-receive" {
		models = nil // what a server checks, its own configuration says
	}
	for _, w := range waking {
		if name == w {
			return wakingLines(models)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "ek=%s\n[ -x \"$ek\" ] || ek=$(command -v ek 2>/dev/null) || ek=\n", quote(program))
	run := fmt.Sprintf(`"$ek" hook %s%s -- "$@"`, name, modelFlags(models))
	otherwise := "|| exit 1"
	if h, ok := local[name]; ok && !h.checks {
		fmt.Fprintf(&b, "[ -z \"$ek\" ] || %s %s\n", run, otherwise)
		return b.String()
	}
	gone := fmt.Sprintf("ek: %s stops: the program that checks the model is neither at %s nor in PATH; install ek there", name, program)
	if _, skipped := local[name]; skipped {
		gone += ", or leave out the check once with --no-verify"
	}
	missing := fmt.Sprintf("if [ -z \"$ek\" ]; then printf '%%s\\n' %s >&2; exit 1; fi\n", quote(gone))
	if !reading[name] {
		b.WriteString(missing + run + " " + otherwise + "\n")
		return b.String()
	}
	asks := `[ -n "$ek_in" ]`
	if name == "reference-transaction" {
		asks = `[ "$1" = prepared ] && case "$ek_in" in *" refs/heads/"*) ;; *) false ;; esac`
	}
	fmt.Fprintf(&b, "ek_in=$(cat)\nif %s; then\n%s%s\nfi\n", asks, missing, `printf '%s\n' "$ek_in" | `+run+" "+otherwise)
	b.WriteString("if [ -n \"$ek_in\" ]; then exec <<EK_IN\n$ek_in\nEK_IN\nelse exec </dev/null\nfi\n")
	return b.String()
}

// wakingLines touch the file that a running host listens to, and never fail.
func wakingLines(models []string) string {
	var b strings.Builder
	for _, m := range models {
		own := quote(path.Join(m, ".eik"))
		fmt.Fprintf(&b, "if [ -d %s ]; then : > %s/wake; fi 2>/dev/null || :\n", own, own)
	}
	return b.String()
}

const shebang = "#!/bin/sh\n"

// ownScript answers a hook that is there for ek alone; one that was moved aside is
// called after it.
func ownScript(lines string) string {
	return shebang + beginOwn + "\n" + lines + "if [ -x \"$0" + movedSuffix + "\" ]; then exec \"$0" + movedSuffix + "\" \"$@\"; fi\n" + endBlock + "\n"
}

// withBlock puts lines into a shell script, after its first line: there nothing that
// the script does itself can keep them from being run.
func withBlock(script, lines string) string {
	at := strings.IndexByte(script, '\n') + 1
	return script[:at] + beginBlock + "\n" + lines + endBlock + "\n" + script[at:]
}

// withoutBlock answers a script as it was, and whether there was a block in it. A file
// that is there for ek alone becomes empty.
func withoutBlock(script string) (was string, had bool) {
	if strings.HasPrefix(script, shebang+beginOwn+"\n") {
		return "", true
	}
	from := strings.Index(script, beginBlock+"\n")
	if from < 0 {
		return script, false
	}
	length := strings.Index(script[from:], endBlock+"\n")
	if length < 0 {
		return script, false
	}
	return script[:from] + script[from+length+len(endBlock)+1:], true
}

// isShell tells whether a hook is a script of a shell that understands what ek adds.
func isShell(script string) bool {
	first, _, whole := strings.Cut(script, "\n")
	words := strings.Fields(strings.TrimPrefix(first, "#!"))
	if !whole || !strings.HasPrefix(first, "#!") || len(words) == 0 {
		return false
	}
	program := path.Base(words[0])
	if program == "env" && len(words) > 1 {
		program = path.Base(words[1])
	}
	switch program {
	case "sh", "bash", "dash", "ksh", "mksh", "ash", "busybox", "zsh":
		return true
	}
	return false
}
