package main

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/openeik/ekgit/model/category"
	"github.com/openeik/ekgit/repo"
)

var t0 = time.Now()

func cpu(what string) {
	var r syscall.Rusage
	_ = syscall.Getrusage(0, &r)
	fmt.Printf("%-12s wall %6.1f user %5.1f sys %5.1f\n", what, float64(time.Since(t0).Microseconds())/1000, float64(r.Utime.Nano())/1e6, float64(r.Stime.Nano())/1e6)
}

func main() {
	ctx := context.Background()
	cpu("start")
	sch := category.Schema()
	cpu("schema")
	m, err := repo.Open(ctx, os.Args[1], repo.Options{Schema: sch})
	if err != nil {
		panic(err)
	}
	cpu("open")
	h, _ := m.Head(ctx)
	cpu("head")
	s, err := m.At(ctx, h.Commit)
	if err != nil {
		panic(err)
	}
	cpu("at")
	s.Get("x")
	cpu("ids")
	s.ReferringTo("x")
	cpu("refs")
	category.Space(s)
	cpu("space")
}
