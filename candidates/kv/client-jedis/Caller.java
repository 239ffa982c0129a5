import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The calls of one connection: every so many of all requests, in their order. */
final class Caller implements Runnable {
    private final Jedis client;
    private final Work work;
    /** The last write of each key; 0 for none. */
    private final long[] written;
    private final long firstWrite;
    private final int index;
    private final long startNs;
    final Calls calls;

    Caller(Jedis client, Work work, long[] written, long firstWrite, int index, long startNs) {
        this.client = client;
        this.work = work;
        this.written = written;
        this.firstWrite = firstWrite;
        this.index = index;
        this.startNs = startNs;
        this.calls = new Calls(Math.toIntExact((work.requests - index + work.turn - 1) / work.turn));
    }

    @Override
    public void run() {
        for (long request = index; request < work.requests; request += work.turn) {
            int key = (int) (request % work.among);
            long write = work.stores() ? firstWrite + request : written[key];
            byte[] name = name(key);
            byte[] value = value(key, write);
            long sentNs = System.nanoTime() - startNs;
            if (sentNs >= work.windowNs()) {
                break;
            }
            Outcome outcome;
            try {
                outcome = work.stores() ? store(name, value) : fetch(name, value);
            } catch (RuntimeException error) {
                outcome = Outcome.of(error);
                System.err.println(error);
            }
            calls.add(sentNs, System.nanoTime() - startNs, outcome);
            if (work.stores() && outcome == Outcome.OK) {
                written[key] = write;
            }
        }
    }

    private Outcome store(byte[] name, byte[] value) {
        return "OK".equals(client.set(name, value)) ? Outcome.OK : Outcome.STATUS;
    }

    private Outcome fetch(byte[] name, byte[] value) {
        byte[] found = client.get(name);
        if (found == null) {
            return Outcome.MISS;
        }
        return Arrays.equals(found, value) ? Outcome.OK : Outcome.WRONG_ANSWER;
    }

    private byte[] value(long key, long write) {
        byte[] body = work.bodies[(int) ((key * 31 + write) % work.bodies.length)];
        byte[] head = (digits(key) + digits(write)).getBytes(StandardCharsets.US_ASCII);
        byte[] value = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, value, head.length, body.length);
        return value;
    }

    static byte[] name(long key) {
        return ("key:" + digits(key)).getBytes(StandardCharsets.US_ASCII);
    }

    private static String digits(long number) {
        String text = Long.toString(number);
        return "0".repeat(12 - text.length()) + text;
    }

    /** How a call ended. */
    enum Outcome {
        OK, MISS, WRONG_ANSWER, STATUS, TIMEOUT, CLOSED;

        /** What the library said in its own way. */
        static Outcome of(RuntimeException error) {
            if (!(error instanceof JedisConnectionException)) {
                return STATUS;
            }
            return error.getCause() instanceof SocketTimeoutException ? TIMEOUT : CLOSED;
        }

        /** Its name in a log of calls. */
        String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
