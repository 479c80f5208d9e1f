package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
)

// header is what says where a message belongs.
type header struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
	Params struct {
		RequestID json.RawMessage `json:"requestId"`
	} `json:"params"`
}

func (h header) isRequest() bool { return len(h.ID) > 0 && string(h.ID) != "null" }

func (h header) isAnswer() bool { return h.Method == "" && (h.Result != nil || h.Error != nil) }

// fault is why a message is not taken.
type fault struct {
	code    int
	message string
}

func parseHeader(message []byte) (header, *fault) {
	var h header
	err := json.Unmarshal(message, &h)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		return h, &fault{mcp.INVALID_REQUEST, "a message is one JSON object with params as an object; there are no batches"}
	case err != nil:
		return h, &fault{mcp.PARSE_ERROR, "the line is no JSON: " + err.Error()}
	case h.isRequest() && (h.ID[0] == '{' || h.ID[0] == '[' || h.ID[0] == 't' || h.ID[0] == 'f'):
		h.ID = nil
		return h, &fault{mcp.INVALID_REQUEST, "an id is a string or a number"}
	}
	return h, nil
}

// failure is the answer to a request that is not carried out.
func failure(id json.RawMessage, code int, message string) mcp.JSONRPCError {
	return mcp.NewJSONRPCError(mcp.NewRequestId(id), code, message, nil)
}

// encoded answers a value as compact JSON without a line feed, in which < and & stand
// as they are.
func encoded(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		b.Reset()
		// What is sent here always has an encoding.
		_ = encoder.Encode(failure(nil, mcp.INTERNAL_ERROR, "an answer could not be written: "+err.Error()))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
