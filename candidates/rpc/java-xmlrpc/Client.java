import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URL;
import org.apache.commons.httpclient.DefaultHttpMethodRetryHandler;
import org.apache.commons.httpclient.HttpClient;
import org.apache.commons.httpclient.SimpleHttpConnectionManager;
import org.apache.commons.httpclient.params.HttpMethodParams;
import org.apache.xmlrpc.XmlRpcException;
import org.apache.xmlrpc.XmlRpcRequest;
import org.apache.xmlrpc.client.XmlRpcClient;
import org.apache.xmlrpc.client.XmlRpcClientConfigImpl;
import org.apache.xmlrpc.client.XmlRpcClientException;
import org.apache.xmlrpc.client.XmlRpcCommonsTransport;
import org.apache.xmlrpc.client.XmlRpcCommonsTransportFactory;
import org.apache.xmlrpc.client.XmlRpcHttpTransportException;
import org.apache.xmlrpc.client.XmlRpcTransport;
import wirecost.Calling;
import wirecost.Exchange;
import wirecost.Failure;
import wirecost.XmlRpc;

/** The library's client over Commons HttpClient, whose connection stays open from call to call. */
final class Client extends XmlRpc {
    private final Structs structs;
    private final SimpleHttpConnectionManager connection = new SimpleHttpConnectionManager();
    private final XmlRpcClient client = new XmlRpcClient();

    private Client(Exchange exchange) throws IOException {
        super(exchange);
        Calling calling = exchange.calling();
        structs = Structs.of(calling.variant());
        InetSocketAddress address = calling.address();
        XmlRpcClientConfigImpl config = new XmlRpcClientConfigImpl();
        config.setServerURL(new URL("http", address.getHostString(), address.getPort(), PATH));
        config.setConnectionTimeout(calling.timeoutMs());
        config.setReplyTimeout(calling.timeoutMs());
        client.setConfig(config);
        // The check takes a millisecond before each call: it waits whether the server says something.
        connection.getParams().setStaleCheckingEnabled(false);
        HttpClient http = new HttpClient(connection);
        // A second try would hide that a connection was lost.
        http.getParams().setParameter(HttpMethodParams.RETRY_HANDLER, new DefaultHttpMethodRetryHandler(0, false));
        Transports transports = new Transports(client, calling.close());
        transports.setHttpClient(http);
        client.setTransportFactory(transports);
    }

    public static void main(String[] arguments) {
        run(Client::new);
    }

    @Override
    protected Object write(Object message) {
        return structs.write(message);
    }

    @Override
    protected Object read(Object like, Object struct) throws Failure {
        return structs.read(like, struct);
    }

    @Override
    protected Object execute(String method, Object parameter) throws Exception {
        try {
            return client.execute("wirecost." + method, new Object[] {parameter});
        } catch (XmlRpcHttpTransportException status) {
            throw Failure.stated(status.getStatusCode(), status.getMessage());
        } catch (XmlRpcException error) {
            if (error.linkedException instanceof IOException lost) {
                throw lost;
            } else if (error.linkedException == null && !(error instanceof XmlRpcClientException)) {
                throw Failure.stated(error.code, error.getMessage());
            }
            throw Failure.wrong(error.getMessage());
        }
    }

    @Override
    public void close() {
        connection.shutdown();
    }

    /** Commons HttpClient, with a connection for each call where these are closed. */
    private static final class Transports extends XmlRpcCommonsTransportFactory {
        private final boolean close;

        Transports(XmlRpcClient client, boolean close) {
            super(client);
            this.close = close;
        }

        @Override
        public XmlRpcTransport getTransport() {
            return new XmlRpcCommonsTransport(this) {
                @Override
                protected void initHttpHeaders(XmlRpcRequest request) throws XmlRpcClientException {
                    super.initHttpHeaders(request);
                    if (close) {
                        setRequestHeader("Connection", "close");
                    }
                }
            };
        }
    }
}
