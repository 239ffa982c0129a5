package wirecost;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A client process, by the protocol of crates/rpc-protocol on standard input and output. */
public final class Main {
    private final InputStream input = new BufferedInputStream(System.in);
    private final PrintStream output = System.out;
    /** The report is written: the end of standard input ends nothing any more. */
    private volatile boolean reported;

    private Main() {}

    /** Does what the harness says, and ends the process. */
    public static void run(Stack stack) {
        Main main = new Main();
        // What a library prints must not break a line of the protocol.
        System.setOut(System.err);
        try {
            main.serve(stack);
            System.exit(0);
        } catch (Throwable error) {
            System.err.println(error instanceof Told ? error.getMessage() : error.toString());
            System.exit(1);
        }
    }

    private void serve(Stack stack) throws Exception {
        Calling calling = Calling.read(line());
        byte[] message = input.readNBytes(calling.messageBytes());
        Machine.keepOn(calling.cores());
        Exchange exchange = exchange(calling, message);
        if (calling.ability() != null) {
            say(Calling.write(Finding.find(stack, exchange, calling.ability())));
            return;
        }
        long startNs = System.nanoTime();
        long coldNs;
        try {
            Stack.Connection client = stack.connect(exchange);
            client.call();
            coldNs = System.nanoTime() - startNs;
            client.call();
            client.close();
        } catch (Exception error) {
            throw new Told(Failure.told(error));
        }
        say(Calling.write(Map.of("cold_ns", coldNs, "takes_turns", calling.inTurn())));
        Caller.Connect connect = () -> stack.connect(exchange);
        if (calling.inTurn()) {
            new Turns(calling, connect).take(this);
            return;
        }
        String begin = line();
        if (begin == null) {
            return;
        }
        Thread watch = new Thread(this::endWithInput);
        watch.setDaemon(true);
        watch.start();
        new Calls(calling, connect, Calling.Begin.read(begin)).run(output);
        reported = true;
    }

    private static Exchange exchange(Calling calling, byte[] message) throws Told {
        try {
            return new Exchange(calling, message);
        } catch (RuntimeException error) {
            throw new Told(String.valueOf(error.getMessage()));
        }
    }

    /** The next line; none where the input ends. */
    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                return null;
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    void say(String line) {
        output.println(line);
        output.flush();
    }

    /** Nobody waits for the report any more when standard input ends. */
    private void endWithInput() {
        try {
            while (input.read() >= 0) {
                // Nothing is due.
            }
        } catch (IOException ended) {
            // As good as its end.
        }
        Runtime.getRuntime().halt(reported ? 0 : 1);
    }

    /** Words for people that need no class before them. */
    private static final class Told extends Exception {
        private static final long serialVersionUID = 1;

        Told(String text) {
            super(text);
        }
    }
}
