package wirecost;

import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Calls as the lab plans them, a thread for each connection, and their log, which `CallLog` in libs/load describes. */
final class Calls {
    /** How long after the window calls may still be sent that were planned in it. */
    private static final long DRAIN_NS = 1_000_000_000;
    /** Between the agreement on the start and the start, so that every thread is there. */
    private static final long HEAD_START_NS = 1_000_000;
    private static final long NONE = -1;

    private final Calling calling;
    private final Caller.Connect connect;
    private final long askedUnixNs;
    private final CyclicBarrier barrier;
    /** The arrivals of a planned rate, which callers take in their order: who is free takes the next one. */
    private final AtomicLong numbers = new AtomicLong();
    private long startNs;
    private long startUnixNs;

    Calls(Calling calling, Caller.Connect connect, long startUnixNs) {
        this.calling = calling;
        this.connect = connect;
        askedUnixNs = startUnixNs;
        barrier = new CyclicBarrier(calling.connections(), this::agree);
    }

    /** Calls from the start of the warm-up to the end of the window, and writes the report. */
    void run(PrintStream out) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(calling.connections());
        List<Future<Log>> callers = new ArrayList<>();
        for (int index = 0; index < calling.connections(); index++) {
            int caller = index;
            callers.add(threads.submit(() -> callOn(caller)));
        }
        List<Log> logs = new ArrayList<>();
        for (Future<Log> caller : callers) {
            logs.add(caller.get());
        }
        threads.shutdown();
        StringBuilder text = new StringBuilder("{\"calls\":{\"start_unix_ns\":").append(startUnixNs).append(",\"callers\":[");
        for (int index = 0; index < logs.size(); index++) {
            logs.get(index).write(text.append(index == 0 ? "" : ","));
        }
        out.println(text.append("]},\"stamped\":null}"));
        out.flush();
    }

    private static long unixNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /** When the warm-up begins, once every caller is ready. */
    private void agree() {
        long aheadNs = Math.max(askedUnixNs - unixNs(), HEAD_START_NS);
        startNs = System.nanoTime() + aheadNs;
        startUnixNs = unixNs() + aheadNs;
    }

    /** What one caller's thread does. */
    private Log callOn(int index) throws InterruptedException, BrokenBarrierException {
        Caller caller;
        try {
            caller = Caller.begin(calling, connect, index);
        } catch (RuntimeException error) {
            barrier.reset();
            throw error;
        }
        Log log = new Log(caller.isConnected());
        barrier.await();
        long endNs = startNs + calling.lengthNs();
        sleepUntil(startNs);
        while (true) {
            long plannedNs = calling.ratePerS() == null ? NONE : planned(endNs);
            if (calling.ratePerS() == null ? System.nanoTime() - endNs >= 0 : plannedNs == NONE) {
                break;
            }
            caller.tryToConnect();
            long sentNs = System.nanoTime() - startNs;
            String outcome = caller.call();
            long endedNs = System.nanoTime() - startNs;
            // A closed loop plans nothing: its calls are due when they are made.
            log.add(plannedNs == NONE ? sentNs : plannedNs, sentNs, endedNs, outcome);
            caller.recover(outcome);
        }
        caller.close();
        return log;
    }

    /** The next planned instant from the start, once it has come; none where the window is over. */
    private long planned(long endNs) {
        long plannedNs = Math.round(numbers.getAndIncrement() * 1e9 / calling.ratePerS());
        if (plannedNs >= calling.lengthNs() || System.nanoTime() - endNs >= DRAIN_NS) {
            return NONE;
        }
        sleepUntil(startNs + plannedNs);
        return plannedNs;
    }

    private static void sleepUntil(long instantNs) {
        for (long leftNs = instantNs - System.nanoTime(); leftNs > 0; leftNs = instantNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    /** The calls of one caller. */
    private static final class Log {
        private static final int NUMBERS = 3;

        private final boolean connected;
        private long[] instants = new long[NUMBERS * 1024];
        private String[] outcomes = new String[1024];
        private int count;

        Log(boolean connected) {
            this.connected = connected;
        }

        void add(long plannedNs, long sentNs, long endedNs, String outcome) {
            if (count == outcomes.length) {
                instants = Arrays.copyOf(instants, 2 * instants.length);
                outcomes = Arrays.copyOf(outcomes, 2 * outcomes.length);
            }
            instants[NUMBERS * count] = plannedNs;
            instants[NUMBERS * count + 1] = sentNs;
            instants[NUMBERS * count + 2] = endedNs;
            outcomes[count++] = outcome;
        }

        void write(StringBuilder text) {
            text.append("{\"connected\":").append(connected).append(",\"calls\":[");
            for (int call = 0; call < count; call++) {
                text.append(call == 0 ? "[" : ",[");
                for (int at = NUMBERS * call; at < NUMBERS * (call + 1); at++) {
                    text.append(instants[at]).append(',');
                }
                text.append('"').append(outcomes[call]).append("\"]");
            }
            text.append("]}");
        }
    }
}
