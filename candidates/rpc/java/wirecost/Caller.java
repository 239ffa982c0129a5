package wirecost;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** One caller: a connection that is made anew where it failed. */
final class Caller {
    /** How long a caller that could not connect, or lost its connection, waits before it tries again. */
    private static final long BACKOFF_NS = 1_000_000;

    private final Connect connect;
    private Stack.Connection client;

    private Caller(Connect connect) {
        this.connect = connect;
    }

    /** Connects a client. */
    interface Connect {
        Stack.Connection connect() throws Exception;
    }

    /** On this thread, which stays on its core. */
    static Caller begin(Calling calling, Connect connect, int index) {
        Machine.placeCaller(calling.cores(), index);
        Caller caller = new Caller(connect);
        caller.tryToConnect();
        return caller;
    }

    boolean isConnected() {
        return client != null;
    }

    /** Connects where it is not connected. */
    void tryToConnect() {
        if (client != null) {
            return;
        }
        try {
            client = connect.connect();
        } catch (IOException refused) {
            client = null;
        } catch (Exception error) {
            throw new IllegalStateException(Failure.told(error), error);
        }
    }

    /** Makes a call; what came of it. */
    String call() {
        if (client == null) {
            return "connect";
        }
        try {
            client.call();
            return "ok";
        } catch (Exception error) {
            return Failure.outcome(error);
        }
    }

    /** Gives up a connection after all outcomes but the first two, and waits. */
    void recover(String outcome) {
        if (outcome.equals("ok") || outcome.equals("status")) {
            return;
        }
        close();
        LockSupport.parkNanos(BACKOFF_NS);
    }

    void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
