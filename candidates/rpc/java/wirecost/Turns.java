package wirecost;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Calls in turn with the clients of other servers: for some milliseconds, each time that a line says so. */
final class Turns {
    private final Calling calling;
    private final Caller.Connect connect;
    /** A thread for each caller. */
    private final List<ExecutorService> threads = new ArrayList<>();
    private final Caller[] callers;

    Turns(Calling calling, Caller.Connect connect) {
        this.calling = calling;
        this.connect = connect;
        callers = new Caller[calling.connections()];
    }

    /** Calls whenever a line says so, and tells what came of it, until there are no more lines. */
    void take(Main main) throws IOException, InterruptedException, ExecutionException {
        List<Future<?>> begun = new ArrayList<>();
        for (int index = 0; index < callers.length; index++) {
            int caller = index;
            threads.add(Executors.newSingleThreadExecutor());
            begun.add(threads.get(caller).submit(() -> callers[caller] = Caller.begin(calling, connect, caller)));
        }
        for (Future<?> each : begun) {
            each.get();
        }
        for (String line = main.line(); line != null; line = main.line()) {
            main.say(Calling.write(slice(Calling.Turn.read(line))));
        }
    }

    /** Java tells its own CPU time in steps of 10 ms; the harness reads it from the system. */
    private Map<String, Object> slice(long sliceNs) throws InterruptedException, ExecutionException {
        long startNs = System.nanoTime();
        List<Future<Made>> calling = new ArrayList<>();
        for (int index = 0; index < callers.length; index++) {
            Caller caller = callers[index];
            calling.add(threads.get(index).submit(() -> until(caller, startNs + sliceNs)));
        }
        Made all = new Made();
        for (Future<Made> each : calling) {
            all.add(each.get());
        }
        long wallNs = System.nanoTime() - startNs;
        long[] times = Arrays.copyOf(all.times, all.count);
        Arrays.sort(times);
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("wall_ns", wallNs);
        told.put("ok", all.count);
        told.put("failed", all.failed);
        if (times.length > 0) {
            told.put("p50_ns", quantile(times, 1, 2));
            told.put("p90_ns", quantile(times, 9, 10));
        }
        return told;
    }

    /** The time that so many of all parts do not exceed. */
    private static long quantile(long[] times, int of, int parts) {
        return times[(times.length * of + parts - 1) / parts - 1];
    }

    /** Makes calls until the end of the slice; the last one begins before it. */
    private static Made until(Caller caller, long endNs) {
        Made made = new Made();
        for (long sentNs = System.nanoTime(); sentNs - endNs < 0; sentNs = System.nanoTime()) {
            caller.tryToConnect();
            String outcome = caller.call();
            if (outcome.equals("ok")) {
                made.add(System.nanoTime() - sentNs);
            } else {
                made.failed++;
            }
            caller.recover(outcome);
        }
        return made;
    }

    /** What came of the calls of a slice. */
    private static final class Made {
        private long[] times = new long[1024];
        private int count;
        private int failed;

        void add(long took) {
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * times.length);
            }
            times[count++] = took;
        }

        void add(Made other) {
            for (int at = 0; at < other.count; at++) {
                add(other.times[at]);
            }
            failed += other.failed;
        }
    }
}
