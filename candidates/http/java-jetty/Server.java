import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** A handler that answers at once, behind a connector with its defaults. */
final class Server extends Handler.Abstract.NonBlocking {
    private static final int WAITING = 4096;

    private final byte[] message;
    private final byte[] nonce;

    private Server(byte[] message, byte[] nonce) {
        this.message = message;
        this.nonce = nonce;
    }

    public static void main(String[] arguments) throws Exception {
        org.eclipse.jetty.server.Server server = new org.eclipse.jetty.server.Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.parseInt(System.getenv("WIRECOST_PORT")));
        connector.setAcceptQueueSize(WAITING);
        server.addConnector(connector);
        byte[] message = Files.readAllBytes(Path.of(System.getenv("WIRECOST_MESSAGE")));
        server.setHandler(new Server(message, System.getenv("WIRECOST_NONCE").getBytes(StandardCharsets.UTF_8)));
        server.start();
        server.join();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        byte[] content = switch (Request.getPathInContext(request)) {
            case "/message" -> message;
            case "/who" -> nonce;
            default -> null;
        };
        if (content == null) {
            return false;
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.length);
        response.write(true, ByteBuffer.wrap(content), callback);
        return true;
    }
}
