import java.util.Hashtable;
import java.util.Vector;
import org.apache.xmlrpc.XmlRpc;
import uk.co.wilson.xml.MinML;
import wirecost.Dns;
import wirecost.DnsRecord;
import wirecost.Doubles;
import wirecost.EchoFloat;
import wirecost.Empty;
import wirecost.Failure;
import wirecost.Struct;
import wirecost.Text;

/** Messages as XML-RPC's structs, and back: in a struct the library has hash tables, vectors, and what Java has for the rest. */
final class Structs {
    private Structs() {}

    /** Has the library use the parser of a variant. */
    static void use(String variant) throws ClassNotFoundException {
        switch (variant) {
            case "minml" -> XmlRpc.setDriver(MinML.class);
            case "xerces" -> XmlRpc.setDriver("xerces");
            default -> throw new IllegalArgumentException("no variant " + variant);
        }
        // The default is Latin-1.
        XmlRpc.setEncoding("UTF8");
    }

    static Hashtable<String, Object> write(Object message) {
        Hashtable<String, Object> members = new Hashtable<>();
        if (message instanceof EchoFloat number) {
            members.put("value", (double) number.getValue());
        } else if (message instanceof Text text) {
            members.put("value", text.getValue());
        } else if (message instanceof Doubles doubles) {
            Vector<Object> values = new Vector<>(doubles.getValues().length);
            for (double value : doubles.getValues()) {
                values.add(value);
            }
            members.put("values", values);
        } else if (message instanceof Dns dns) {
            Vector<Object> records = new Vector<>(dns.getRecords().length);
            for (DnsRecord record : dns.getRecords()) {
                records.add(write(record));
            }
            members.put("records", records);
        }
        return members;
    }

    private static Hashtable<String, Object> write(DnsRecord record) {
        Hashtable<String, Object> members = new Hashtable<>();
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
    static Object read(Object like, Object struct) throws Failure {
        if (like instanceof EchoFloat) {
            return echoFloat(struct);
        } else if (like instanceof Text) {
            return text(struct);
        } else if (like instanceof Doubles) {
            return doubles(struct);
        } else if (like instanceof Dns) {
            return dns(struct);
        }
        Struct.of(struct, Hashtable.class, "a message");
        return new Empty();
    }

    static EchoFloat echoFloat(Object struct) throws Failure {
        return new EchoFloat(new Struct(struct).member("value", Double.class).floatValue());
    }

    static Text text(Object struct) throws Failure {
        return new Text(new Struct(struct).member("value", String.class));
    }

    static Doubles doubles(Object struct) throws Failure {
        Vector<?> items = new Struct(struct).member("values", Vector.class);
        double[] values = new double[items.size()];
        for (int at = 0; at < values.length; at++) {
            values[at] = Struct.of(items.get(at), Double.class, "an item");
        }
        return new Doubles(values);
    }

    static Dns dns(Object struct) throws Failure {
        Vector<?> items = new Struct(struct).member("records", Vector.class);
        DnsRecord[] records = new DnsRecord[items.size()];
        for (int at = 0; at < records.length; at++) {
            records[at] = new Struct(items.get(at)).record();
        }
        return new Dns(records);
    }
}
