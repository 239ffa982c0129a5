package wirecost;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Answers requests: docs/PROTOCOL.md states what is spoken here. */
final class Runner {
    /** The control: the loop of every other candidate around nothing. */
    private static final String EMPTY = "java-empty";

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<String, Entry> entries;
    private final Clock clock = new Clock();
    private Codec codec;
    private String operation;
    private boolean events;
    private Object[] inputs = {};
    private int turn;
    private Object last;
    private int[] keep = {};
    private Object[] kept = {};
    /** The inputs of the last batch, and which of them was its first. */
    private Object[] batchInputs = {};
    private int batchFirst;

    Runner(Path installed) throws Exception {
        entries = Entry.all(installed);
    }

    /** The reply to a request. */
    Object reply(Object request) {
        try {
            return Collections.singletonMap("ok", answer(request));
        } catch (Unsupported reason) {
            return Map.of("unsupported", String.valueOf(reason.getMessage()));
        } catch (Throwable error) {
            error.printStackTrace();
            return Map.of("error", error.toString());
        }
    }

    private Object answer(Object request) throws Exception {
        if (request instanceof String name) {
            return dispatch(name, Map.of());
        }
        Map.Entry<?, ?> only = ((Map<?, ?>) request).entrySet().iterator().next();
        return dispatch((String) only.getKey(), (Map<?, ?>) only.getValue());
    }

    private Object dispatch(String name, Map<?, ?> arguments) throws Exception {
        return switch (name) {
            case "describe" -> describe();
            case "prepare" -> prepare(arguments);
            case "first" -> first();
            case "verify" -> verify((List<?>) arguments.get("inputs"));
            case "sample" -> sample(number(arguments, "iterations"), arguments);
            case "answers" -> answers((List<?>) arguments.get("iterations"));
            case "count" -> count(number(arguments, "iterations"));
            default -> throw new IllegalArgumentException("no request " + name);
        };
    }

    private static int number(Map<?, ?> arguments, String name) {
        return Math.toIntExact((Long) arguments.get(name));
    }

    private Object describe() {
        List<Object> candidates = new ArrayList<>();
        candidates.add(Map.of("name", EMPTY, "package", "java", "version", Version.text(), "format", "none",
                "binding", "nothing", "operations", List.of("decode")));
        entries.values().forEach(entry -> candidates.add(entry.describe()));
        String runtime = System.getProperty("java.vm.name") + " " + Version.text();
        return Map.of("protocol", 2L, "language", "java", "runtime", runtime, "candidates", candidates);
    }

    /** An argument; null where it is absent. */
    @SuppressWarnings("unchecked")
    private static <T> T given(Map<?, ?> arguments, String name) {
        Object given = arguments.get(name);
        return given == Values.ABSENT ? null : (T) given;
    }

    private Object prepare(Map<?, ?> arguments) throws Exception {
        clock.use(given(arguments, "reference"));
        operation = (String) arguments.get("operation");
        String name = (String) arguments.get("candidate");
        Entry entry = entries.get(name);
        events = entry != null && entry.get("binding").equals("events");
        if (entry == null && !name.equals(EMPTY)) {
            throw new IllegalArgumentException("no candidate " + name);
        }
        String type = given(arguments, "message_type");
        Map<String, Object> told = given(arguments, "types");
        Types types = type == null || told == null ? null : new Types(type, told);
        Map<?, ?> schema = given(arguments, "schema");
        Task.Schema read = schema == null ? null : new Task.Schema((byte[]) schema.get("text"), (String) schema.get("type_name"));
        codec = entry == null ? new Empty() : entry.load(operation, (String) arguments.get("message"), types, read);
        inputs = ready((List<?>) arguments.get("inputs"));
        turn = 0;
        last = null;
        keep = new int[0];
        kept = new Object[0];
        return null;
    }

    /** A decode input is bytes as they are; an encode input is made ready outside of the timed part. */
    private Object[] ready(List<?> values) throws Exception {
        Object[] ready = new Object[values.size()];
        for (int i = 0; i < ready.length; i++) {
            ready[i] = operation.equals("encode") ? codec.input(values.get(i)) : values.get(i);
            if (!operation.equals("encode") && ready[i] instanceof byte[] encoded) {
                codec.accept(encoded);
            }
        }
        return ready;
    }

    private Object runOne(Object input) throws Exception {
        return switch (operation) {
            case "decode" -> codec.decode((byte[]) input);
            case "encode" -> codec.encode(input);
            case "round-trip" -> codec.roundTrip((byte[]) input);
            default -> throw new Unsupported("no operation " + operation + " here");
        };
    }

    /** What a result means; of a parse to events, which keeps none, the parse once more beside what it counted. */
    private Object answer(Object input, Object result) throws Exception {
        if (!operation.equals("decode")) {
            return result;
        }
        return events ? Map.of("fold", result, "value", codec.events((byte[]) input)) : codec.answer(result);
    }

    private Object first() throws Exception {
        long start = System.nanoTime();
        Object result = runOne(inputs[0]);
        long wall = System.nanoTime() - start;
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("wall_ns", wall);
        told.put("answer", answer(inputs[0], result));
        return told;
    }

    private Object verify(List<?> values) throws Exception {
        List<Object> answers = new ArrayList<>();
        for (Object input : ready(values)) {
            answers.add(answer(input, runOne(input)));
        }
        return answers;
    }

