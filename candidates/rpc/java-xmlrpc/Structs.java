import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import wirecost.Dns;
import wirecost.DnsRecord;
import wirecost.Doubles;
import wirecost.EchoFloat;
import wirecost.Empty;
import wirecost.Failure;
import wirecost.Struct;
import wirecost.Text;

/** Messages as XML-RPC's structs, and back: in a struct the library has maps, arrays of objects, and what Java has for the rest. */
final class Structs {
    private final boolean inBytes;

    private Structs(boolean inBytes) {
        this.inBytes = inBytes;
    }

    /** Arrays of doubles as XML-RPC's arrays, or as their bytes in base64. */
    static Structs of(String variant) {
        return switch (variant) {
            case "arrays" -> new Structs(false);
            case "base64" -> new Structs(true);
            default -> throw new IllegalArgumentException("no variant " + variant);
        };
    }

    Map<String, Object> write(Object message) {
        Map<String, Object> members = new HashMap<>();
        if (message instanceof EchoFloat number) {
            members.put("value", (double) number.getValue());
        } else if (message instanceof Text text) {
            members.put("value", text.getValue());
        } else if (message instanceof Doubles doubles) {
            members.put("values", write(doubles.getValues()));
        } else if (message instanceof Dns dns) {
            Object[] records = new Object[dns.getRecords().length];
            for (int at = 0; at < records.length; at++) {
                records[at] = write(dns.getRecords()[at]);
            }
            members.put("records", records);
        }
        return members;
    }

    private Object write(double[] values) {
        if (inBytes) {
            ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * values.length);
            bytes.asDoubleBuffer().put(values);
            return bytes.array();
        }
        Object[] items = new Object[values.length];
        for (int at = 0; at < items.length; at++) {
            items[at] = values[at];
        }
        return items;
    }

    private static Map<String, Object> write(DnsRecord record) {
        Map<String, Object> members = new HashMap<>();
        members.put("key", record.getKey());
        members.put("value", record.getValue());
        members.put("first", record.getFirst());
        members.put("last", record.getLast());
        if (record.getType() != null) {
            members.put("type", record.getType());
        }
        if (record.getTtl() != null) {
            members.put("ttl", record.getTtl());
        }
        return members;
    }

    /** The message of the same type as another that a struct stands for. */
    Object read(Object like, Object struct) throws Failure {
        if (like instanceof EchoFloat) {
            return echoFloat(struct);
        } else if (like instanceof Text) {
            return text(struct);
        } else if (like instanceof Doubles) {
            return doubles(struct);
        } else if (like instanceof Dns) {
            return dns(struct);
        }
        Struct.of(struct, Map.class, "a message");
        return new Empty();
    }

    EchoFloat echoFloat(Object struct) throws Failure {
        return new EchoFloat(new Struct(struct).member("value", Double.class).floatValue());
    }

    Text text(Object struct) throws Failure {
        return new Text(new Struct(struct).member("value", String.class));
    }

    Doubles doubles(Object struct) throws Failure {
        if (inBytes) {
            ByteBuffer bytes = ByteBuffer.wrap(new Struct(struct).member("values", byte[].class));
            double[] values = new double[bytes.remaining() / Double.BYTES];
            bytes.asDoubleBuffer().get(values);
            return new Doubles(values);
        }
        Object[] items = new Struct(struct).member("values", Object[].class);
        double[] values = new double[items.length];
        for (int at = 0; at < items.length; at++) {
            values[at] = Struct.of(items[at], Double.class, "an item");
        }
        return new Doubles(values);
    }

    Dns dns(Object struct) throws Failure {
        Object[] items = new Struct(struct).member("records", Object[].class);
        DnsRecord[] records = new DnsRecord[items.length];
        for (int at = 0; at < items.length; at++) {
            records[at] = new Struct(items[at]).record();
        }
        return new Dns(records);
    }
}
