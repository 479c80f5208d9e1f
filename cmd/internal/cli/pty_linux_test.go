package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"github.com/openeik/ekgit/cmd/internal/cli"
)

// terminal runs a program at a terminal, types the lines of a file, and keeps what it
// writes as the standard output: terminal typed.txt ek init.
func terminal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: terminal file program [argument...]")
	}
	shown, err := atTerminal(ts, ts.ReadFile(args[0]), args[1:])
	if err != nil {
		ts.Fatalf("%v\n%s", err, shown)
	}
	ts.Logf("[terminal]\n%s", shown)
	fmt.Fprint(ts.Stdout(), shown)
}

func atTerminal(ts *testscript.TestScript, typed string, args []string) (string, error) {
	person, program, err := openTerminal()
	if err != nil {
		return "", err
	}
	defer person.Close()
	path, err := exec.LookPath(args[0])
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), program, program, program
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "CI=") // colour is left out where CI is set
	for _, name := range cli.AgentVariables {
		cmd.Env = append(cmd.Env, name+"=") // whoever runs the tests, a person sits at this terminal
	}
	for _, name := range []string{"GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL", "NO_COLOR"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	err = cmd.Start()
	program.Close()
	if err != nil {
		return "", err
	}
	if _, err := io.WriteString(person, typed); err != nil {
		return "", err
	}
	var shown bytes.Buffer
	_, _ = io.Copy(&shown, person) // ends with an error when the program has gone
	return shown.String(), cmd.Wait()
}

// openTerminal opens a terminal: the side of the person, and that of the program.
func openTerminal() (person, program *os.File, err error) {
	person, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	number := 0
	if err = unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err == nil {
		number, err = unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	}
	if err == nil {
		program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(program.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 60})
	}
	if err != nil {
		person.Close()
	}
	return person, program, err
}
