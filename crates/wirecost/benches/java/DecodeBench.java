package wirecost;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Decodes under JMH what the harness handed to the runner in a trial: the same classes, loaded in the same way, and the same inputs.
 *
 * <p>It is in the package of the runner, whose loader and clock it uses. JMH itself knows wall time only, so each iteration
 * appends a line to the file of the property {@code bench.told}: operations, CPU time of the thread, and CPU time of the process, in
 * nanoseconds. Operations that JMH makes before and after its own window count in all three.
 */
@State(Scope.Thread)
public class DecodeBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Clock clock = new Clock();
    private Codec codec;
    private byte[][] inputs;
    private int turn;
    private long operations;
    private long threadNs;
    private long processNs;

    /** Makes the candidate ready with the recorded request. */
    @Setup(Level.Trial)
    public void prepare() throws Exception {
        String candidate = System.getProperty("bench.candidate");
        String message = System.getProperty("bench.message");
        Map<?, ?> asked = recorded(Path.of(System.getProperty("bench.frames")), candidate, message);
        Object type = asked.get("message_type");
        Object told = asked.get("types");
        @SuppressWarnings("unchecked")
        Types types = type instanceof String name && told instanceof Map<?, ?> all ? new Types(name, (Map<String, Object>) all) : null;
        Entry entry = Entry.all(Path.of(System.getProperty("bench.installed"))).get(candidate);
        codec = entry.load("decode", message, types, null);
        inputs = ((List<?>) asked.get("inputs")).stream().map(byte[].class::cast).toArray(byte[][]::new);
        for (byte[] input : inputs) {
            codec.accept(input);
        }
    }

    /** The request by which the harness prepared the runner for a case. */
    private static Map<?, ?> recorded(Path folder, String candidate, String message) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
                    while (true) {
                        byte[] frame = new byte[Integer.reverseBytes(in.readInt())];
                        in.readFully(frame);
                        boolean prepares = Values.decode(frame) instanceof Map<?, ?> request
                                && request.get("prepare") instanceof Map<?, ?> asked
                                && asked.get("candidate").equals(candidate)
                                && asked.get("message").equals(message)
                                && asked.get("operation").equals("decode");
                        if (prepares) {
                            return (Map<?, ?>) ((Map<?, ?>) Values.decode(frame)).get("prepare");
                        }
                    }
                } catch (EOFException end) {
                    // The next file.
                }
            }
        }
        throw new IOException("nothing recorded in " + folder + " prepares " + candidate + " to decode " + message);
    }

    /** Reads the clocks. */
    @Setup(Level.Iteration)
    public void begin() {
        operations = 0;
        threadNs = THREADS.getCurrentThreadCpuTime();
        processNs = clock.cpuNs();
    }

    /** Tells what they say since. */
    @TearDown(Level.Iteration)
    public void end() throws IOException {
        long process = clock.cpuNs() - processNs;
        long thread = THREADS.getCurrentThreadCpuTime() - threadNs;
        String line = operations + " " + thread + " " + process + "\n";
        Files.writeString(Path.of(System.getProperty("bench.told")), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** One operation. */
    @Benchmark
    public Object decode() throws Exception {
        byte[] input = inputs[turn];
        turn = turn + 1 == inputs.length ? 0 : turn + 1;
        operations++;
        return codec.decode(input);
    }
}
