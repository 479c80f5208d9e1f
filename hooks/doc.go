// Package hooks checks what git is about to do to a model, as the hooks that git runs:
// in a clone before a commit or a push, and on a server before a push is let in.
//
// It judges by the rules of package check and by git's configuration; it plans no
// change and answers no request.
package hooks
