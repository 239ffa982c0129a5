import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/** What is known of calls: when they were sent, when they ended, and how. Made so large that nothing grows while they are timed. */
final class Calls {
    private final long[] sentNs;
    private final long[] endedNs;
    private final Caller.Outcome[] outcomes;
    private int count;

    Calls(int most) {
        sentNs = new long[most];
        endedNs = new long[most];
        outcomes = new Caller.Outcome[most];
    }

    void add(long sent, long ended, Caller.Outcome outcome) {
        sentNs[count] = sent;
        endedNs[count] = ended;
        outcomes[count] = outcome;
        count++;
    }

    /** A call is due when it is sent: [due, sent, ended, outcome]. */
    void write(JsonWriter to) throws IOException {
        to.beginArray();
        for (int call = 0; call < count; call++) {
            to.beginArray().value(sentNs[call]).value(sentNs[call]).value(endedNs[call]);
            to.value(outcomes[call].label()).endArray();
        }
        to.endArray();
    }
}
