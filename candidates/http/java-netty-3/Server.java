import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import org.jboss.netty.bootstrap.ServerBootstrap;
import org.jboss.netty.buffer.ChannelBuffers;
import org.jboss.netty.channel.ChannelFuture;
import org.jboss.netty.channel.ChannelFutureListener;
import org.jboss.netty.channel.ChannelHandlerContext;
import org.jboss.netty.channel.Channels;
import org.jboss.netty.channel.ExceptionEvent;
import org.jboss.netty.channel.MessageEvent;
import org.jboss.netty.channel.SimpleChannelUpstreamHandler;
import org.jboss.netty.channel.socket.nio.NioServerSocketChannelFactory;
import org.jboss.netty.handler.codec.http.DefaultHttpResponse;
import org.jboss.netty.handler.codec.http.HttpHeaders;
import org.jboss.netty.handler.codec.http.HttpRequest;
import org.jboss.netty.handler.codec.http.HttpRequestDecoder;
import org.jboss.netty.handler.codec.http.HttpResponse;
import org.jboss.netty.handler.codec.http.HttpResponseEncoder;
import org.jboss.netty.handler.codec.http.HttpResponseStatus;
import org.jboss.netty.handler.codec.http.HttpVersion;

/** One worker for each core; HTTP by the codec of Netty 3, the answer made by a handler for each request. */
final class Server extends SimpleChannelUpstreamHandler {
    private static final int WAITING = 4096;

    private final byte[] message;
    private final byte[] nonce;

    private Server(byte[] message, byte[] nonce) {
        this.message = message;
        this.nonce = nonce;
    }

    public static void main(String[] arguments) throws Exception {
        byte[] message = Files.readAllBytes(Path.of(System.getenv("WIRECOST_MESSAGE")));
        byte[] nonce = System.getenv("WIRECOST_NONCE").getBytes(StandardCharsets.UTF_8);
        int cores = Integer.parseInt(System.getenv("WIRECOST_CORES"));
        ServerBootstrap bootstrap = new ServerBootstrap(new NioServerSocketChannelFactory(
                Executors.newCachedThreadPool(), Executors.newCachedThreadPool(), cores));
        bootstrap.setOption("backlog", WAITING);
        bootstrap.setOption("child.tcpNoDelay", true);
        bootstrap.setPipelineFactory(() ->
                Channels.pipeline(new HttpRequestDecoder(), new HttpResponseEncoder(), new Server(message, nonce)));
        bootstrap.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("WIRECOST_PORT"))));
    }

    @Override
    public void messageReceived(ChannelHandlerContext context, MessageEvent event) {
        HttpRequest request = (HttpRequest) event.getMessage();
        byte[] content = switch (request.getUri()) {
            case "/message" -> message;
            case "/who" -> nonce;
            default -> null;
        };
        HttpResponseStatus status = content == null ? HttpResponseStatus.NOT_FOUND : HttpResponseStatus.OK;
        byte[] body = content == null ? new byte[0] : content;
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status);
        response.setContent(ChannelBuffers.wrappedBuffer(body));
        response.setHeader(HttpHeaders.Names.CONTENT_TYPE, "application/octet-stream");
        response.setHeader(HttpHeaders.Names.CONTENT_LENGTH, body.length);
        boolean stays = HttpHeaders.isKeepAlive(request);
        if (!stays) {
            response.setHeader(HttpHeaders.Names.CONNECTION, "close");
        }
        ChannelFuture written = event.getChannel().write(response);
        if (!stays) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** A client that goes away is no error. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, ExceptionEvent event) {
        event.getChannel().close();
    }
}
