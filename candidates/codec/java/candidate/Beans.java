package candidate;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import wirecost.Compiled;
import wirecost.Task;
import wirecost.Types;
import wirecost.Types.Kind;
import wirecost.Types.Type;
import wirecost.Unsupported;
import wirecost.Values;

/**
 * Classes with public fields for the types of a message, generated and compiled once, and values as objects of these and back.
 *
 * <p>A field that may be absent is null then. Integers without sign have the next wider type, those of 64 bits are BigInteger;
 * a sequence of numbers is an array of primitives, any other a List.
 */
final class Beans {
    private final Types types;
    private final Map<String, Class<?>> classes = new LinkedHashMap<>();

    /** What stands in a class beside its fields. */
    interface Members {
        String of(String record, Types types) throws Unsupported;
    }

    Beans(Task task) throws Exception {
        this(task, "beans", "java.io.Serializable", (record, types) -> "    private static final long serialVersionUID = 1;\n");
    }

    /** Classes that implement an interface by these members; `kind` names them among all that are kept on disk. */
    Beans(Task task, String kind, String implemented, Members members) throws Exception {
        types = task.needTypes();
        Map<String, String> sources = sources(types, implemented, members);
        ClassLoader loader = Compiled.load(task, kind, "", sources, Beans.class.getClassLoader());
        for (String record : types.records()) {
            classes.put(record, loader.loadClass("beans." + className(record)));
        }
    }

    /** The name of a record's class; the ending keeps a record "string" apart from Java's. */
    static String className(String record) {
        return Types.className(record) + "Bean";
    }

    Class<?> root() {
        return classes.get(types.root());
    }

    Iterable<Class<?>> all() {
        return classes.values();
    }

    private static Map<String, String> sources(Types types, String implemented, Members members) throws Unsupported {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String record : types.records()) {
            StringBuilder text = new StringBuilder("package beans;\n\npublic class " + className(record));
            text.append(" implements " + implemented + " {\n" + members.of(record, types));
            for (Types.Field field : types.fields(record)) {
                Compiled.checkName(field.name());
                text.append("    public ").append(java(field.type(), field.optional())).append(' ').append(field.name()).append(";\n");
            }
            sources.put("beans." + className(record), text.append("}\n").toString());
        }
        return sources;
    }

    /** The Java type of a field. */
    static String java(Type type, boolean boxed) {
        return switch (type.kind()) {
            case BOOL -> boxed ? "Boolean" : "boolean";
            case I8 -> boxed ? "Byte" : "byte";
            case I16, U8 -> boxed ? "Short" : "short";
            case I32, U16 -> boxed ? "Integer" : "int";
            case I64, U32 -> boxed ? "Long" : "long";
            case U64 -> "java.math.BigInteger";
            case F32 -> boxed ? "Float" : "float";
            case F64 -> boxed ? "Double" : "double";
            case TEXT -> "String";
            case BYTES -> "byte[]";
            case LIST -> isPrimitive(type.item()) ? java(type.item(), false) + "[]" : "java.util.List<" + java(type.item(), true) + ">";
            case MAP -> "java.util.Map<String, " + java(type.item(), true) + ">";
            case RECORD -> className(type.record());
        };
    }

    static boolean isPrimitive(Type type) {
        return type.kind().compareTo(Kind.TEXT) < 0 && type.kind() != Kind.U64;
    }

    /** A value as an object of these classes. */
    Object object(Object value) throws Exception {
        return object(value, new Type(Kind.RECORD, null, types.root()));
    }

    private Object object(Object value, Type type) throws Exception {
        switch (type.kind()) {
            case LIST -> {
                return list((List<?>) value, type.item());
            }
            case MAP -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                    map.put((String) entry.getKey(), object(entry.getValue(), type.item()));
                }
                return map;
            }
            case RECORD -> {
                Class<?> made = classes.get(type.record());
                Object object = made.getConstructor().newInstance();
                for (Types.Field field : types.fields(type.record())) {
                    Object given = ((Map<?, ?>) value).get(field.name());
                    if (given != null && given != Values.ABSENT) {
                        made.getField(field.name()).set(object, object(given, field.type()));
                    }
                }
                return object;
            }
            default -> {
                return scalar(value, type.kind());
            }
        }
    }

    private Object list(List<?> items, Type item) throws Exception {
        if (!isPrimitive(item)) {
            List<Object> list = new ArrayList<>();
            for (Object each : items) {
                list.add(object(each, item));
            }
            return list;
        }
        Object first = scalar(items.isEmpty() ? zero(item.kind()) : items.get(0), item.kind());
        Class<?> primitive = (Class<?>) first.getClass().getField("TYPE").get(null);
        Object array = Array.newInstance(primitive, items.size());
        for (int i = 0; i < items.size(); i++) {
            Array.set(array, i, scalar(items.get(i), item.kind()));
        }
        return array;
    }

    private static Object zero(Kind kind) {
        return switch (kind) {
            case BOOL -> false;
            case F32 -> 0f;
            case F64 -> 0d;
            default -> 0L;
        };
    }

    /** A scalar in the Java type of its kind. */
    private static Object scalar(Object value, Kind kind) {
        return switch (kind) {
            case I8 -> ((Number) value).byteValue();
            case I16, U8 -> ((Number) value).shortValue();
            case I32, U16 -> ((Number) value).intValue();
            case I64, U32 -> ((Number) value).longValue();
            case U64 -> value instanceof BigInteger ? value : BigInteger.valueOf((Long) value);
            default -> value;
        };
    }

    /** An object of these classes as a value. */
    Object value(Object object) throws Exception {
        return value(object, new Type(Kind.RECORD, null, types.root()));
    }

    private Object value(Object object, Type type) throws Exception {
        if (object == null) {
            return Values.ABSENT;
        }
        return switch (type.kind()) {
            case LIST -> values(object, type.item());
            case MAP -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) object).entrySet()) {
                    map.put(entry.getKey().toString(), value(entry.getValue(), type.item()));
                }
                yield map;
            }
            case RECORD -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (Types.Field field : types.fields(type.record())) {
                    Object held = object.getClass().getField(field.name()).get(object);
                    map.put(field.name(), value(held, field.type()));
                }
                yield map;
            }
            case TEXT -> object.toString();
            default -> object;
        };
    }

    private List<Object> values(Object list, Type item) throws Exception {
        List<Object> values = new ArrayList<>();
        if (list.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(list); i++) {
                values.add(Array.get(list, i));
            }
        } else {
            for (Object each : (Iterable<?>) list) {
                values.add(value(each, item));
            }
        }
        return values;
    }
}
