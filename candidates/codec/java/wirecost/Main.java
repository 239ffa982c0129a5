package wirecost;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * Frames on standard input and output, a request and its reply at a time. The argument is the file that `wirecost setup java`
 * writes last.
 */
final class Main {
    /** A message may nest 1,024 levels deep, and each level may take a library many calls. */
    private static final long STACK_BYTES = 256 << 20;

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        // The protocol keeps the real standard output; whatever a library prints goes to standard error.
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        Path installed = Path.of(arguments[0]).getParent();
        Thread thread = new Thread(null, () -> serve(installed, out), "runner", STACK_BYTES);
        thread.start();
        thread.join();
        // A library may have left threads behind.
        Runtime.getRuntime().halt(0);
    }

    private static void serve(Path installed, OutputStream out) {
        try {
            Runner runner = new Runner(installed);
            DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16));
            for (byte[] frame = read(in); frame != null; frame = read(in)) {
                write(out, runner.reply(Values.decode(frame)));
            }
        } catch (Throwable error) {
            error.printStackTrace();
            // The harness shows the last line.
            System.err.println(error);
            Runtime.getRuntime().halt(1);
        }
    }

    /** The next frame; null at the end of input. */
    private static byte[] read(DataInputStream in) throws IOException {
        int length;
        try {
            length = Integer.reverseBytes(in.readInt());
        } catch (EOFException end) {
            return null;
        }
        byte[] frame = new byte[length];
        in.readFully(frame);
        return frame;
    }

    private static void write(OutputStream out, Object reply) throws IOException {
        byte[] frame;
        try {
            frame = Values.encode(reply);
        } catch (IllegalArgumentException error) {
            frame = Values.encode(java.util.Map.of("error", String.valueOf(error.getMessage())));
        }
        ByteBuffer whole = ByteBuffer.allocate(4 + frame.length).order(ByteOrder.LITTLE_ENDIAN);
        whole.putInt(frame.length).put(frame);
        out.write(whole.array());
    }
}
