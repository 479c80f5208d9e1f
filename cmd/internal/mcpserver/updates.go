package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/ops"
)

// mostSubscriptions is how many resources a client may ask to hear about.
const mostSubscriptions = 1000

// updates tells a client that resources which it subscribed to have changed: those
// under a name that moves, such as a branch. What a commit holds never changes.
type updates struct {
	host *ops.Host
	to   chan<- mcp.JSONRPCNotification
	mu   sync.Mutex
	of   map[subscription]string // the version that the client was told of last
}

// subscription is a resource, and the id of the request that subscribed to it where
// it ends with that request.
type subscription struct {
	uri    string
	stream any
}

func newUpdates(host *ops.Host, to chan<- mcp.JSONRPCNotification) *updates {
	return &updates{host: host, to: to, of: map[subscription]string{}}
}

// watch tells of changes until ctx is done.
func (u *updates) watch(ctx context.Context) {
	events, end := u.host.Listen()
	defer end()
	for {
		select {
		case <-ctx.Done():
			return
		case <-events:
			u.look(ctx)
		}
	}
}

// look compares every resource that is subscribed to with what the client knows.
func (u *updates) look(ctx context.Context) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for s, known := range u.of {
		version, err := u.version(ctx, s.uri)
		if err == nil && version != known && u.tell(s) {
			u.of[s] = version
		}
	}
}

// tell sends a notification. Where too many wait to be read it sends none, and the
// next look does.
func (u *updates) tell(s subscription) bool {
	n := mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION}
	n.Method = mcp.MethodNotificationResourceUpdated
	n.Params.AdditionalFields = map[string]any{"uri": s.uri}
	if s.stream != nil {
		n.Params.Meta = map[string]any{mcp.MetaKeySubscriptionID: s.stream}
	}
	select {
	case u.to <- n:
		return true
	default:
		return false
	}
}

// version answers what tells one content of a resource from another.
func (u *updates) version(ctx context.Context, uri string) (string, error) {
	if isGuide(uri) {
		return "", nil
	}
	at, err := parseURI(uri)
	if err != nil {
		return "", err
	}
	return u.host.ResourceVersion(ctx, at.commit, at.path)
}

func (u *updates) subscribe(s subscription) error {
	version, err := u.version(context.Background(), s.uri)
	if err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if _, there := u.of[s]; !there && len(u.of) >= mostSubscriptions {
		return fmt.Errorf("%d resources are subscribed to, the most there may be; end some, or subscribe to a folder that holds them", mostSubscriptions)
	}
	u.of[s] = version
	return nil
}

// subscriber is a client, or one of its requests, as one who subscribes. The library
// that calls it has no context to give; what is read for it is short.
type subscriber struct {
	updates *updates
	stream  any // the request's id, nil for the client itself
}

// SubscribeToResource implements server.SessionWithResourceSubscriptions.
func (s subscriber) SubscribeToResource(uri string) { _ = s.SubscribeToResourceErr(uri) }

// SubscribeToResourceErr implements server.SessionWithResourceSubscriptionsErr.
func (s subscriber) SubscribeToResourceErr(uri string) error {
	return s.updates.subscribe(subscription{uri, s.stream})
}

// UnsubscribeFromResource implements server.SessionWithResourceSubscriptions.
func (s subscriber) UnsubscribeFromResource(uri string) {
	s.updates.mu.Lock()
	defer s.updates.mu.Unlock()
	delete(s.updates.of, subscription{uri, s.stream})
}

// SubscribedResources implements server.SessionWithResourceSubscriptions.
func (s subscriber) SubscribedResources() []string {
	s.updates.mu.Lock()
	defer s.updates.mu.Unlock()
	var uris []string
	for of := range s.updates.of {
		if of.stream == s.stream {
			uris = append(uris, of.uri)
		}
	}
	return uris
}

// IsSubscribedToResource implements server.SessionWithResourceSubscriptions.
func (s subscriber) IsSubscribedToResource(uri string) bool {
	return slices.Contains(s.SubscribedResources(), uri)
}
