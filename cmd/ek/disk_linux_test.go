package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/openeik/ekgit/repo/repotest"
)

// inNamespace marks a run of this test binary that may mount file systems.
const inNamespace = "EKGIT_TEST_NAMESPACE"

// withMounts runs a test where file systems can be mounted: in this process where it
// may, else in one of its own user and mount namespace. It answers false where the
// test has run there, or where the system allows neither.
func withMounts(t *testing.T) (here, elsewhere bool) {
	t.Helper()
	probe := t.TempDir()
	if err := unix.Mount("tmpfs", probe, "tmpfs", 0, "size=64k"); err == nil {
		if err := unix.Unmount(probe, 0); err != nil {
			t.Fatal(err)
		}
		return true, false
	}
	if os.Getenv(inNamespace) != "" {
		return false, false
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), inNamespace+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		t.Errorf("in a namespace:\n%s", out)
	}
	return false, err == nil || exit != nil
}

// disk is a small file system with a model on it.
type disk struct {
	*testing.T
	r    *repotest.Repo
	root string
	n    int
}

// mounted answers a small disk in memory, unmounted with the test.
func mounted(t *testing.T) *disk {
	t.Helper()
	root := t.TempDir()
	if err := unix.Mount("tmpfs", root, "tmpfs", 0, "size=16m"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(root, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return withHouse(t, root)
}

func withHouse(t *testing.T, root string) *disk {
	t.Helper()
	d := &disk{T: t, root: root, r: repotest.In(t, filepath.Join(root, "house"))}
	layHouse(t, d.r.Dir)
	d.r.Git("init", "-q", "-b", "main")
	d.r.Commit("The house as built")
	if e := request(t, d.r.Dir, d.next()); !e.OK {
		t.Fatalf("%+v", e.Error)
	}
	d.r.Write("README.md", "By hand\n")
	return d
}

// next is a write that no other one is like: it changes a record and adds one.
func (d *disk) next() string {
	d.n++
	return fmt.Sprintf(`{"action": "execute", "commands": [{"command": "rename", "id": "wall-east", "name": "East %d"},
		{"command": "create", "category": "furniture", "id": "chair-%[1]d", "record": {"levelId": "level-0", "at": [1000, %[1]d]}}]}`, d.n)
}

// A disk that is full at any point of a write loses nothing: the write is refused and
// says so, or it is committed and its files are brought in place once there is room.
func TestFullDisk(t *testing.T) {
	here, elsewhere := withMounts(t)
	if elsewhere {
		return
	}
	if !here {
		limitedFiles(t)
		return
	}
	d := mounted(t)
	refused, finished := 0, 0
	for free := int64(0); free <= 200<<10; free += 4 << 10 {
		d.fill(free)
		e := request(t, d.r.Dir, d.next())
		if e.OK {
			finished++
		} else {
			refused++
			if said := e.Error.Message; e.Error.Code != "unsupported" || !strings.Contains(said, "the disk is full") || !strings.Contains(said, "free some space") {
				t.Errorf("with %d bytes free: %+v", free, e.Error)
			}
		}
		if read := ek(t, d.r.Dir, "summary"); read.code != 0 {
			t.Errorf("with %d bytes free a read exits with %d: %s", free, read.code, read.err)
		}
		if err := os.Remove(d.filler()); err != nil {
			t.Fatal(err)
		}
		d.whole(e)
	}
	if refused < 3 || finished < 3 {
		t.Errorf("%d writes were refused, %d were made", refused, finished)
	}
	t.Logf("%d writes refused, %d made", refused, finished)
}

func (d *disk) filler() string { return filepath.Join(d.root, "filler") }

// fill leaves a number of bytes of the disk free.
func (d *disk) fill(free int64) {
	d.Helper()
	var stat unix.Statfs_t
	if err := unix.Statfs(d.root, &stat); err != nil {
		d.Fatal(err)
	}
	file, err := os.Create(d.filler())
	if err != nil {
		d.Fatal(err)
	}
	defer file.Close()
	if err := unix.Fallocate(int(file.Fd()), 0, 0, int64(stat.Bavail)*stat.Bsize-free); err != nil {
		d.Fatal(err)
	}
}

// whole holds that after a write that may have failed everything is there, and the
// next write goes through.
func (d *disk) whole(e envelope) {
	d.Helper()
	last := d.n
	if next := request(d, d.r.Dir, d.next()); !next.OK {
		d.Fatalf("the next write: %+v", next.Error)
	}
	d.r.Sound()
	if status := d.r.Status(); status != "?? README.md" || d.r.Read("README.md") != "By hand\n" {
		d.Errorf("git status: %s", status)
	}
	there := d.r.Read(fmt.Sprintf("architecture/level-0/furniture/chair-%d.json", last)) != ""
	if e.OK && !there {
		d.Errorf("the acknowledged write %d is lost", last)
	}
	if changed := lines(d.r.Git("show", "--name-only", "--format=", "HEAD")); len(changed) != 2 {
		d.Errorf("the next write changed %v", changed)
	}
	if validated := ek(d, d.r.Dir, "validate", "--json"); validated.code != 0 {
		d.Errorf("validate exits with %d: %s", validated.code, validated.out)
	}
}

// limitedFiles is the test of a full disk where nothing can be mounted: files cannot
// grow over a limit, at which the system ends the writer.
func limitedFiles(t *testing.T) {
	d := withHouse(t, t.TempDir())
	for blocks := range 24 {
		cmd := exec.Command("sh", "-c", fmt.Sprintf(`ulimit -f %d; exec "$0" "$@"`, blocks), program, "request", d.r.Dir, d.next())
		out, err := cmd.Output()
		d.whole(envelope{OK: err == nil && strings.Contains(string(out), `"ok":true`)})
	}
}

// A file system that cannot be written is read all the same; a write says what to do.
func TestReadOnlyDisk(t *testing.T) {
	here, elsewhere := withMounts(t)
	if elsewhere {
		return
	}
	if !here {
		withHouse(t, t.TempDir()).readOnly(true)
		return
	}
	d := mounted(t)
	if err := unix.Mount("", d.root, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	d.readOnly(false)
}

// A model that belongs to somebody else is read all the same; a write says what to do.
func TestModelOfSomebodyElse(t *testing.T) { withHouse(t, t.TempDir()).readOnly(true) }

// readOnly holds that what cannot be written can be read.
func (d *disk) readOnly(bySomebodyElse bool) {
	d.Helper()
	run := func(words ...string) ran { return ek(d, "/", words...) }
	if bySomebodyElse {
		run = d.somebodyElse()
	}
	before := contents(d.T, d.r.Dir)
	for _, words := range [][]string{{"summary"}, {"validate"}, {"tree", "architecture/level-0"}, {"log"}, {"blame", "wall-east"}} {
		if read := run(append(words, "-m", d.r.Dir)...); read.code != 0 {
			d.Errorf("%v exits with %d: %s%s", words, read.code, read.out, read.err)
		}
	}
	write := run("request", d.r.Dir, d.next())
	if e := write.answer(d); write.code != 3 || !strings.Contains(e.Error.Message, "cannot be written") || !strings.Contains(e.Error.Message, "Nothing was changed") {
		d.Errorf("a write exits with %d: %+v", write.code, e.Error)
	}
	if after := contents(d.T, d.r.Dir); !maps.Equal(before, after) {
		d.Error("something was written")
	}
}

// somebodyElse answers a way to run the program without the right to write the model.
func (d *disk) somebodyElse() func(words ...string) ran {
	d.Helper()
	for _, dir := range []string{d.root, filepath.Dir(d.root), filepath.Dir(program)} {
		if err := os.Chmod(dir, 0o755); err != nil {
			d.Fatal(err)
		}
	}
	var as *syscall.SysProcAttr
	if os.Getuid() == 0 {
		as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	} else {
		d.permit(0o555)
		d.Cleanup(func() { d.permit(0o755) })
	}
	return func(words ...string) ran {
		cmd := exec.Command(program, words...)
		cmd.Dir, cmd.SysProcAttr = "/", as
		var out, errOut strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errOut
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			d.Fatal(err)
		}
		return ran{out.String(), errOut.String(), cmd.ProcessState.ExitCode()}
	}
}

// permit sets what may be done with the folders of the model.
func (d *disk) permit(mode os.FileMode) {
	d.Helper()
	err := filepath.WalkDir(d.r.Dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return os.Chmod(path, mode)
	})
	if err != nil {
		d.Error(err)
	}
}
