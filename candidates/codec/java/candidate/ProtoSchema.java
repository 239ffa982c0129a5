package candidate;

import wirecost.Types;
import wirecost.Types.Field;
import wirecost.Types.Kind;
import wirecost.Types.Type;

/** The types of a message as a definition in proto2, fields numbered in order: on the wire what the Rust candidates write. */
final class ProtoSchema {
    private ProtoSchema() {}

    static String of(Types types) {
        StringBuilder text = new StringBuilder("syntax = \"proto2\";\noption java_package = \"generated\";\n");
        text.append("option java_multiple_files = true;\noption java_outer_classname = \"GeneratedFile\";\n");
        // Without it, text is kept as bytes and decoded when it is first read, after what is timed.
        text.append("option java_string_check_utf8 = true;\n");
        for (String record : types.records()) {
            text.append("message ").append(Types.className(record)).append(" {\n");
            int number = 1;
            for (Field field : types.fields(record)) {
                text.append("  ").append(label(field)).append(field.name()).append(" = ").append(number++);
                text.append(packed(field)).append(";\n");
            }
            text.append("}\n");
        }
        return text.toString();
    }

    private static String label(Field field) {
        Type type = field.type();
        return switch (type.kind()) {
            case LIST -> "repeated " + name(type.item()) + " ";
            case MAP -> "map<string, " + name(type.item()) + "> ";
            default -> (field.optional() ? "optional " : "required ") + name(type) + " ";
        };
    }

    private static String packed(Field field) {
        boolean packs = field.type().kind() == Kind.LIST && field.type().item().kind().compareTo(Kind.TEXT) < 0;
        return packs ? " [packed = true]" : "";
    }

    private static String name(Type type) {
        return switch (type.kind()) {
            case BOOL -> "bool";
            case I8, I16, I32 -> "int32";
            case I64 -> "int64";
            case U8, U16, U32 -> "uint32";
            case U64 -> "uint64";
            case F32 -> "float";
            case F64 -> "double";
            case TEXT -> "string";
            case BYTES -> "bytes";
            case RECORD -> Types.className(type.record());
            default -> throw new IllegalArgumentException("a list in a list");
        };
    }
}
