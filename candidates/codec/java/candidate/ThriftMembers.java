package candidate;

import java.util.List;
import wirecost.Types;
import wirecost.Types.Field;
import wirecost.Types.Type;

/**
 * The methods that the Thrift compiler of 2011 generates for a struct. They work with every version of the library, which the
 * output of no compiler does.
 *
 * <p>What the format lacks has its usual stand-in, as for the Rust candidates: unsigned integers are signed ones of the same
 * width with the same bits, a 32-bit float is a double.
 */
final class ThriftMembers {
    private final StringBuilder text = new StringBuilder();
    private int names;

    private ThriftMembers() {}

    static String of(String record, Types types) {
        ThriftMembers members = new ThriftMembers();
        members.heads(record, types);
        members.writes(record, types);
        members.reads(record, types);
        return members.text.toString();
    }

    private void line(String line) {
        text.append("        ").append(line).append('\n');
    }

    private void heads(String record, Types types) {
        line("private static final org.apache.thrift.protocol.TStruct STRUCT = new org.apache.thrift.protocol.TStruct(\"" + record + "\");");
        List<Field> fields = types.fields(record);
        for (Field field : fields) {
            line("private static final org.apache.thrift.protocol.TField FIELD_" + field.name()
                    + " = new org.apache.thrift.protocol.TField(\"" + field.name() + "\", " + type(field.type()) + ", (short) "
                    + (1 + fields.indexOf(field)) + ");");
        }
    }

    private static String type(Type type) {
        return "org.apache.thrift.protocol.TType." + switch (type.kind()) {
            case BOOL -> "BOOL";
            case I8, U8 -> "BYTE";
            case I16, U16 -> "I16";
            case I32, U32 -> "I32";
            case I64, U64 -> "I64";
            case F32, F64 -> "DOUBLE";
            case TEXT, BYTES -> "STRING";
            case LIST -> "LIST";
            case MAP -> "MAP";
            case RECORD -> "STRUCT";
        };
    }

    private void writes(String record, Types types) {
        line("public void write(org.apache.thrift.protocol.TProtocol out) throws org.apache.thrift.TException {");
        line("out.writeStructBegin(STRUCT);");
        List<Field> fields = types.fields(record);
        List<Field> ordered = fields.stream()
                .sorted(java.util.Comparator.comparingInt(field -> (1 + fields.indexOf(field)))).toList();
        for (Field field : ordered) {
            String name = "this." + field.name();
            boolean nullable = field.optional() || !Beans.isPrimitive(field.type());
            line(nullable ? "if (" + name + " != null) {" : "{");
            line("out.writeFieldBegin(FIELD_" + field.name() + ");");
            write(name, field.type());
            line("out.writeFieldEnd();");
            line("}");
        }
        line("out.writeFieldStop();");
        line("out.writeStructEnd();");
        line("}");
    }

    private void write(String name, Type type) {
        switch (type.kind()) {
            case BOOL -> line("out.writeBool(" + name + ");");
            case I8, U8 -> line("out.writeByte((byte) (short) " + name + ");");
            case I16, U16 -> line("out.writeI16((short) (int) " + name + ");");
            case I32, U32 -> line("out.writeI32((int) (long) " + name + ");");
            case I64 -> line("out.writeI64(" + name + ");");
            case U64 -> line("out.writeI64(" + name + ".longValue());");
            case F32, F64 -> line("out.writeDouble(" + name + ");");
            case TEXT -> line("out.writeString(" + name + ");");
            case BYTES -> line("out.writeBinary(java.nio.ByteBuffer.wrap(" + name + "));");
            case LIST -> {
                String length = Beans.isPrimitive(type.item()) ? ".length" : ".size()";
                String each = "each" + names++;
                line("out.writeListBegin(new org.apache.thrift.protocol.TList(" + type(type.item()) + ", " + name + length + "));");
                line("for (" + Beans.java(type.item(), false) + " " + each + " : " + name + ") {");
                write(each, type.item());
                line("}");
                line("out.writeListEnd();");
            }
            case MAP -> {
                String each = "each" + names++;
                line("out.writeMapBegin(new org.apache.thrift.protocol.TMap(org.apache.thrift.protocol.TType.STRING, "
                        + type(type.item()) + ", " + name + ".size()));");
                line("for (java.util.Map.Entry<String, " + Beans.java(type.item(), true) + "> " + each + " : " + name + ".entrySet()) {");
                line("out.writeString(" + each + ".getKey());");
                write(each + ".getValue()", type.item());
                line("}");
                line("out.writeMapEnd();");
            }
            case RECORD -> line(name + ".write(out);");
        }
    }

