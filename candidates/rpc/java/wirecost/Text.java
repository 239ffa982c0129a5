package wirecost;

import java.io.Serializable;
import java.util.Objects;

/** A text. */
public final class Text implements Serializable {
    private static final long serialVersionUID = 1;

    private String value;

    /** None; for libraries that set members one by one. */
    public Text() {}

    /** This text. */
    public Text(String value) {
        this.value = value;
    }

    public String getValue() {
        return value;
    }

    public void setValue(String value) {
        this.value = value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Text it && Objects.equals(it.value, value);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(value);
    }

    @Override
    public String toString() {
        return "Text " + value;
    }
}
