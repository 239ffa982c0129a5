import java.io.IOException;
import java.io.ObjectInputFilter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.time.Instant;
import wirecost.Echoes;
import wirecost.Served;

/** A remote object, and the registry in which clients find it, on one port. */
final class Server extends Echoes implements Methods {
    static final String NAME = "wirecost";
    /** Nothing else is read: reading any class that a client names may run code of that class. */
    private static final String CLASSES = "wirecost.*;java.lang.*;java.time.*;!*";
    /** Whoever exports it, the garbage collector must find it in use. */
    private static final Server SERVER = new Server();

    private Server() {}

    public static void main(String[] arguments) throws Exception {
        InetAddress host = Served.host();
        if (!host.isAnyLocalAddress()) {
            System.setProperty("java.rmi.server.hostname", host.getHostAddress());
        }
        RMIServerSocketFactory sockets = port -> listen(port, host);
        ObjectInputFilter filter = ObjectInputFilter.Config.createFilter(CLASSES);
        Registry registry = LocateRegistry.createRegistry(Served.port(), null, sockets);
        registry.bind(NAME, UnicastRemoteObject.exportObject(SERVER, Served.port(), null, sockets, filter));
    }

    private static ServerSocket listen(int port, InetAddress host) throws IOException {
        return new ServerSocket(port, Served.WAITING, host);
    }

    @Override
    public int fail(int code) throws Fault {
        throw new Fault(code);
    }

    @Override
    public long echoLong(long number) {
        return number;
    }

    @Override
    public Instant echoTime(Instant moment) {
        return moment;
    }
}