    private void reads(String record, Types types) {
        line("public void read(org.apache.thrift.protocol.TProtocol in) throws org.apache.thrift.TException {");
        line("in.readStructBegin();");
        line("while (true) {");
        line("org.apache.thrift.protocol.TField field = in.readFieldBegin();");
        line("if (field.type == org.apache.thrift.protocol.TType.STOP) { break; }");
        line("switch (field.id) {");
        List<Field> fields = types.fields(record);
        for (Field field : fields) {
            line("case " + (1 + fields.indexOf(field)) + ": {");
            line("if (field.type != " + type(field.type()) + ") {");
            line("org.apache.thrift.protocol.TProtocolUtil.skip(in, field.type); break; }");
            read("this." + field.name() + " = ", field.type());
            line("break;");
            line("}");
        }
        line("default: org.apache.thrift.protocol.TProtocolUtil.skip(in, field.type);");
        line("}");
        line("in.readFieldEnd();");
        line("}");
        line("in.readStructEnd();");
        required(fields);
        line("}");
    }

    private void required(List<Field> fields) {
        for (Field field : fields) {
            if (!field.optional() && !Beans.isPrimitive(field.type())) {
                line("if (this." + field.name() + " == null) {");
                line("throw new org.apache.thrift.protocol.TProtocolException(\"Required field '" + field.name() + "' was not present\"); }");
            }
        }
    }

    private void read(String target, Type type) {
        switch (type.kind()) {
            case BOOL -> line(target + "in.readBool();");
            case I8 -> line(target + "in.readByte();");
            case U8 -> line(target + "(short) (in.readByte() & 0xff);");
            case I16 -> line(target + "in.readI16();");
            case U16 -> line(target + "in.readI16() & 0xffff;");
            case I32 -> line(target + "in.readI32();");
            case U32 -> line(target + "in.readI32() & 0xffffffffL;");
            case I64 -> line(target + "in.readI64();");
            case U64 -> line(target + "new java.math.BigInteger(Long.toUnsignedString(in.readI64()));");
            case F32 -> line(target + "(float) in.readDouble();");
            case F64 -> line(target + "in.readDouble();");
            case TEXT -> line(target + "in.readString();");
            case BYTES -> {
                String buffer = "buffer" + names++;
                line("java.nio.ByteBuffer " + buffer + " = in.readBinary();");
                line("byte[] of" + buffer + " = new byte[" + buffer + ".remaining()];");
                line(buffer + ".get(of" + buffer + ");");
                line(target + "of" + buffer + ";");
            }
            case LIST -> readList(target, type.item());
            case MAP -> readMap(target, type.item());
            case RECORD -> {
                String made = "made" + names++;
                line(Beans.className(type.record()) + " " + made + " = new " + Beans.className(type.record()) + "();");
                line(made + ".read(in);");
                line(target + made + ";");
            }
        }
    }

    private void readList(String target, Type item) {
        String list = "list" + names++;
        String made = "made" + names++;
        String index = "index" + names++;
        line("org.apache.thrift.protocol.TList " + list + " = in.readListBegin();");
        boolean primitive = Beans.isPrimitive(item);
        line(primitive
                ? Beans.java(item, false) + "[] " + made + " = new " + Beans.java(item, false) + "[" + list + ".size];"
                : "java.util.List<" + Beans.java(item, true) + "> " + made + " = new java.util.ArrayList<>(" + list + ".size);");
        line("for (int " + index + " = 0; " + index + " < " + list + ".size; " + index + "++) {");
        if (primitive) {
            read(made + "[" + index + "] = ", item);
        } else {
            String each = "each" + names++;
            line(Beans.java(item, true) + " " + each + ";");
            read(each + " = ", item);
            line(made + ".add(" + each + ");");
        }
        line("}");
        line("in.readListEnd();");
        line(target + made + ";");
    }

    private void readMap(String target, Type item) {
        String map = "map" + names++;
        String made = "made" + names++;
        String index = "index" + names++;
        String key = "key" + names++;
        String each = "each" + names++;
        line("org.apache.thrift.protocol.TMap " + map + " = in.readMapBegin();");
        line("java.util.Map<String, " + Beans.java(item, true) + "> " + made + " = new java.util.HashMap<>(2 * " + map + ".size);");
        line("for (int " + index + " = 0; " + index + " < " + map + ".size; " + index + "++) {");
        line("String " + key + " = in.readString();");
        line(Beans.java(item, true) + " " + each + ";");
        read(each + " = ", item);
        line(made + ".put(" + key + ", " + each + ");");
        line("}");
        line("in.readMapEnd();");
        line(target + made + ";");
    }
}
