package wirecost;

/**
 * A candidate: a class with a public constructor that takes a {@link Task}.
 *
 * <p>{@link #decode} and {@link #encode} are timed; nothing else is. A class loader of its own holds each candidate, so that this
 * class and those of the Java platform are all that it shares with the runner.
 */
public abstract class Codec {
    /** Looks at an input before anything is timed, for a library with a fault that some documents trigger. */
    public void accept(byte[] encoded) throws Exception {}

    /** Bytes to what the binding says; of the binding "events" the number that all of them fold to, as a {@link Long}. */
    public Object decode(byte[] encoded) throws Exception {
        throw new Unsupported("this candidate does not decode");
    }

    /** What a result of {@link #decode} means, in the terms of {@link Values}. */
    public Object answer(Object decoded) throws Exception {
        return decoded;
    }

    /** Of the binding "events": the same events once more, written down. */
    public Object events(byte[] encoded) throws Exception {
        throw new Unsupported("this candidate has no events");
    }

    /** What {@link #encode} takes, made of a value or a document. */
    public Object input(Object value) throws Exception {
        return value;
    }

    /** That to bytes. */
    public byte[] encode(Object input) throws Exception {
        throw new Unsupported("this candidate does not encode");
    }

    /** Bytes to bytes by way of what the binding says. */
    public byte[] roundTrip(byte[] encoded) throws Exception {
        return encode(decode(encoded));
    }
}
