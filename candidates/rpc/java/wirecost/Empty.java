package wirecost;

import java.io.Serializable;

/** Nothing. */
public final class Empty implements Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public boolean equals(Object other) {
        return other instanceof Empty;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return "Empty";
    }
}
