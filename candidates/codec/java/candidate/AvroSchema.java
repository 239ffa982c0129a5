package candidate;

import java.util.HashSet;
import java.util.Set;
import wirecost.Types;
import wirecost.Types.Field;
import wirecost.Types.Type;
import wirecost.Unsupported;

/** The types of a message as a schema of Avro, which names the generated classes; on the wire what the Rust candidates write. */
final class AvroSchema {
    private final Types types;
    private final Set<String> told = new HashSet<>();

    private AvroSchema(Types types) {
        this.types = types;
    }

    static String of(Types types) throws Unsupported {
        return new AvroSchema(types).record(types.root());
    }

    private String record(String record) throws Unsupported {
        String name = Beans.className(record);
        if (!told.add(record)) {
            return "\"beans." + name + "\"";
        }
        StringBuilder fields = new StringBuilder();
        for (Field field : types.fields(record)) {
            String type = field.optional() ? "[\"null\", " + type(field.type()) + "]" : type(field.type());
            fields.append(fields.length() == 0 ? "" : ", ").append("{\"name\": \"" + field.name() + "\", \"type\": " + type + "}");
        }
        return "{\"type\": \"record\", \"namespace\": \"beans\", \"name\": \"" + name + "\", \"fields\": [" + fields + "]}";
    }

    private String type(Type type) throws Unsupported {
        return switch (type.kind()) {
            case BOOL -> "\"boolean\"";
            case I8 -> "{\"type\": \"int\", \"java-class\": \"java.lang.Byte\"}";
            case I16, U8 -> "{\"type\": \"int\", \"java-class\": \"java.lang.Short\"}";
            case I32, U16 -> "\"int\"";
            case I64, U32 -> "\"long\"";
            case U64 -> throw new Unsupported("Avro has no integer of 64 bits without sign");
            case F32 -> "\"float\"";
            case F64 -> "\"double\"";
            case TEXT -> "{\"type\": \"string\", \"avro.java.string\": \"String\"}";
            case BYTES -> "{\"type\": \"bytes\", \"java-class\": \"[B\"}";
            case LIST -> "{\"type\": \"array\", \"items\": " + type(type.item()) + array(type.item()) + "}";
            case MAP -> "{\"type\": \"map\", \"values\": " + type(type.item()) + "}";
            case RECORD -> record(type.record());
        };
    }

    private static String array(Type item) {
        if (!Beans.isPrimitive(item)) {
            return "";
        }
        String name = switch (Beans.java(item, false)) {
            case "boolean" -> "[Z";
            case "byte" -> "[B";
            case "short" -> "[S";
            case "int" -> "[I";
            case "long" -> "[J";
            case "float" -> "[F";
            default -> "[D";
        };
        return ", \"java-class\": \"" + name + "\"";
    }
}
