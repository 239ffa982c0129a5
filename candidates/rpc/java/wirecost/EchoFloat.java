package wirecost;

import java.io.Serializable;

/** A number. */
public final class EchoFloat implements Serializable {
    private static final long serialVersionUID = 1;

    private float value;

    /** Zero; for libraries that set members one by one. */
    public EchoFloat() {}

    /** This number. */
    public EchoFloat(float value) {
        this.value = value;
    }

    public float getValue() {
        return value;
    }

    public void setValue(float value) {
        this.value = value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EchoFloat it
                && (it.value == value || Float.floatToRawIntBits(it.value) == Float.floatToRawIntBits(value));
    }

    @Override
    public int hashCode() {
        return Float.hashCode(value);
    }

    @Override
    public String toString() {
        return "EchoFloat " + value;
    }
}
