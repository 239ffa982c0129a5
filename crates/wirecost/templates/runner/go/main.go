// NAME: a codec of your own beside those of wirecost. README.md says how to run it.
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

const version = "0.1.0"

// Runner speaks the runner protocol, version 2.
type Runner struct {
	codec     *Codec
	operation string
	inputs    []any
	turn      int
	kept      []any
}

func (r *Runner) describe() any {
	candidate := map[string]any{
		"name":       "NAME",
		"package":    "NAME",
		"version":    version,
		"format":     "json",
		"binding":    "dynamic",
		"operations": []any{"decode", "encode", "round-trip"},
	}
	return map[string]any{
		"protocol":   2,
		"language":   "go",
		"runtime":    runtime.Version(),
		"candidates": []any{candidate},
	}
}

func (r *Runner) prepare(arguments map[string]any) any {
	*r = Runner{codec: &Codec{}, operation: arguments["operation"].(string)}
	r.inputs = r.ready(arguments["inputs"].([]any))
	return nil
}

// ready makes inputs as the operation takes them; it is not timed.
func (r *Runner) ready(values []any) []any {
	if r.operation != "encode" {
		return values
	}
	ready := make([]any, len(values))
	for i, value := range values {
		ready[i] = r.codec.Input(value)
	}
	return ready
}

func (r *Runner) run(input any) any {
	var result any
	var err error
	switch r.operation {
	case "decode":
		result, err = r.codec.Decode(input.([]byte))
	case "encode":
		result, err = r.codec.Encode(input)
	default:
		result, err = r.codec.roundTrip(input.([]byte))
	}
	if err != nil {
		panic(err)
	}
	return result
}

func (r *Runner) answer(result any) any {
	if r.operation != "decode" {
		return result
	}
	value, err := r.codec.Value(result)
	if err != nil {
		panic(err)
	}
	return value
}

func (r *Runner) first() any {
	start := time.Now()
	result := r.run(r.inputs[0])
	return map[string]any{"wall_ns": time.Since(start).Nanoseconds(), "answer": r.answer(result)}
}

func (r *Runner) verify(arguments map[string]any) any {
	answers := []any{}
	for _, input := range r.ready(arguments["inputs"].([]any)) {
		answers = append(answers, r.answer(r.run(input)))
	}
	return answers
}

func (r *Runner) sample(arguments map[string]any) any {
	iterations := int(arguments["iterations"].(uint64))
	batch := make([]any, iterations)
	if inputs, ok := arguments["inputs"].([]any); ok {
		ready := r.ready(inputs)
		for i := range batch {
			batch[i] = ready[i%len(ready)]
		}
	} else {
		for i := range batch {
			batch[i] = r.inputs[(r.turn+i)%len(r.inputs)]
		}
		r.turn += iterations
	}
	for len(r.kept) < iterations {
		r.kept = append(r.kept, nil)
	}
	kept := r.kept
	cpu, wall := cpuTime(), time.Now()
	for i, input := range batch {
		kept[i] = nil
		kept[i] = r.run(input)
	}
	wallNs, cpuNs := time.Since(wall).Nanoseconds(), cpuTime()-cpu
	return map[string]any{"iterations": iterations, "wall_ns": wallNs, "cpu_ns": cpuNs}
}

func (r *Runner) answers(arguments map[string]any) any {
	answers := []any{}
	for _, iteration := range arguments["iterations"].([]any) {
		answers = append(answers, r.answer(r.kept[iteration.(uint64)]))
	}
	return answers
}

func (r *Runner) count(arguments map[string]any) any {
	r.turn += int(arguments["iterations"].(uint64))
	return map[string]any{"iterations": arguments["iterations"]}
}

// cpuTime is that of the whole process, so that the garbage collector counts, in nanoseconds.
func cpuTime() int64 {
	const processCPU = 2
	var now syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, processCPU, uintptr(unsafe.Pointer(&now)), 0)
	return now.Nano()
}

func (r *Runner) reply(request any) (reply map[string]any) {
	defer func() {
		if reason := recover(); reason != nil {
			reply = map[string]any{"error": fmt.Sprint(reason)}
		}
	}()
	name, arguments := "", map[string]any(nil)
	switch request := request.(type) {
	case string:
		name = request
	case map[string]any:
		for key, value := range request {
			name = key
			arguments, _ = value.(map[string]any)
		}
	}
	known := map[string]func() any{
		"describe": r.describe,
		"prepare":  func() any { return r.prepare(arguments) },
		"first":    r.first,
		"verify":   func() any { return r.verify(arguments) },
		"sample":   func() any { return r.sample(arguments) },
		"answers":  func() any { return r.answers(arguments) },
		"count":    func() any { return r.count(arguments) },
	}
	if answer, ok := known[name]; ok {
		return map[string]any{"ok": answer()}
	}
	return map[string]any{"error": "unknown request " + name}
}

func main() {
	in, out := bufio.NewReader(os.Stdin), os.Stdout
	// The protocol keeps the real standard output; whatever a library prints goes to standard error.
	os.Stdout = os.Stderr
	runner := &Runner{}
	for {
		var header [4]byte
		if _, err := io.ReadFull(in, header[:]); err != nil {
			return
		}
		frame := make([]byte, binary.LittleEndian.Uint32(header[:]))
		_, err := io.ReadFull(in, frame)
		var request any
		if err == nil {
			request, err = Parse(frame)
		}
		var reply []byte
		if err == nil {
			reply, err = Append(make([]byte, 4), runner.reply(request))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		binary.LittleEndian.PutUint32(reply, uint32(len(reply)-4))
		if _, err := out.Write(reply); err != nil {
			return
		}
	}
}
