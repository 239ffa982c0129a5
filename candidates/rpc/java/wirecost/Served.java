package wirecost;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What a server is told by its environment. */
public final class Served {
    /** As many connections may wait as web servers let. */
    public static final int WAITING = 4096;

    private Served() {}

    /** Where it listens: on the loopback, unless `wirecost start` says otherwise. */
    public static InetAddress host() throws UnknownHostException {
        return InetAddress.getByName(System.getenv().getOrDefault("WIRECOST_HOST", "127.0.0.1"));
    }

    /** Its port. */
    public static int port() {
        return Integer.parseInt(System.getenv("WIRECOST_PORT"));
    }
}
