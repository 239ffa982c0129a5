import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.util.List;
import java.util.Vector;
import org.apache.xmlrpc.XmlRpcClient;
import org.apache.xmlrpc.XmlRpcException;
import wirecost.Calling;
import wirecost.Exchange;
import wirecost.Failure;
import wirecost.XmlRpc;

/** The library's client, over the JDK's own client of HTTP, which keeps connections for the whole process. */
final class Client extends XmlRpc {
    private final XmlRpcClient client;

    private Client(Exchange exchange) throws Exception {
        super(exchange);
        Calling calling = exchange.calling();
        Structs.use(calling.variant());
        settings(calling);
        InetSocketAddress address = calling.address();
        client = new XmlRpcClient(new URL("http", address.getHostString(), address.getPort(), PATH));
    }

    /** The JDK reads them before its first connection. */
    private static void settings(Calling calling) {
        String timeoutMs = Integer.toString(calling.timeoutMs());
        System.setProperty("sun.net.client.defaultConnectTimeout", timeoutMs);
        System.setProperty("sun.net.client.defaultReadTimeout", timeoutMs);
        System.setProperty("http.keepAlive", Boolean.toString(!calling.close()));
        System.setProperty("http.maxConnections", Integer.toString(calling.connections()));
        // A second try would hide that a connection was lost.
        System.setProperty("sun.net.http.retryPost", "false");
    }

    public static void main(String[] arguments) {
        run(Client::new);
    }

    @Override
    protected Object write(Object message) {
        return Structs.write(message);
    }

    @Override
    protected Object read(Object like, Object struct) throws Failure {
        return Structs.read(like, struct);
    }

    @Override
    protected Object execute(String method, Object parameter) throws Exception {
        try {
            return client.execute("wirecost." + method, new Vector<>(List.of(parameter)));
        } catch (XmlRpcException fault) {
            throw Failure.stated(fault.code, fault.getMessage());
        } catch (IOException error) {
            throw lost(error);
        }
    }

    /** The library makes an error without a class of its own of each, and keeps the text. */
    private static IOException lost(IOException error) {
        String text = String.valueOf(error.getMessage());
        if (text.contains("timed out")) {
            return new SocketTimeoutException(text);
        }
        return text.contains("Connection refused") ? new ConnectException(text) : error;
    }

    /** The JDK keeps connections for the process. */
    @Override
    public void close() {}
}
