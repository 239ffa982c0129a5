package wirecost;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;

/** Why a call has no good answer, where the connection is not to blame. */
public final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean stated;
    private final int code;

    private Failure(boolean stated, int code, String text) {
        super(text);
        this.stated = stated;
        this.code = code;
    }

    /** The server stated a fault. */
    public static Failure stated(int code, String text) {
        return new Failure(true, code, text);
    }

    /** The answer is another one than is due, or none at all. */
    public static Failure wrong(String text) {
        return new Failure(false, 0, text);
    }

    /** The code of a fault that was stated. */
    public int code() {
        return code;
    }

    /** What came of a call that ended with an error, in the words of the protocol. */
    static String outcome(Throwable error) {
        if (error instanceof Failure failure) {
            return failure.stated ? "status" : "wrong_answer";
        } else if (error instanceof InterruptedIOException) {
            return "timeout";
        } else if (error instanceof ConnectException) {
            return "connect";
        } else if (error instanceof IOException) {
            return "closed";
        }
        // Whatever the library's readers say of a reply: their errors have no common class.
        return "wrong_answer";
    }

    /** An error for people. */
    static String told(Throwable error) {
        return switch (outcome(error)) {
            case "status" -> "the server answered with a fault: " + error.getMessage();
            case "wrong_answer" -> "wrong answer: "
                    + (error instanceof Failure ? error.getMessage() : error.toString());
            default -> "the connection failed: " + error;
        };
    }
}
