package wirecost;

import java.io.Serializable;
import java.util.Arrays;

/** Records. */
public final class Dns implements Serializable {
    private static final long serialVersionUID = 1;

    private DnsRecord[] records = {};

    /** None; for libraries that set members one by one. */
    public Dns() {}

    /** These records. */
    public Dns(DnsRecord[] records) {
        this.records = records;
    }

    public DnsRecord[] getRecords() {
        return records;
    }

    public void setRecords(DnsRecord[] records) {
        this.records = records;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Dns it && Arrays.equals(it.records, records);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(records);
    }

    @Override
    public String toString() {
        return "Dns " + Arrays.toString(records);
    }
}
