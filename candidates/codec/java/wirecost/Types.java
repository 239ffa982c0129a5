package wirecost;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The types of a message: records with fields in order (docs/FORMAT.md). */
public final class Types {
    /** Kinds of a type. */
    public enum Kind { BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F32, F64, TEXT, BYTES, LIST, MAP, RECORD }

    /** A type: its kind, and what a list or map holds, or which record it is. */
    public record Type(Kind kind, Type item, String record) {}

    /** A field of a record. */
    public record Field(String name, Type type, boolean optional) {}

    private final String root;
    private final Map<String, List<Field>> records = new LinkedHashMap<>();

    /** Reads what `prepare` hands over: for each record a sequence of pairs, name and type. */
    @SuppressWarnings("unchecked")
    Types(String root, Map<String, Object> told) {
        this.root = root;
        told.forEach((name, fields) -> {
            List<Field> read = new ArrayList<>();
            for (List<Object> pair : (List<List<Object>>) fields) {
                String type = (String) pair.get(1);
                boolean optional = type.endsWith("?");
                read.add(new Field((String) pair.get(0), type(optional ? type.substring(0, type.length() - 1) : type), optional));
            }
            records.put(name, read);
        });
    }

    private static Type type(String text) {
        String inner = text.length() > 1 ? text.substring(1, text.length() - 1) : "";
        return switch (text.charAt(0)) {
            case '[' -> new Type(Kind.LIST, type(inner), null);
            case '{' -> new Type(Kind.MAP, type(inner), null);
            default -> scalar(text);
        };
    }

    private static Type scalar(String text) {
        for (Kind kind : Kind.values()) {
            if (kind.name().toLowerCase().equals(text) && kind.compareTo(Kind.LIST) < 0) {
                return new Type(kind, null, null);
            }
        }
        return new Type(Kind.RECORD, null, text);
    }

    /** The name of the message's type. */
    public String root() {
        return root;
    }

    /** The names of all records. */
    public Iterable<String> records() {
        return records.keySet();
    }

    /** The fields of a record. */
    public List<Field> fields(String record) {
        return records.get(record);
    }

    /** The name of a record's class: dns-record is DnsRecord. */
    public static String className(String record) {
        StringBuilder name = new StringBuilder();
        for (String part : record.split("[^A-Za-z0-9]+")) {
            if (!part.isEmpty()) {
                name.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
            }
        }
        return name.toString();
    }
}
