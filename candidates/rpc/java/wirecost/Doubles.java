package wirecost;

import java.io.Serializable;
import java.util.Arrays;

/** Numbers. */
public final class Doubles implements Serializable {
    private static final long serialVersionUID = 1;

    private double[] values = {};

    /** None; for libraries that set members one by one. */
    public Doubles() {}

    /** These numbers. */
    public Doubles(double[] values) {
        this.values = values;
    }

    public double[] getValues() {
        return values;
    }

    public void setValues(double[] values) {
        this.values = values;
    }

    /** Equal numbers, or the same bits. */
    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Doubles it) || it.values == null || it.values.length != values.length) {
            return false;
        }
        for (int at = 0; at < values.length; at++) {
            double one = values[at];
            double two = it.values[at];
            if (one != two && Double.doubleToRawLongBits(one) != Double.doubleToRawLongBits(two)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "Doubles " + Arrays.toString(values);
    }
}
