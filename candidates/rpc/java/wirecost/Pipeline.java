package wirecost;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Two requests, of which the second one is sent before the first one is answered (RFC 9112, 9.3.2). */
public final class Pipeline {
    private static final String LENGTH = "content-length:";

    private Pipeline() {}

    /** The body of the answer to the first one. `fields` are lines of the head, each with its end. */
    public static String first(Calling calling, String path, String type, String fields, String body) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(calling.address(), calling.timeoutMs());
            socket.setSoTimeout(calling.timeoutMs());
            socket.setTcpNoDelay(true);
            byte[] content = body.getBytes(StandardCharsets.UTF_8);
            String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\n" + fields
                    + "Content-Length: " + content.length + "\r\n\r\n";
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
            request.writeBytes(content);
            for (int count = 0; count < 2; count++) {
                socket.getOutputStream().write(request.toByteArray());
            }
            return answer(new BufferedInputStream(socket.getInputStream()));
        }
    }

    private static String answer(InputStream in) throws IOException {
        // Without a length it goes on to the end of the connection.
        int length = Integer.MAX_VALUE;
        boolean chunked = false;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String field = line.toLowerCase(Locale.ROOT);
            chunked |= field.startsWith("transfer-encoding:") && field.endsWith("chunked");
            if (field.startsWith(LENGTH)) {
                length = Integer.parseInt(line.substring(LENGTH.length()).trim());
            }
        }
        if (chunked) {
            // The first one holds a small answer.
            length = Integer.parseInt(line(in), 16);
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).trim();
    }
}
