package ops

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/openeik/ekgit/repo"
)

// sizes are the buildings that are measured, by storeys: about 1,000, 10,000 and
// 100,000 records. With -short only the smallest is.
func sizes() []int {
	if testing.Short() {
		return []int{5}
	}
	return []int{5, 50, 500}
}

var benchPerson = repo.Person{Name: "Ada Architect", Email: "ada@example.org"}

// buildings keeps a repository of each size for the whole run.
var buildings = struct {
	sync.Mutex
	dirs map[int]string
}{dirs: map[int]string{}}

// keptBuildings names a folder whose buildings are kept from run to run, each in a
// folder of its number of storeys: making the large ones takes a while.
var keptBuildings = os.Getenv("EKGIT_BENCH_DIR")

// demolish removes the buildings that are not to be kept.
func demolish() {
	if keptBuildings != "" {
		return
	}
	for _, dir := range buildings.dirs {
		if err := os.RemoveAll(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}

// building answers the folder of a generated model in a repository of its own.
func building(b *testing.B, storeys int) string {
	b.Helper()
	buildings.Lock()
	defer buildings.Unlock()
	if dir, ok := buildings.dirs[storeys]; ok {
		return dir
	}
	dir, err := buildingDir(storeys)
	if err != nil {
		b.Fatal(err)
	}
	buildings.dirs[storeys] = dir
	if _, err := FindModel(dir); err == nil {
		return dir
	}
	h, err := Create(b.Context(), dir, CreateOptions{Options: Options{Person: benchPerson}})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := h.Generate(b.Context(), storeys, 1, func(int, int) {}); err != nil {
		b.Fatal(err)
	}
	if err := h.Close(); err != nil {
		b.Fatal(err)
	}
	return dir
}

func buildingDir(storeys int) (string, error) {
	if keptBuildings != "" {
		return filepath.Join(keptBuildings, fmt.Sprint(storeys)), nil
	}
	return os.MkdirTemp("", "ekgit-bench-")
}

func openBench(b *testing.B, storeys int, watch bool) *Host {
	b.Helper()
	h, err := Open(b.Context(), building(b, storeys), Options{Person: benchPerson, Watch: watch})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { shut(b, h) })
	return h
}

func shut(b *testing.B, h *Host) {
	if err := h.Close(); err != nil {
		b.Fatal(err)
	}
}

func ask(b *testing.B, h *Host, request string) Envelope {
	b.Helper()
	r, err := ParseRequest([]byte(request))
	if err != nil {
		b.Fatal(err)
	}
	answer := h.Do(context.Background(), r)
	if !answer.OK {
		b.Fatalf("%s: %s: %s", request, answer.Error.Code, answer.Error.Message)
	}
	return answer
}

// BenchmarkRunning measures requests in a host that has been running and has
// answered the same question before, as an agent's second question finds it.
func BenchmarkRunning(b *testing.B) {
	for _, question := range []struct{ name, request string }{
		{"summary", `{"action": "summary"}`},
		{"tree", `{"action": "tree", "path": "architecture/2"}`},
		{"page", `{"action": "read", "filter": {"categories": ["wall"]}}`},
		{"full", `{"action": "read", "tier": "full", "filter": {"levels": ["2"]}, "limit": 10}`},
		{"query", `{"action": "query", "filter": {"categories": ["wall"]}, "groupBy": ["levelId", "typeId"], "aggregate": {"n": "count", "area": "sum derived.netSideArea"}, "limit": 50}`},
		{"validate", `{"action": "validate"}`},
	} {
		for _, storeys := range sizes() {
			b.Run(fmt.Sprintf("%s/%d", question.name, storeys*200), func(b *testing.B) {
				h := openBench(b, storeys, true)
				request := question.request
				ask(b, h, request)
				b.ReportAllocs()
				for b.Loop() {
					ask(b, h, request)
				}
			})
		}
	}
}

// BenchmarkOpenAndAsk measures what a command-line call does: open, answer, close.
func BenchmarkOpenAndAsk(b *testing.B) {
	for _, storeys := range sizes() {
		b.Run(fmt.Sprint(storeys*200), func(b *testing.B) {
			dir := building(b, storeys)
			for b.Loop() {
				h, err := Open(b.Context(), dir, Options{Person: benchPerson})
				if err != nil {
					b.Fatal(err)
				}
				ask(b, h, `{"action": "summary"}`)
				shut(b, h)
			}
		})
	}
}

// BenchmarkCommand measures one command as a durable commit in a running host, the
// checks included.
func BenchmarkCommand(b *testing.B) {
	for _, storeys := range sizes() {
		b.Run(fmt.Sprint(storeys*200), func(b *testing.B) {
			h := openBench(b, storeys, true)
			first := firstOf(b, h, "window")
			turn := func(i int) {
				ask(b, h, fmt.Sprintf(`{"action": "execute", "again": true, "commands": [{"command": "update", "id": %q, "set": {"note": "turn %d"}}]}`, first, i))
			}
			turn(-1)
			turn(-2)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				turn(i)
			}
		})
	}
}

