package wirecost;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.net.InetSocketAddress;
import java.util.List;

/** What the harness tells a client: `Calling` of crates/rpc-protocol, by the names of its fields. */
public final class Calling {
    private static final Gson GSON =
            new GsonBuilder().setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES).create();

    private String address;
    private String variant;
    private String messageType;
    private int messageBytes;
    private String operation;
    private String ability;
    private boolean close;
    private String transfer;
    private int timeoutMs;
    private int connections;
    private List<Integer> cores;
    private Double ratePerS;
    private long warmupMs;
    private long windowMs;
    private boolean inTurn;

    private Calling() {}

    static Calling read(String line) {
        return GSON.fromJson(line, Calling.class);
    }

    static String write(Object told) {
        return GSON.toJson(told);
    }

    /** Where the server listens. */
    public InetSocketAddress address() {
        int colon = address.lastIndexOf(':');
        return new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    }

    /** Which variant of the candidate it is. */
    public String variant() {
        return variant;
    }

    /** The name of the message's type. */
    public String messageType() {
        return messageType;
    }

    int messageBytes() {
        return messageBytes;
    }

    /** Whether the message comes back, or the number of its elements. */
    public boolean isEcho() {
        return operation.equals("echo");
    }

    String ability() {
        return ability;
    }

    /** Whether each call has a connection of its own. */
    public boolean close() {
        return close;
    }

    String transfer() {
        return transfer;
    }

    /** How long a call may take, milliseconds. */
    public int timeoutMs() {
        return timeoutMs;
    }

    /** Callers, each with a connection. */
    public int connections() {
        return connections;
    }

    int[] cores() {
        return cores.stream().mapToInt(Integer::intValue).toArray();
    }

    Double ratePerS() {
        return ratePerS;
    }

    /** Warm-up and window, nanoseconds. */
    long lengthNs() {
        return (warmupMs + windowMs) * 1_000_000;
    }

    boolean inTurn() {
        return inTurn;
    }

    /** What it is told when it may begin. */
    static final class Begin {
        private long startUnixNs;

        static long read(String line) {
            return GSON.fromJson(line, Begin.class).startUnixNs;
        }
    }

    /** What it is told when it is its turn. */
    static final class Turn {
        private long sliceNs;

        static long read(String line) {
            return GSON.fromJson(line, Turn.class).sliceNs;
        }
    }
}
