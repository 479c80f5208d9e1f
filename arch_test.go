package ekgit_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	module = "github.com/openeik/ekgit"

	maxFileLines = 400
	maxFuncLines = 60
)

// layers says, for each folder, which folders of this module its packages may
// import. A package belongs to the longest folder that holds it. "/..." takes in
// the folders below. Nothing may import upwards, so that the model can be used
// without git, git without operations, and operations without a command line.
var layers = map[string][]string{
	".":                   {},
	"cmd":                 {"cmd/...", "ops/...", "hooks/...", "diffview", "model/...", "."},
	"ops":                 {"ops/...", "proposals", "diffview", "guide", "repo", "model/...", "."},
	"proposals":           {"repo", "model/..."},
	"diffview":            {"model/..."},
	"hooks":               {"repo", "proposals", "diffview", "model/..."},
	"guide":               {},
	"repo":                {"repo/...", "model"},
	"model":               {},
	"model/geom":          {},
	"model/geom/skeleton": {"model/geom"},
	"model/measure":       {},
	"model/modeltest":     {"model"},
	"model/args":          {"model", "model/geom", "model/measure"},
	"model/planar":        {"model/geom"},
	"model/category":      {"model", "model/geom", "model/geom/skeleton", "model/measure", "model/planar"},
	"model/find":          {"model", "model/args", "model/category", "model/geom", "model/measure"},
	"model/check":         {"model", "model/category", "model/find", "model/geom", "model/measure"},
	"model/edit":          {"model", "model/args", "model/category", "model/find", "model/geom", "model/measure"},
	"model/generate":      {"model", "model/category", "model/geom"},
	"model/tint":          {"model", "model/category", "model/find"},
	"model/picture":       {"model", "model/category", "model/geom", "model/measure", "model/tint", "model/shape"},
	"model/shape":         {"model", "model/category", "model/geom"},
	"model/scene":         {"model", "model/category", "model/geom", "model/shape"},
	"model/render":        {"model", "model/geom", "model/scene", "model/tint"},
}

// pkg is what `go list` tells about a package.
type pkg struct {
	ImportPath, Name, Doc              string
	Imports, TestImports, XTestImports []string
}

// folder returns the folder of an import path of this module, or false.
func folder(importPath string) (string, bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// list runs `go list` without the network. A package that does not build is not
// its business.
func list(t *testing.T, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-json=ImportPath,Name,Doc,Imports,TestImports,XTestImports"}, args...)...)
	cmd.Env = append(os.Environ(), "GOPROXY=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
	if len(pkgs) == 0 {
		t.Fatal("go list names no package")
	}
	return pkgs
}

func TestImportDirection(t *testing.T) {
	for _, p := range list(t, "./...") {
		from, _ := folder(p.ImportPath)
		row := from
		for layers[row] == nil && row != "." {
			row = path.Dir(row)
		}
		if row == "." && from != "." {
			t.Errorf("%s has no row in layers: add one that says what it may import", from)
			continue
		}
		for _, imported := range p.Imports {
			to, ours := folder(imported)
			if ours && !slices.ContainsFunc(layers[row], func(l string) bool { return allows(l, to) }) {
				t.Errorf("%s imports %s, but %s may only import %q", from, to, row, layers[row])
			}
		}
	}
}

// allows reports whether an entry of a row of layers takes in a folder.
func allows(entry, folder string) bool {
	if root, deep := strings.CutSuffix(entry, "/..."); deep {
		return folder == root || strings.HasPrefix(folder, root+"/")
	}
	return folder == entry
}

func TestOnlyRepoKnowsGit(t *testing.T) {
	for _, p := range list(t, "./...") {
		from, _ := folder(p.ImportPath)
		if allows("repo/...", from) {
			continue
		}
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if strings.HasPrefix(imported, "github.com/go-git/") {
				t.Errorf("%s imports %s: only repo works with git objects", from, imported)
			}
		}
	}
}

func TestBinariesDoNotLinkTesting(t *testing.T) {
	for _, p := range list(t, "-deps", "./cmd/...") {
		if p.ImportPath == "testing" || strings.HasPrefix(p.ImportPath, "testing/") {
			t.Errorf("a command links %s: move what needs it into test files", p.ImportPath)
		}
	}
}

func TestPackages(t *testing.T) {
	vague := []string{"util", "utils", "common", "helper", "helpers", "manager", "managers", "misc", "shared"}
	for _, p := range list(t, "./...") {
		if p.Doc == "" {
			t.Errorf("%s has no package comment that says what it is for", p.ImportPath)
		}
		if slices.Contains(vague, p.Name) || slices.Contains(vague, path.Base(p.ImportPath)) {
			t.Errorf("%s: name the package after what it holds", p.ImportPath)
		}
	}
}

func TestFilesAndFunctionsStaySmall(t *testing.T) {
	eachFile(t, func(name string, fset *token.FileSet, file *ast.File) {
		if strings.HasSuffix(name, "_test.go") {
			return
		}
		if lines := fset.File(file.Pos()).LineCount(); lines > maxFileLines {
			t.Errorf("%s has %d lines, over %d", name, lines, maxFileLines)
		}
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if lines := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1; lines > maxFuncLines {
				t.Errorf("%s: %s has %d lines, over %d", name, fn.Name.Name, lines, maxFuncLines)
			}
		}
	})
}

func TestTestsDoNotSleepOrSkip(t *testing.T) {
	eachFile(t, func(name string, fset *token.FileSet, file *ast.File) {
		if !strings.HasSuffix(name, "_test.go") {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, _ := sel.X.(*ast.Ident)
			switch sleeps := x != nil && x.Name == "time" && sel.Sel.Name == "Sleep"; {
			case sleeps:
				t.Errorf("%s sleeps: wait for what the test is about", fset.Position(n.Pos()))
			case slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, sel.Sel.Name):
				t.Errorf("%s skips: a test that does not run holds nothing", fset.Position(n.Pos()))
			}
			return true
		})
	})
}

// eachFile parses every Go file of the module.
func eachFile(t *testing.T, visit func(name string, fset *token.FileSet, file *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); base == "testdata" || base == "node_modules" || len(base) > 1 && base[0] == '.' {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err == nil {
			visit(name, fset, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
