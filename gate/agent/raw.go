package agent

import "encoding/json"

// rawJSON is a value as it came, to be sent back as it is.
type rawJSON string

// MarshalJSON implements json.Marshaler.
func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// with is an object with one field set. The object was read before, so that it
// can be read again.
func (r rawJSON) with(name string, value any) rawJSON {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal([]byte(r), &fields)
	fields[name], _ = json.Marshal(value)
	b, _ := json.Marshal(fields)
	return rawJSON(b)
}
