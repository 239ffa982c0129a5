import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** One event loop for each core; HTTP by Netty's codec, the answer made by a handler for each request. */
final class Server extends SimpleChannelInboundHandler<HttpRequest> {
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
        new ServerBootstrap()
                .group(new NioEventLoopGroup(1), new NioEventLoopGroup(cores))
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, WAITING)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(
                                new HttpServerCodec(), new HttpServerKeepAliveHandler(), new Server(message, nonce));
                    }
                })
                .bind("127.0.0.1", Integer.parseInt(System.getenv("WIRECOST_PORT")))
                .sync()
                .channel()
                .closeFuture()
                .sync();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpRequest request) {
        byte[] content = switch (request.uri()) {
            case "/message" -> message;
            case "/who" -> nonce;
            default -> null;
        };
        HttpResponseStatus status = content == null ? HttpResponseStatus.NOT_FOUND : HttpResponseStatus.OK;
        byte[] body = content == null ? new byte[0] : content;
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream");
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        context.writeAndFlush(response);
    }
}
