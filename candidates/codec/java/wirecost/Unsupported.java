package wirecost;

/** Thrown by a candidate that cannot hold a message: the case is skipped with this reason. */
public final class Unsupported extends Exception {
    private static final long serialVersionUID = 1;

    public Unsupported(String reason) {
        super(reason);
    }
}