// BenchmarkTry measures the plan and the checks of one command, without writing.
func BenchmarkTry(b *testing.B) {
	for _, storeys := range sizes() {
		b.Run(fmt.Sprint(storeys*200), func(b *testing.B) {
			h := openBench(b, storeys, true)
			first := firstOf(b, h, "window")
			request := fmt.Sprintf(`{"action": "validate", "commands": [{"command": "update", "id": %q, "set": {"sill": 950}}]}`, first)
			ask(b, h, request)
			b.ReportAllocs()
			for b.Loop() {
				ask(b, h, request)
			}
		})
	}
}

// BenchmarkPropose measures one command as a dry run, beside those that are there, and
// then listing and summing up as many.
func BenchmarkPropose(b *testing.B) {
	for _, storeys := range sizes() {
		h := openBench(b, storeys, true)
		first := firstOf(b, h, "window")
		turn := func(i int) {
			ask(b, h, fmt.Sprintf(`{"action": "propose", "again": true, "title": "Turn", "commands": [{"command": "update", "id": %q, "set": {"note": "trial %d"}}]}`, first, i))
		}
		turn(-1)
		b.Run(fmt.Sprintf("%d/one", storeys*200), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				turn(i)
			}
		})
		for _, action := range []string{"proposals", "summary"} {
			request := fmt.Sprintf(`{"action": %q}`, action)
			b.Run(fmt.Sprintf("%d/%s", storeys*200, action), func(b *testing.B) {
				for b.Loop() {
					ask(b, h, request)
				}
			})
		}
	}
}

func firstOf(b *testing.B, h *Host, category string) string {
	b.Helper()
	w, err := h.Model().Working(b.Context(), repo.WorkingOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for f := range w.Snapshot.InCategory(category) {
		return f.ID()
	}
	b.Fatalf("there is no %s", category)
	return ""
}

// BenchmarkMemory reports what a running host keeps for each record after it has
// looked at everything: records decoded, indexes built, all findings known.
func BenchmarkMemory(b *testing.B) {
	for _, storeys := range sizes() {
		b.Run(fmt.Sprint(storeys*200), func(b *testing.B) {
			dir := building(b, storeys)
			for b.Loop() {
				before := heap()
				h, err := Open(b.Context(), dir, Options{Person: benchPerson, Watch: true})
				if err != nil {
					b.Fatal(err)
				}
				ask(b, h, `{"action": "validate"}`)
				ask(b, h, `{"action": "summary"}`)
				w, err := h.Model().Working(b.Context(), repo.WorkingOptions{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(heap()-before)/float64(w.Snapshot.Total()), "bytes/record")
				shut(b, h)
			}
		})
	}
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
