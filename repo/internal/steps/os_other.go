//go:build !linux && !darwin

package steps

import "errors"

func exchange(a, b string) error { return errors.ErrUnsupported }

func syncAll(string) error { return errors.ErrUnsupported }
