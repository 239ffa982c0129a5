import com.google.gson.Gson;
import com.google.gson.stream.JsonWriter;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import redis.clients.jedis.Jedis;

/**
 * Calls a store through Jedis.
 *
 * <p>It listens on WIRECOST_PORT and takes jobs, one a line of JSON, as the crate wirecost-kv-protocol has them. The store is at
 * WIRECOST_STORE. Each connection is a thread of its own with a client of its own, as in the experiment of 2009.
 */
final class Client {
    private static final int TIMEOUT_MS = 10_000;
    /** Calls of each kind until Java's compiler has seen what makes them. Its last tier begins at 5,000. */
    private static final int WARM_UP = 10_000;

    private final Gson gson = new Gson();
    private final String host;
    private final int port;
    private final List<Jedis> clients = new ArrayList<>();
    private long[] written = {};
    private long writes;

    private Client(String host, int port) {
        this.host = host;
        this.port = port;
    }

    public static void main(String[] arguments) throws Exception {
        String store = System.getenv("WIRECOST_STORE");
        int colon = store.lastIndexOf(':');
        Client client = new Client(store.substring(0, colon), Integer.parseInt(store.substring(colon + 1)));
        client.warmUp();
        int port = Integer.parseInt(System.getenv("WIRECOST_PORT"));
        try (ServerSocket listener = new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1"))) {
            while (true) {
                try (Socket caller = listener.accept()) {
                    caller.setTcpNoDelay(true);
                    client.serve(caller);
                }
            }
        }
    }

    /** Makes calls that nobody measures, and leaves nothing of them in the store. */
    private void warmUp() throws InterruptedException {
        Work work = new Work();
        work.among = 1;
        work.turn = 1;
        work.bodies = new byte[][] {new byte[] {'x'}};
        work.requests = (long) WARM_UP;
        work.window = new Work.Span();
        work.window.secs = Long.MAX_VALUE / 1_000_000_000L;
        try (Jedis client = connect()) {
            long[] last = new long[1];
            for (double writes : new double[] {1, 0}) {
                work.writes = writes;
                new Caller(client, work, last, 1, 0, System.nanoTime()).run();
            }
            client.del(Caller.name(0));
        }
    }

    private Jedis connect() {
        return new Jedis(host, port, TIMEOUT_MS);
    }

    private void serve(Socket caller) throws IOException, InterruptedException {
        BufferedReader jobs =
            new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8));
        BufferedWriter answers =
            new BufferedWriter(new OutputStreamWriter(caller.getOutputStream(), StandardCharsets.UTF_8));
        for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
            Work work = gson.fromJson(line, Work.class);
            JsonWriter answer = new JsonWriter(answers);
            answer.beginObject();
            if ("check".equals(work.job)) {
                check(work.word, answer);
            } else {
                load(work, answer);
            }
            answer.endObject();
            answers.write('\n');
            answers.flush();
        }
    }

    private void check(String word, JsonWriter answer) throws IOException {
        try (Jedis client = connect()) {
            byte[] name = "who".getBytes(StandardCharsets.US_ASCII);
            client.set(name, word.getBytes(StandardCharsets.UTF_8));
            byte[] found = client.get(name);
            answer.name("checked").value(found == null ? null : new String(found, StandardCharsets.UTF_8));
        }
    }

    private void load(Work work, JsonWriter answer) throws IOException, InterruptedException {
        if (work.lack() != null) {
            answer.name("failed").value(work.lack());
            return;
        }
        while (clients.size() < work.turn) {
            clients.add(connect());
            clients.get(clients.size() - 1).connect();
        }
        written = Arrays.copyOf(written, Math.max(written.length, Math.toIntExact(work.keys)));
        long firstWrite = writes + 1;
        writes += work.requests;
        List<Caller> callers = new ArrayList<>();
        Instant now = Instant.now();
        long startUnixNs = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        long startNs = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < work.turn; index++) {
            callers.add(new Caller(clients.get(index), work, written, firstWrite, index, startNs));
            threads.add(new Thread(callers.get(index)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        answer.name("logged").beginObject().name("start_unix_ns").value(startUnixNs).name("callers").beginArray();
        for (Caller caller : callers) {
            answer.beginObject().name("connected").value(true).name("calls");
            caller.calls.write(answer);
            answer.endObject();
        }
        answer.endArray().endObject();
    }
}
