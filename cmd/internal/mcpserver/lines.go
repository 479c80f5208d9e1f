package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"
)

// mostLineBytes is the longest message that is taken.
const mostLineBytes = 5 << 20

// line is one line of a stream: a message, or, where it was too long, only the id of
// the request that it held, as far as that can be told.
type line struct {
	message []byte
	tooLong bool
	id      json.RawMessage
}

// readLines sends the lines of a stream, empty ones left out, until it ends or ctx is
// done, and then closes the channel. The error is the stream's, never io.EOF.
func readLines(ctx context.Context, in io.Reader, to chan<- line) error {
	defer close(to)
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		l, err := nextLine(r)
		if l.tooLong || len(l.message) > 0 {
			select {
			case to <- l:
			case <-ctx.Done():
				return nil
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// nextLine reads one line, keeping no more of it than the longest message has. The
// last line of a stream needs no line feed.
func nextLine(r *bufio.Reader) (line, error) {
	var whole, tail []byte
	var l line
	for {
		piece, err := r.ReadSlice('\n')
		if l.tooLong {
			tail = lastBytes(append(tail, piece...))
		} else if whole = append(whole, piece...); len(whole) > mostLineBytes+1 {
			l.tooLong, tail, whole = true, lastBytes(bytes.Clone(piece)), whole[:idBytes:idBytes]
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case l.tooLong:
			l.id = idOf(whole, tail)
		default:
			l.message = bytes.TrimSpace(whole)
		}
		return l, err
	}
}

// idBytes is how much of the beginning and the end of a long line is looked at.
const idBytes = 512

func lastBytes(b []byte) []byte { return b[max(0, len(b)-idBytes):] }

var (
	idFirst = regexp.MustCompile(`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*("[^"\\]*"|-?[0-9]+)\s*,`)
	idLast  = regexp.MustCompile(`,\s*"id"\s*:\s*("[^"\\]*"|-?[0-9]+)\s*\}\s*$`)
)

// idOf finds the id of a request where clients put it: first or last in the message.
func idOf(head, tail []byte) json.RawMessage {
	for pattern, text := range map[*regexp.Regexp][]byte{idFirst: head, idLast: tail} {
		if match := pattern.FindSubmatch(text); match != nil && json.Valid(match[1]) {
			return match[1]
		}
	}
	return nil
}
