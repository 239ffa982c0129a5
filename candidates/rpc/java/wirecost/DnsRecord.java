package wirecost;

import java.io.Serializable;
import java.util.Objects;

/** A record of the test of 2009; its type and its time to live may be absent. */
public final class DnsRecord implements Serializable {
    private static final long serialVersionUID = 1;

    private String key;
    private String value;
    private String first;
    private String last;
    private String type;
    private Integer ttl;

    public String getKey() {
        return key;
    }

    public void setKey(String key) {
        this.key = key;
    }

    public String getValue() {
        return value;
    }

    public void setValue(String value) {
        this.value = value;
    }

    public String getFirst() {
        return first;
    }

    public void setFirst(String first) {
        this.first = first;
    }

    public String getLast() {
        return last;
    }

    public void setLast(String last) {
        this.last = last;
    }

    public String getType() {
        return type;
    }

    public void setType(String type) {
        this.type = type;
    }

    public Integer getTtl() {
        return ttl;
    }

    public void setTtl(Integer ttl) {
        this.ttl = ttl;
    }

    private Object[] members() {
        return new Object[] {key, value, first, last, type, ttl};
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DnsRecord it && java.util.Arrays.equals(it.members(), members());
    }

    @Override
    public int hashCode() {
        return Objects.hash(members());
    }

    @Override
    public String toString() {
        return java.util.Arrays.toString(members());
    }
}
