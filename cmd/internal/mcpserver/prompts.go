package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/args"
)

// prompt is a piece of work that a person starts: what it asks for, and what it tells
// the model to do. What the person wrote stands in a message of its own.
type prompt struct {
	mcp.Prompt
	work string
}

var prompts = []prompt{
	{mcp.NewPrompt("start_work", mcp.WithPromptTitle("Start work on the model"),
		mcp.WithPromptDescription("Look at the model, plan a task on it, and carry it out in checked steps."),
		mcp.WithArgument("task", mcp.RequiredArgument(), mcp.ArgumentDescription("What is to be done, in your own words.")),
		mcp.WithArgument("level", mcp.ArgumentDescription("The level that it is about: its id or name."))),
		`Work on the building model that this server serves. First call guide without arguments, then summary, and the topics of the guide that the task below is about. Look at what stands there with tree, read, query and relations before you plan. Tell me in a few sentences what you are going to change, and ask what only I can know. Then, step by step: propose the commands, look at the answer's verify requests, and add to the same proposal. When proposals {"id"} shows what was asked for and no new findings, give it a title with propose {"proposal", "title", "message"}. Close with what it changes, with ids and counts, its id, and what is left open: I look at it and accept it.`},
	{mcp.NewPrompt("explain_changes", mcp.WithPromptTitle("Explain what changed"),
		mcp.WithPromptDescription("Tell a person what changed in the model, by whom and why."),
		mcp.WithArgument("since", mcp.RequiredArgument(), mcp.ArgumentDescription("A commit, sequence number, tag, branch, or a date such as 2026-01-31.")),
		mcp.WithArgument("level", mcp.ArgumentDescription("Only what belongs to this level: its id or name."))),
		`Explain to me what changed in the building model since the point below. Call changes with it as since, and diff with it as from (a commit of the answer, where it is a date); with a level, put {"levels": [it]} into their filter. Group what belongs together, in a building's words: which walls, doors and rooms, where, and what that does to lengths and areas. Say who did it, with which agent, when and why, and name the commits. Say which findings came and which went. Change nothing.`},
	{mcp.NewPrompt("fix_findings", mcp.WithPromptTitle("Mend what the checks find"),
		mcp.WithPromptDescription("Go through the findings of the checks and propose how to mend them, one proposal a cause."),
		mcp.WithArgument("severity", mcp.RequiredArgument(), mcp.ArgumentDescription("The least severity to mend: error, warning or info.")),
		mcp.WithArgument("rule", mcp.ArgumentDescription("Only this rule, or this family of rules such as hosted."))),
		`Mend what the checks find in the building model, of the severity below and worse. Call validate with severity, and with rules where a rule is named; go through all pages. Take the findings by cause, the most frequent first. Where a finding has a fix that is plainly right, propose {"command": "fix", "finding": its fingerprint}, one proposal a cause. Where it has none, or the fix would take something away, look with read and relations, and tell me of the change before you propose it. Never silence a rule instead of mending its cause. End with validate at each proposal, give it a title, and tell me what is mended and what is left, and why.`},
}

func (s *service) addPrompts() {
	for _, p := range prompts {
		s.mcp.AddPrompt(p.Prompt, func(ctx context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			if err := p.check(r.Params.Arguments); err != nil {
				return nil, refuse(ctx, mcp.INVALID_PARAMS, err)
			}
			return p.filled(r.Params.Arguments), nil
		})
	}
}

// check holds arguments to what the prompt takes.
func (p prompt) check(arguments map[string]string) error {
	var names []string
	for _, a := range p.Arguments {
		names = append(names, a.Name)
		if a.Required && strings.TrimSpace(arguments[a.Name]) == "" {
			return p.invalid(fmt.Sprintf("%s needs %q: %s", p.Name, a.Name, a.Description))
		}
	}
	for name := range arguments {
		if slices.Contains(names, name) {
			continue
		}
		message := fmt.Sprintf("%s has no %q", p.Name, name)
		if near := args.Nearest(name, names); near != "" {
			message += fmt.Sprintf("; use %q", near)
		}
		return p.invalid(message)
	}
	return nil
}

func (p prompt) invalid(message string) error {
	var takes []string
	for _, a := range p.Arguments {
		if a.Required {
			a.Name += "*"
		}
		takes = append(takes, a.Name)
	}
	return &model.Problem{Code: model.InvalidArgument, Message: message, Hint: fmt.Sprintf("%s {%s}", p.Name, strings.Join(takes, ", "))}
}

// filled answers the prompt's messages.
func (p prompt) filled(arguments map[string]string) *mcp.GetPromptResult {
	var given []string
	for _, a := range p.Arguments {
		if value := strings.TrimSpace(arguments[a.Name]); value != "" {
			given = append(given, a.Name+": "+value)
		}
	}
	return mcp.NewGetPromptResult(p.Description, []mcp.PromptMessage{
		mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(p.work)),
		mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(strings.Join(given, "\n"))),
	})
}
