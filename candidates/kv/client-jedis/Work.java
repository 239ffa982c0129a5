/** A job, as the crate wirecost-kv-protocol has it. Its fields have the names of the document. */
final class Work {
    static final class Span {
        long secs;
        long nanos;
    }

    String job;
    String word;
    long keys;
    byte[][] bodies;
    long among;
    String order;
    double writes;
    int turn;
    Long requests;
    Span window;

    boolean stores() {
        return writes > 0;
    }

    long windowNs() {
        return window.secs * 1_000_000_000L + window.nanos;
    }

    /** Why a client library cannot do it; null where it can. */
    String lack() {
        if (!"in-order".equals(order) || writes != 0 && writes != 1) {
            return "a client library stores or fetches keys in order";
        }
        return requests == null || bodies.length == 0 ? "a client library needs a number of requests, and values" : null;
    }
}
