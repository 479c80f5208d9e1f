package diffview

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
)

//go:embed page
var pageFiles embed.FS

// HTML writes the review as one page that needs no network and nothing beside it. It
// reads whole without its script, which only folds and filters. Its own policy lets
// nothing else run or load.
func (r *Review) HTML(w io.Writer) error {
	page, err := pageTemplate()
	if err != nil {
		return err
	}
	return page.ExecuteTemplate(w, "page.html", shownReview{r, r.More})
}

// shownReview is a review with the command that tells what the page leaves out.
type shownReview struct {
	*Review
	More string
}

var pageTemplate = sync.OnceValues(func() (*template.Template, error) {
	css, err := pageFiles.ReadFile("page/page.css")
	if err != nil {
		return nil, err
	}
	js, err := pageFiles.ReadFile("page/page.js")
	if err != nil {
		return nil, err
	}
	policy := fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; img-src data:; base-uri 'none'; form-action 'none'", digest(css), digest(js))
	functions := template.FuncMap{
		"css":    func() template.CSS { return template.CSS(css) },
		"js":     func() template.JS { return template.JS(js) },
		"policy": func() string { return policy },
	}
	return template.New("page.html").Funcs(functions).Funcs(pageFunctions).ParseFS(pageFiles, "page/page.html")
})

// digest names a text of the page to the page's policy.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// shownPicture is a picture as the page shows it. The overlay stands in the page as it
// is, so that what is drawn can be pointed at; package picture escapes what it writes.
type shownPicture struct {
	Overlay       template.HTML
	Before, After template.URL
	Alt, Title    string
}

func shownPictureOf(p Picture) shownPicture {
	return shownPicture{Overlay: template.HTML(p.Overlay), Before: svgURL(p.Before), After: svgURL(p.After), Alt: plain(p.Alt), Title: plain(p.Title)}
}

func svgURL(svg []byte) template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg))
}

func heading(r shownReview) string {
	switch h := r.Proposal; {
	case h == nil:
		return "What changes"
	case strings.TrimSpace(h.Title) == "":
		return "Proposal " + plain(h.ID)
	default:
		return plain(h.Title)
	}
}
