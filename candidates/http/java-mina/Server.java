import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.filter.codec.ProtocolCodecFilter;
import org.apache.mina.filter.codec.ProtocolEncoder;
import org.apache.mina.filter.codec.ProtocolEncoderOutput;
import org.apache.mina.filter.codec.textline.TextLineDecoder;
import org.apache.mina.transport.socket.nio.NioSocketAcceptor;

/**
 * Lines of text, as the server of 2009 had it: of a request, the first line and the field Connection are read, and the answer is
 * written when the empty line comes.
 */
final class Server extends IoHandlerAdapter {
    private static final int WAITING = 4096;
    private static final int LONGEST_LINE = 8192;

    private final IoBuffer message;
    private final IoBuffer nonce;

    private Server(byte[] message, byte[] nonce) {
        this.message = answer("200 OK", message);
        this.nonce = answer("200 OK", nonce);
    }

    private static IoBuffer answer(String status, byte[] content) {
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: application/octet-stream\r\nContent-Length: " + content.length
                + "\r\n\r\n";
        IoBuffer buffer = IoBuffer.allocate(head.length() + content.length);
        return buffer.put(head.getBytes(StandardCharsets.US_ASCII)).put(content).flip();
    }

    public static void main(String[] arguments) throws Exception {
        byte[] message = Files.readAllBytes(Path.of(System.getenv("WIRECOST_MESSAGE")));
        byte[] nonce = System.getenv("WIRECOST_NONCE").getBytes(StandardCharsets.UTF_8);
        NioSocketAcceptor acceptor = new NioSocketAcceptor(Integer.parseInt(System.getenv("WIRECOST_CORES")));
        acceptor.setReuseAddress(true);
        acceptor.setBacklog(WAITING);
        acceptor.getSessionConfig().setTcpNoDelay(true);
        acceptor.getFilterChain().addLast("lines", new ProtocolCodecFilter(new Bytes(), lines()));
        acceptor.setHandler(new Server(message, nonce));
        acceptor.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("WIRECOST_PORT"))));
    }

    private static TextLineDecoder lines() {
        TextLineDecoder lines = new TextLineDecoder(StandardCharsets.US_ASCII, "\r\n");
        lines.setMaxLineLength(LONGEST_LINE);
        return lines;
    }

    /** What is written is bytes already. */
    private static final class Bytes implements ProtocolEncoder {
        @Override
        public void encode(IoSession session, Object message, ProtocolEncoderOutput out) {
            out.write(message);
        }

        @Override
        public void dispose(IoSession session) {}
    }

    @Override
    public void messageReceived(IoSession session, Object received) {
        String line = (String) received;
        if (session.getAttribute("path") == null) {
            session.setAttribute("path", line.split(" ")[1]);
        } else if (line.equalsIgnoreCase("Connection: close")) {
            session.setAttribute("close", true);
        } else if (line.isEmpty()) {
            write(session, (String) session.removeAttribute("path"));
        }
    }

    private void write(IoSession session, String path) {
        IoBuffer answer = switch (path) {
            case "/message" -> message;
            case "/who" -> nonce;
            default -> answer("404 Not Found", new byte[0]);
        };
        var written = session.write(answer.duplicate());
        if (session.containsAttribute("close")) {
            written.addListener(org.apache.mina.core.future.IoFutureListener.CLOSE);
        }
    }

    /** A client that goes away is no error. */
    @Override
    public void exceptionCaught(IoSession session, Throwable error) {
        session.close(true);
    }
}
