package wirecost;

import java.util.Map;

/** Reads the members of a struct of XML-RPC, which libraries give as a map. What is not there or of another type is refused. */
public final class Struct {
    private final Map<?, ?> members;

    public Struct(Object struct) throws Failure {
        members = of(struct, Map.class, "a message");
    }

    public <T> T member(String name, Class<T> type) throws Failure {
        T member = optional(name, type);
        if (member == null) {
            throw Failure.wrong("the member " + name + " is missing");
        }
        return member;
    }

    private <T> T optional(String name, Class<T> type) throws Failure {
        Object member = members.get(name);
        return member == null ? null : of(member, type, name);
    }

    public DnsRecord record() throws Failure {
        DnsRecord record = new DnsRecord();
        record.setKey(member("key", String.class));
        record.setValue(member("value", String.class));
        record.setFirst(member("first", String.class));
        record.setLast(member("last", String.class));
        record.setType(optional("type", String.class));
        record.setTtl(optional("ttl", Integer.class));
        return record;
    }

    /** A value of this type, or the reason why it is none. */
    public static <T> T of(Object value, Class<T> type, String name) throws Failure {
        if (!type.isInstance(value)) {
            throw Failure.wrong(name + " is no " + type.getSimpleName());
        }
        return type.cast(value);
    }
}
