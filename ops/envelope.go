package ops

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/openeik/ekgit/model"
)

// Envelope is every answer, on every interface.
type Envelope struct {
	OK    bool   `json:"ok"`
	Data  any    `json:"data,omitempty"`
	Error *Error `json:"error,omitempty"`
	Meta  Meta   `json:"meta"`
	// Attachments are what an answer tells of and no JSON can hold well: pictures and
	// bodies. They do not count against the budget.
	Attachments []Attachment `json:"attachments,omitempty"`
}

// Attachment is a file that goes with an answer.
type Attachment struct {
	Name     string `json:"name"` // a name for the file, such as plan-level-0.png
	MIMEType string `json:"mimeType"`
	Data     []byte `json:"data"` // base64 in JSON
}

// Error is why a request was not carried out.
type Error struct {
	Code    model.Code     `json:"code"`
	Message string         `json:"message"`
	Hint    string         `json:"hint,omitempty"`
	Details map[string]any `json:"details,omitempty"`
}

// Meta says what an answer was read from and what it cost.
type Meta struct {
	Operation     string   `json:"operation"`
	RequestID     string   `json:"requestId"`
	CorrelationID string   `json:"correlationId"`
	Model         string   `json:"model,omitempty"`
	Branch        string   `json:"branch,omitempty"`
	Proposal      string   `json:"proposal,omitempty"` // the one that the request is about or the answer was read from
	Commit        string   `json:"commit,omitempty"`   // the head of the branch
	Sequence      *int     `json:"sequence"`           // null where a shallow clone hides it
	At            string   `json:"at,omitempty"`       // the commit the answer was read from
	Uncommitted   []string `json:"uncommitted,omitempty"`
	DurationMS    float64  `json:"durationMs"`
	Bytes         int      `json:"bytes"`
	Budget        *Budget  `json:"budget,omitempty"`
	Warnings      []string `json:"warnings,omitempty"`
}

// Budget is how large an answer is and how large it may be, in tokens.
type Budget struct {
	Tokens int `json:"tokens"`
	Limit  int `json:"limit"`
}

// Request is one call: the operation's name and its arguments. On the wire it is
// one flat JSON object whose "action" names the operation.
type Request struct {
	Action        string
	RequestID     string // the caller's, or made here
	CorrelationID string
	Person        string // "Name <email>"; only where the host trusts its caller's word
	Agent         string // "name/version"
	Arguments     model.Object
	// Profile holds a caller to less than the host's own profile allows. Empty, it holds
	// nobody to anything.
	Profile Profile
	// Progress, where it is set, is told how far long work is and what comes next. It
	// is called by the goroutine that carries the request out, and must not block.
	Progress func(done, total float64, next string)
}

// largestRequest is the largest request that is read, in bytes.
const largestRequest = 5 << 20

// ParseRequest reads a request from one JSON object.
func ParseRequest(data []byte) (Request, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // some shells put a byte order mark before what they pipe
	if len(data) > largestRequest {
		return Request{}, &model.Problem{Code: model.InvalidArgument, Message: fmt.Sprintf("the request has %d bytes, more than one request may have (%d)", len(data), largestRequest),
			Hint: "Send the commands in parts, or import a file"}
	}
	object, err := model.DecodeLarge(data)
	if err != nil {
		return Request{}, &model.Problem{Code: model.InvalidArgument, Message: "the request is no JSON object: " + ofRequest.Replace(err.Error()), Hint: requestHint}
	}
	return NewRequest("", object)
}

const requestHint = `Send for example {"action": "summary"}`

// ofRequest puts what is said of files into words for a request.
var ofRequest = strings.NewReplacer("the file", "it", "; a record is one object with an id and a category", "", ` at ""`, "", "; save it as UTF-8", "; send it as UTF-8")

// NewRequest makes a request of an operation's name (or, where empty, the member
// "action") and an object that holds its arguments beside who asks.
func NewRequest(action string, object model.Object) (Request, error) {
	r := Request{Action: action}
	for _, m := range object {
		var into *string
		switch m.Name {
		case "action":
			into = &r.Action
		case "requestId":
			into = &r.RequestID
		case "correlationId":
			into = &r.CorrelationID
		case "person":
			into = &r.Person
		case "agent":
			into = &r.Agent
		default:
			r.Arguments = append(r.Arguments, m)
			continue
		}
		text, ok := m.Value.(string)
		if !ok || m.Name == "action" && action != "" && text != action {
			return Request{}, &model.Problem{Code: model.InvalidArgument, Message: m.Name + " is a text, and stands once", Hint: requestHint,
				Details: map[string]any{"path": "/" + m.Name, "got": model.ToJSON(m.Value)}}
		}
		*into = text
	}
	return r, nil
}
