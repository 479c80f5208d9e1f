// Package mcpserver serves a host's operations to an agent over the Model Context
// Protocol, on a pair of streams: each operation is a tool, the model's files and
// the guide are resources, and a few prompts start common work. Clients of both
// generations of the protocol are served, those that begin with a handshake and
// those whose every request says who they are.
//
// It is an adapter: it turns messages into requests and answers into messages. What
// may be asked and what is answered is decided in package ops.
package mcpserver
