package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Codec is the codec, with what it keeps from message to message.
type Codec struct {
	out bytes.Buffer
}

// Float is written as a number with a fraction, which encoding/json leaves out of whole numbers.
type Float float64

// MarshalJSON writes the shortest form that reads back as the same number.
func (f Float) MarshalJSON() ([]byte, error) {
	text := strconv.AppendFloat(nil, float64(f), 'g', -1, 64)
	if !bytes.ContainsAny(text, ".e") {
		text = append(text, ".0"...)
	}
	return text, nil
}

// Input is not timed: the message as the encoder takes it.
func (c *Codec) Input(value any) any {
	switch value := value.(type) {
	case float64:
		return Float(value)
	case []any:
		items := make([]any, len(value))
		for i, item := range value {
			items[i] = c.Input(item)
		}
		return items
	case map[string]any:
		entries := make(map[string]any, len(value))
		for key, item := range value {
			entries[key] = c.Input(item)
		}
		return entries
	default:
		return value
	}
}

// Decode is timed. Put your decoder here.
func (c *Codec) Decode(encoded []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.UseNumber()
	var decoded any
	err := decoder.Decode(&decoded)
	return decoded, err
}

// Encode is timed. Put your encoder here; it gives bytes of its own.
func (c *Codec) Encode(value any) ([]byte, error) {
	c.out.Reset()
	encoder := json.NewEncoder(&c.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	// Without the end of the line, which Encode adds.
	return bytes.Clone(bytes.TrimSuffix(c.out.Bytes(), []byte("\n"))), nil
}

// Value is not timed: what was decoded as maps, slices, texts and numbers, which wirecost compares with the message.
func (c *Codec) Value(decoded any) (any, error) {
	switch decoded := decoded.(type) {
	case json.Number:
		return number(decoded.String())
	case []any:
		items := make([]any, len(decoded))
		for i, item := range decoded {
			value, err := c.Value(item)
			if err != nil {
				return nil, err
			}
			items[i] = value
		}
		return items, nil
	case map[string]any:
		entries := make(map[string]any, len(decoded))
		for key, item := range decoded {
			value, err := c.Value(item)
			if err != nil {
				return nil, err
			}
			entries[key] = value
		}
		return entries, nil
	default:
		return decoded, nil
	}
}

func number(text string) (any, error) {
	if strings.ContainsAny(text, ".eE") {
		return strconv.ParseFloat(text, 64)
	}
	if strings.HasPrefix(text, "-") {
		return strconv.ParseInt(text, 10, 64)
	}
	return strconv.ParseUint(text, 10, 64)
}

func (c *Codec) roundTrip(encoded []byte) ([]byte, error) {
	decoded, err := c.Decode(encoded)
	if err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	return c.Encode(decoded)
}
