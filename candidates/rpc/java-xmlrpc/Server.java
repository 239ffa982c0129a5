import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.xmlrpc.server.PropertyHandlerMapping;
import org.apache.xmlrpc.server.XmlRpcServerConfigImpl;
import org.apache.xmlrpc.server.XmlRpcStreamServer;
import org.apache.xmlrpc.webserver.WebServer;
import wirecost.Served;

/** The library's own web server, with a thread for each connection. */
final class Server {
    private Server() {}

    public static void main(String[] arguments) throws Exception {
        Service.structs = Structs.of(arguments[0]);
        WebServer web = new WebServer(Served.port(), Served.host()) {
            @Override
            protected ServerSocket createServerSocket(int port, int waiting, InetAddress host) throws IOException {
                return new ServerSocket(port, Served.WAITING, host);
            }

            /** A client that sends no request, or goes away, is no reason for words. */
            @Override
            public void log(Throwable error) {}
        };
        XmlRpcStreamServer server = web.getXmlRpcServer();
        PropertyHandlerMapping methods = new PropertyHandlerMapping();
        methods.addHandler("wirecost", Service.class);
        server.setHandlerMapping(methods);
        server.setMaxThreads(Served.WAITING);
        ((XmlRpcServerConfigImpl) server.getConfig()).setKeepAliveEnabled(true);
        web.start();
    }
}
