// Package ops is what an agent or a person can ask of a model: one registry that
// holds every operation once, with its schemas, its capability and its function,
// and the host that carries a request out. The Go API, the command line and MCP
// are adapters over Host.Do and add nothing, so that one request answers the same
// data on each.
//
// Rules of the product that need more than records live here: profiles, budgets,
// pages, guards on writes and who signs them. What a command does to records is in
// model/edit, what makes a model valid in model/check, and git is behind repo.
package ops
