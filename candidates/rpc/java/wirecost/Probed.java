package wirecost;

/** What the methods of a probe have in common on a server: candidates/rpc/src/ability.rs says what each of them does. */
public final class Probed {
    private static final long LONGEST_WAIT_NS = 10_000_000_000L;

    private boolean waited;
    private long meetings;

    /** Waits for another call for so many milliseconds; 1 where one came. */
    public synchronized int meet(int longestMs) throws InterruptedException {
        if (waited) {
            waited = false;
            meetings++;
            notifyAll();
            return 1;
        }
        long before = meetings;
        long endNs = System.nanoTime() + Math.min(Math.max(longestMs, 0) * 1_000_000L, LONGEST_WAIT_NS);
        waited = true;
        for (long leftNs = endNs - System.nanoTime(); meetings == before && leftNs > 0; leftNs = endNs - System.nanoTime()) {
            // At least a millisecond, since 0 would wait for ever.
            wait(leftNs / 1_000_000 + 1);
        }
        if (meetings != before) {
            return 1;
        }
        waited = false;
        return 0;
    }
}
