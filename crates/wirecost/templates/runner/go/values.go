package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// The encoding of values in the runner protocol (docs/PROTOCOL.md), to and from Go's own types: nil, bool, int64 (below zero), uint64,
// float32, float64, string, []byte, []any, map[string]any, and Absent.

// Absent is the value of a field that is not there.
type Absent struct{}

var little = binary.LittleEndian

// Append puts the encoding of a value behind out.
func Append(out []byte, value any) ([]byte, error) {
	switch value := value.(type) {
	case nil:
		return append(out, 0), nil
	case bool:
		if value {
			return append(out, 2), nil
		}
		return append(out, 1), nil
	case int:
		return Append(out, int64(value))
	case int64:
		if value < 0 {
			return little.AppendUint64(append(out, 3), uint64(value)), nil
		}
		return Append(out, uint64(value))
	case uint64:
		return little.AppendUint64(append(out, 4), value), nil
	case float32:
		return little.AppendUint32(append(out, 5), math.Float32bits(value)), nil
	case float64:
		return little.AppendUint64(append(out, 6), math.Float64bits(value)), nil
	case string:
		return append(appendLength(append(out, 7), len(value)), value...), nil
	case []byte:
		return append(appendLength(append(out, 8), len(value)), value...), nil
	case []any:
		out = appendLength(append(out, 9), len(value))
		for _, item := range value {
			var err error
			if out, err = Append(out, item); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		out = appendLength(append(out, 10), len(value))
		for key, item := range value {
			out = append(appendLength(out, len(key)), key...)
			var err error
			if out, err = Append(out, item); err != nil {
				return nil, err
			}
		}
		return out, nil
	case Absent:
		return append(out, 11), nil
	default:
		return nil, fmt.Errorf("%T has no data tree", value)
	}
}

func appendLength(out []byte, length int) []byte {
	return little.AppendUint32(out, uint32(length))
}

var errShort = errors.New("the frame ends within a value")

// Parse reads one value that is all of content.
func Parse(content []byte) (any, error) {
	value, rest, err := parse(content)
	if err == nil && len(rest) > 0 {
		err = errors.New("bytes after the value")
	}
	return value, err
}

func parse(content []byte) (any, []byte, error) {
	if len(content) == 0 {
		return nil, nil, errShort
	}
	tag, rest := content[0], content[1:]
	switch tag {
	case 0:
		return nil, rest, nil
	case 1, 2:
		return tag == 2, rest, nil
	case 3, 4, 6:
		if len(rest) < 8 {
			return nil, nil, errShort
		}
		bits := little.Uint64(rest)
		rest = rest[8:]
		switch tag {
		case 3:
			return int64(bits), rest, nil
		case 4:
			return bits, rest, nil
		}
		return math.Float64frombits(bits), rest, nil
	case 5:
		if len(rest) < 4 {
			return nil, nil, errShort
		}
		return math.Float32frombits(little.Uint32(rest)), rest[4:], nil
	case 7, 8:
		text, rest, err := parseText(rest)
		if tag == 7 {
			return string(text), rest, err
		}
		return append([]byte(nil), text...), rest, err
	case 9, 10:
		return parseMany(tag, rest)
	case 11:
		return Absent{}, rest, nil
	}
	return nil, nil, fmt.Errorf("unknown tag %d", tag)
}

func parseText(content []byte) ([]byte, []byte, error) {
	if len(content) < 4 || uint64(len(content)-4) < uint64(little.Uint32(content)) {
		return nil, nil, errShort
	}
	end := 4 + int(little.Uint32(content))
	return content[4:end], content[end:], nil
}

func parseMany(tag byte, content []byte) (any, []byte, error) {
	if len(content) < 4 {
		return nil, nil, errShort
	}
	count, rest := int(little.Uint32(content)), content[4:]
	items, entries := []any{}, map[string]any{}
	for i := 0; i < count; i++ {
		var key, value any
		var err error
		if tag == 10 {
			var text []byte
			if text, rest, err = parseText(rest); err != nil {
				return nil, nil, err
			}
			key = string(text)
		}
		if value, rest, err = parse(rest); err != nil {
			return nil, nil, err
		}
		if tag == 10 {
			entries[key.(string)] = value
		} else {
			items = append(items, value)
		}
	}
	if tag == 10 {
		return entries, rest, nil
	}
	return items, rest, nil
}
