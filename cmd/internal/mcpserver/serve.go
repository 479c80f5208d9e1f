package mcpserver

import (
	"context"
	"io"
	"log/slog"
	"sync"

	"github.com/openeik/ekgit/ops"
)

// Options say how a host is served.
type Options struct {
	Log *slog.Logger // what goes wrong on the connection; nil discards it
}

// Serve answers the messages that arrive on in, one a line, until it ends or ctx is
// done. Requests that were accepted by then are finished and answered first; where
// ctx is done, a write that has not begun is refused. Nothing but messages is written
// to out. The host stays open. The error is that of the stream that failed.
//
// A blocked read cannot be called off: where ctx is done first, one goroutine waits
// in it until in yields or is closed.
func Serve(ctx context.Context, host *ops.Host, in io.Reader, out io.Writer, o Options) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := newService(host)
	ctx, stop := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() { s.updates.watch(ctx) })
	defer watching.Wait()
	defer stop()
	return newConnection(s.answer, s.peer.notifications, o.Log).run(ctx, in, out)
}
