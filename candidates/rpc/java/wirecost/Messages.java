package wirecost;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The types of messages, by the names that the harness gives them, and the numbers that methods answer for them. */
public final class Messages {
    private Messages() {}

    /** The message of a type that a tree stands for. */
    static Object of(String type, Object tree) {
        Map<?, ?> members = (Map<?, ?>) tree;
        return switch (type) {
            case "echo-float" -> new EchoFloat((Float) members.get("value"));
            case "empty" -> new Empty();
            case "string" -> new Text((String) members.get("value"));
            case "doubles" -> new Doubles(
                    ((List<?>) members.get("values")).stream().mapToDouble(item -> (Double) item).toArray());
            case "dns" -> new Dns(
                    ((List<?>) members.get("records")).stream().map(Messages::record).toArray(DnsRecord[]::new));
            default -> throw new IllegalArgumentException("it has no method for a message of type '" + type + "'");
        };
    }

    private static DnsRecord record(Object tree) {
        Map<?, ?> members = (Map<?, ?>) tree;
        DnsRecord record = new DnsRecord();
        record.setKey((String) members.get("key"));
        record.setValue((String) members.get("value"));
        record.setFirst((String) members.get("first"));
        record.setLast((String) members.get("last"));
        record.setType((String) members.get("type"));
        Long ttl = (Long) members.get("ttl");
        record.setTtl(ttl == null ? null : Integer.valueOf(Math.toIntExact(ttl)));
        return record;
    }

    /** The part of a method's name that stands for a type. */
    static String name(String type) {
        return switch (type) {
            case "echo-float" -> "Float";
            case "empty" -> "Empty";
            case "string" -> "Text";
            case "doubles" -> "Doubles";
            case "dns" -> "Dns";
            default -> throw new IllegalArgumentException("it has no method for a message of type '" + type + "'");
        };
    }

    /** The bits of a number, the bytes of a text in UTF-8, how many numbers or records there are: a count of what was read. */
    public static int count(Object message) {
        if (message instanceof EchoFloat number) {
            return Float.floatToRawIntBits(number.getValue());
        } else if (message instanceof Text text) {
            return text.getValue().getBytes(StandardCharsets.UTF_8).length;
        } else if (message instanceof Doubles doubles) {
            return doubles.getValues().length;
        } else if (message instanceof Dns dns) {
            return dns.getRecords().length;
        } else if (message instanceof Empty) {
            return 0;
        }
        throw new IllegalArgumentException("no message: " + message);
    }
}
