package model

// MarshalJSON implements json.Marshaler: the members in their order, compact.
func (o Object) MarshalJSON() ([]byte, error) { return AppendCompact(nil, o), nil }

// UnmarshalJSON implements json.Unmarshaler with the strictness of DecodeLarge; null
// leaves the object as it is.
func (o *Object) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	object, err := DecodeLarge(data)
	if err == nil {
		*o = object
	}
	return err
}

// MarshalJSON implements json.Marshaler: the number as it was written.
func (l Literal) MarshalJSON() ([]byte, error) { return []byte(l), nil }

// AppendCompact writes a value as JSON on one line, members in their order, numbers
// and strings as records hold them.
func AppendCompact(dst []byte, v any) []byte {
	switch v := v.(type) {
	case Object:
		dst = append(dst, '{')
		for i, m := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, m.Name), ':')
			dst = AppendCompact(dst, m.Value)
		}
		return append(dst, '}')
	case []any:
		dst = append(dst, '[')
		for i := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendCompact(dst, v[i])
		}
		return append(dst, ']')
	default:
		return appendScalar(dst, v)
	}
}
