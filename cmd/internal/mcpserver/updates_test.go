package mcpserver

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/ops"
)

const southWall = "architecture/level-0/wall/wall-south.json"

// rename changes a record through the server.
func rename(t testing.TB, c connected, id, name string) {
	t.Helper()
	r := c.call(t, "execute", map[string]any{"commands": []any{map[string]any{"command": "rename", "id": id, "name": name}}})
	if r.IsError {
		t.Fatal(textOf(t, r))
	}
}

// uriOf answers which resource a notification is about.
func uriOf(t testing.TB, n mcp.JSONRPCNotification) string {
	t.Helper()
	uri, ok := n.Params.AdditionalFields["uri"].(string)
	if !ok {
		t.Fatalf("notification %+v", n)
	}
	return uri
}

// hears waits until the client is told of a resource. A file that is being written may
// be told of more than once.
func (c connected) hears(t testing.TB, uri string) {
	t.Helper()
	for uriOf(t, c.next(t, mcp.MethodNotificationResourceUpdated)) != uri {
	}
}

// TestSubscribersHearOfChanges holds that a client with the handshake is told of the
// resources that it subscribed to when they change, and of no other.
func TestSubscribersHearOfChanges(t *testing.T) {
	dir := houseDir(t)
	c := connect(t, open(t, dir, ops.Options{Watch: true}), mcp.ProtocolVersion20251125)
	subscribe := func(uri string) {
		t.Helper()
		if err := c.subscribe(mcp.MethodResourcesSubscribe, uri); err != nil {
			t.Fatal(err)
		}
	}
	first := strings.TrimSpace(git(t, dir, "rev-parse", "HEAD"))
	subscribe("eik://" + first + "/" + southWall)
	subscribe("eik://HEAD/levels")
	subscribe("eik://HEAD/" + southWall)
	subscribe("eik-guide://core")
	rename(t, c, "wall-south", "South wall")
	if uri := uriOf(t, c.next(t, mcp.MethodNotificationResourceUpdated)); uri != "eik://HEAD/"+southWall {
		t.Errorf("told of %s", uri)
	}

	if err := c.subscribe(mcp.MethodResourcesUnsubscribe, "eik://HEAD/"+southWall); err != nil {
		t.Fatal(err)
	}
	subscribe("eik://now/levels/level-0.json")
	write(t, dir, "levels/level-0.json", strings.Replace(fileOf(t, dir, "levels/level-0.json"), "Ground floor", "Parterre", 1))
	c.hears(t, "eik://now/levels/level-0.json")
	git(t, dir, "commit", "-q", "-a", "-m", "By hand")
	c.hears(t, "eik://HEAD/levels")

	for _, uri := range []string{"eik://nowhere/eik.json", "eik://HEAD/../x", "other://x"} {
		if err := c.subscribe(mcp.MethodResourcesSubscribe, uri); err == nil {
			t.Errorf("%s is subscribed to", uri)
		}
	}
}

// TestListenersHearOfChanges holds the same for a client without the handshake: what
// it hears carries the id of the request that asked for it.
func TestListenersHearOfChanges(t *testing.T) {
	host := open(t, houseDir(t), ops.Options{Watch: true})
	r := begin(t, serving(host))
	meta := metaOf(mcp.ProtocolVersion20260728)
	r.send(`{"jsonrpc":"2.0","id":"listen-1","method":"subscriptions/listen","params":{%s"notifications":{"resourceSubscriptions":["eik://HEAD/%s"],"toolsListChanged":true}}}`, meta, southWall)
	idIn := func(m message) string {
		var params struct {
			Meta map[string]any `json:"_meta"`
		}
		if err := json.Unmarshal(m.Params, &params); err != nil {
			t.Fatal(err)
		}
		id, _ := params.Meta[mcp.MetaKeySubscriptionID].(string)
		return id
	}
	m := r.next()
	if m.Method != mcp.MethodNotificationSubscriptionsAcknowledged || idIn(m) != "listen-1" || strings.Contains(string(m.Params), "toolsListChanged") {
		t.Fatalf("the first message is %s %s", m.Method, m.Params)
	}
	r.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{%s"name":"execute","arguments":{"commands":[{"command":"rename","id":"wall-south","name":"South wall"}]}}}`, meta)
	var methods []string
	for range 2 { // the answer and the notification, in either order
		m := r.next()
		methods = append(methods, m.Method)
		if m.Method != "" && (m.Method != mcp.MethodNotificationResourceUpdated || idIn(m) != "listen-1" || !strings.Contains(string(m.Params), southWall)) {
			t.Errorf("told %s %s", m.Method, m.Params)
		}
	}
	if methods[0] == methods[1] {
		t.Errorf("messages %q", methods)
	}
	r.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"listen-1"}}`)
	if rest := r.end(); len(rest) != 0 {
		t.Errorf("after it was called off there is %+v", rest)
	}
}

// TestListeningEndsWithTheInput holds that a stream of updates is closed with its
// result when the connection ends.
func TestListeningEndsWithTheInput(t *testing.T) {
	r := begin(t, serving(open(t, houseDir(t), ops.Options{})))
	r.send(`{"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":{%s"notifications":{"resourceSubscriptions":["eik://HEAD/eik.json"]}}}`, metaOf(mcp.ProtocolVersion20260728))
	r.next()
	rest := r.end()
	if len(rest) != 1 || rest[0].ID != 7.0 || !strings.Contains(string(rest[0].Result), mcp.MetaKeySubscriptionID) {
		t.Errorf("the stream ends with %+v", rest)
	}
}

func TestSubscriptionsAreBounded(t *testing.T) {
	p := newPeer(open(t, houseDir(t), ops.Options{}))
	for i := range mostSubscriptions {
		if err := p.SubscribeToResourceErr("eik-guide://" + strings.Repeat("x", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.SubscribeToResourceErr("eik-guide://core"); err == nil || len(p.SubscribedResources()) != mostSubscriptions {
		t.Errorf("%d subscriptions, %v", len(p.SubscribedResources()), err)
	}
	p.UnsubscribeFromResource("eik-guide://")
	if p.IsSubscribedToResource("eik-guide://") || p.SubscribeToResourceErr("eik-guide://core") != nil {
		t.Error("a subscription that ended still counts")
	}
}
