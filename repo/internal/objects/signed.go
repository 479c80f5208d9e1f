package objects

import (
	"bytes"
	"context"
	"fmt"
)

// Signed answers what the signature of a commit is made over, to the byte, and the
// signature itself, empty where there is none. A commit with a second signature is
// refused: it does not say which of them counts.
func (s *Store) Signed(ctx context.Context, h Hash) (payload []byte, signature string, err error) {
	c, err := s.readKind(ctx, h, KindCommit)
	if err != nil {
		return nil, "", err
	}
	payload, signature, err = splitSignature(c.data)
	if err != nil {
		err = fmt.Errorf("commit %s: %w", h, err)
	}
	return payload, signature, err
}

// splitSignature takes the signature's header out of a commit.
func splitSignature(data []byte) (payload []byte, signature string, err error) {
	const header = "gpgsig"
	var armour []byte
	inside, found := false, false
	for line := range bytes.Lines(data) {
		if len(line) == 1 {
			break // the message begins
		}
		data = data[len(line):]
		switch {
		case inside && line[0] == ' ':
			armour = append(armour, line[1:]...)
			continue
		case bytes.HasPrefix(line, []byte(header+" ")) && !found:
			inside, found = true, true
			armour = append(armour, line[len(header)+1:]...)
			continue
		case bytes.HasPrefix(line, []byte(header)):
			return nil, "", fmt.Errorf("two signatures, or one of another kind (%.20q): %w", line, ErrCorrupt)
		}
		inside = false
		payload = append(payload, line...)
	}
	return append(payload, data...), string(armour), nil
}
