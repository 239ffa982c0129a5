import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.xmlrpc.WebServer;
import org.apache.xmlrpc.XmlRpc;
import wirecost.Served;

/** The library's own web server, with a thread for each connection. */
final class Server {
    private Server() {}

    public static void main(String[] arguments) throws Exception {
        Structs.use(arguments[0]);
        XmlRpc.setKeepAlive(true);
        WebServer server = new WebServer(Served.port(), Served.host()) {
            @Override
            protected ServerSocket createServerSocket(int port, int waiting, InetAddress host) throws IOException {
                return new ServerSocket(port, Served.WAITING, host);
            }
        };
        server.addHandler("wirecost", new Service());
        server.start();
    }
}