    private Object sample(int iterations, Map<?, ?> arguments) throws Exception {
        List<?> own = given(arguments, "inputs");
        batchInputs = own == null ? inputs : ready(own);
        batchFirst = own == null ? turn : 0;
        Object[] batch = inTurn(iterations);
        if (own == null) {
            turn = (turn + iterations) % inputs.length;
        }
        List<?> chosen = given(arguments, "keep");
        keep = chosen == null
                ? IntStream.range(0, iterations).toArray()
                : chosen.stream().mapToInt(one -> Math.toIntExact((Long) one)).sorted().distinct().toArray();
        kept = new Object[keep.length];
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("iterations", (long) iterations);
        Long parts = given(arguments, "parts");
        if (parts == null || !clock.marks()) {
            long[] spent = run(batch, 0, iterations);
            told.put("wall_ns", spent[0]);
            told.put("cpu_ns", spent[1]);
            return told;
        }
        return inParts(batch, Math.toIntExact(parts), told);
    }

    private Object inParts(Object[] batch, int parts, Map<String, Object> told) throws Exception {
        if (parts == 0 || batch.length % parts != 0) {
            throw new IllegalArgumentException(batch.length + " iterations do not make " + parts + " equal parts");
        }
        int size = batch.length / parts;
        Long[] marks = new Long[parts + 1];
        Long[] walls = new Long[parts];
        Long[] cpus = new Long[parts];
        // The first mark finds the core as the exchange left it: its caches and its clock settle meanwhile.
        clock.mark();
        marks[0] = clock.mark();
        for (int part = 0; part < parts; part++) {
            long[] spent = run(batch, part * size, (part + 1) * size);
            walls[part] = spent[0];
            cpus[part] = spent[1];
            marks[part + 1] = clock.mark();
        }
        told.put("wall_ns", Arrays.stream(walls).mapToLong(Long::longValue).sum());
        told.put("cpu_ns", Arrays.stream(cpus).mapToLong(Long::longValue).sum());
        told.put("marks", Arrays.asList(marks));
        told.put("part_wall_ns", Arrays.asList(walls));
        told.put("part_cpu_ns", Arrays.asList(cpus));
        return told;
    }

    private Object[] inTurn(int iterations) {
        Object[] batch = new Object[iterations];
        for (int i = 0; i < iterations; i++) {
            batch[i] = batchInputs[(batchFirst + i) % batchInputs.length];
        }
        return batch;
    }

    /** Runs some places of a batch and tells wall and CPU time. */
    private long[] run(Object[] batch, int from, int to) throws Exception {
        return switch (operation) {
            case "decode" -> decode(batch, from, to);
            case "encode" -> encode(batch, from, to);
            default -> roundTrip(batch, from, to);
        };
    }

    /** The first of the results to be kept that is not before this iteration. */
    private int nextKept(int from) {
        int found = Arrays.binarySearch(keep, from);
        return found < 0 ? -found - 1 : found;
    }

    /** Where operations stop so that the result of the last is kept, or all are done. */
    private int stop(int next, int to) {
        return next < keep.length ? Math.min(keep[next] + 1, to) : to;
    }

    /** Keeps the last result where it is to be kept. */
    private int keep(int next, int end) {
        if (next < keep.length && keep[next] == end - 1) {
            kept[next] = last;
            return next + 1;
        }
        return next;
    }

    // A loop for each operation: one loop over all would call through a switch. In each, the result before is dropped first, as
    // by a program that handles one message after the other.

    private long[] decode(Object[] batch, int from, int to) throws Exception {
        long cpu = clock.cpuNs();
        long wall = System.nanoTime();
        for (int i = from, next = nextKept(from); i < to; ) {
            for (int end = stop(next, to); i < end; i++) {
                last = null;
                last = codec.decode((byte[]) batch[i]);
            }
            next = keep(next, i);
        }
        wall = System.nanoTime() - wall;
        return new long[] {wall, clock.cpuNs() - cpu};
    }

    private long[] encode(Object[] batch, int from, int to) throws Exception {
        long cpu = clock.cpuNs();
        long wall = System.nanoTime();
        for (int i = from, next = nextKept(from); i < to; ) {
            for (int end = stop(next, to); i < end; i++) {
                last = null;
                last = codec.encode(batch[i]);
            }
            next = keep(next, i);
        }
        wall = System.nanoTime() - wall;
        return new long[] {wall, clock.cpuNs() - cpu};
    }

    private long[] roundTrip(Object[] batch, int from, int to) throws Exception {
        long cpu = clock.cpuNs();
        long wall = System.nanoTime();
        for (int i = from, next = nextKept(from); i < to; ) {
            for (int end = stop(next, to); i < end; i++) {
                last = null;
                last = codec.roundTrip((byte[]) batch[i]);
            }
            next = keep(next, i);
        }
        wall = System.nanoTime() - wall;
        return new long[] {wall, clock.cpuNs() - cpu};
    }

    private Object answers(List<?> iterations) throws Exception {
        List<Object> answers = new ArrayList<>();
        for (Object told : iterations) {
            int iteration = Math.toIntExact((Long) told);
            int place = Arrays.binarySearch(keep, iteration);
            if (place < 0) {
                throw new IllegalArgumentException("the last batch kept no result of iteration " + iteration);
            }
            answers.add(answer(batchInputs[(batchFirst + iteration) % batchInputs.length], kept[place]));
        }
        return answers;
    }

    private Object count(int iterations) throws Exception {
        // The platform counts bytes and no allocations.
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < iterations; i++) {
            runOne(inputs[turn]);
            turn = (turn + 1) % inputs.length;
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        return Map.of("iterations", (long) iterations, "allocated_bytes", bytes);
    }

    private static final class Empty extends Codec {
        @Override
        public Object decode(byte[] encoded) {
            return null;
        }
    }
}
