package diffview

import "github.com/openeik/ekgit/model"

// blockingTitle stands above what blocks.
const blockingTitle = "New errors, with which it is not accepted"

// blocking answers the new errors with which an open proposal is not accepted unless
// they are waived.
func (r *Review) blocking() []model.Finding {
	block, _ := r.sorted()
	return block
}

// remaining answers the findings that block nothing.
func (r *Review) remaining() *Findings {
	_, rest := r.sorted()
	return rest
}

// sorted parts the findings into those that block and the others.
func (r *Review) sorted() (block []model.Finding, rest *Findings) {
	if r.Diff == nil {
		return nil, &Findings{}
	}
	if r.Proposal == nil || r.Proposal.State != "open" {
		return nil, &r.Diff.Findings
	}
	others := r.Diff.Findings
	others.New = nil
	for _, f := range r.Diff.Findings.New {
		if f.Severity == model.Error {
			block = append(block, f)
		} else {
			others.New = append(others.New, f)
		}
	}
	return block, &others
}

// blocking writes the findings that block with what a waiver names them by.
func (p *textPage) blocking(findings []model.Finding) {
	if len(findings) == 0 {
		return
	}
	p.heading(blockingTitle)
	for i, f := range findings {
		if i == listShown {
			p.line("  %s", p.paint(faint, "… and "+more(len(findings)-i)))
			break
		}
		p.line("%s %s: %s  %s", p.paint(red, "!"), f.Rule, plain(f.Message), p.paint(faint, f.Fingerprint))
	}
}

func mdBlocking(findings []model.Finding) string {
	if len(findings) == 0 {
		return ""
	}
	p := &mdPart{limit: partLimit}
	p.WriteString("### " + blockingTitle + "\n\n")
	for _, f := range findings {
		p.item("- ⚠ %s: %s (%s)\n", escaped(f.Rule), escaped(clip(plain(f.Message), 3*valueLimit)), inCode(clip(f.Fingerprint, nameLimit)))
	}
	return p.rest(len(findings), "errors")
}
