package wirecost;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Counts as the experiment of 2009 did: makes a record so many times, and writes each to bytes and reads it back.
 *
 * <p>Arguments: the folder of the installed candidates, a candidate, how often. It prints the nanoseconds of making, those of
 * writing and reading, and all bytes.
 */
public final class Loop {
    /** Records that are made before they are written: so the clock is not read for each of them. */
    private static final int CHUNK = 1000;

    private static final String TYPE = "dns-record";
    private static final Map<String, Object> RECORD = Map.of(
            "key", "mail00.example.com", "value", "198.51.100.10", "first", "2009-04-01 00:00:00", "last", "2009-05-01 00:00:00",
            "type", "A", "ttl", 3600L);

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

    /** The class of the record, before {@link Maker} is loaded. */
    private static Class<?> made;

    /** What was read last, so that no compiler leaves the work out. */
    private static Object kept;

    private Loop() {}

    public static void main(String[] arguments) throws Throwable {
        Entry entry = Entry.all(Path.of(arguments[0])).get(arguments[1]);
        long loops = Long.parseLong(arguments[2]);
        List<List<String>> fields = List.of(
                List.of("key", "text"), List.of("value", "text"), List.of("first", "text"), List.of("last", "text"),
                List.of("type", "text?"), List.of("ttl", "i32?"));
        Codec codec = entry.load("round-trip", TYPE, new Types(TYPE, Map.of(TYPE, fields)), null);
        made = codec.input(RECORD).getClass();
        Object[] records = new Object[CHUNK];
        long makingNs = 0;
        long serdesNs = 0;
        long bytes = 0;
        for (long done = 0; done < loops; done += CHUNK) {
            long start = System.nanoTime();
            for (int index = 0; index < CHUNK; index++) {
                records[index] = Maker.MAKE.invokeExact();
            }
            long between = System.nanoTime();
            for (Object record : records) {
                byte[] encoded = codec.encode(record);
                bytes += encoded.length;
                kept = codec.decode(encoded);
            }
            makingNs += between - start;
            serdesNs += System.nanoTime() - between;
        }
        if (!codec.answer(kept).equals(codec.answer(codec.input(RECORD)))) {
            throw new IllegalStateException("what was read is not what was written");
        }
        System.out.println(makingNs + " " + serdesNs + " " + bytes);
    }

    /** Makes the record by what its class offers. The handle is a constant, so it is compiled like calls in a program. */
    private static final class Maker {
        private static final MethodHandle MAKE = make();

        private static MethodHandle make() {
            try {
                boolean hasBuilder = Arrays.stream(made.getMethods()).anyMatch(method -> method.getName().equals("newBuilder"));
                return (hasBuilder ? built() : filled()).asType(MethodType.methodType(Object.class));
            } catch (ReflectiveOperationException error) {
                throw new IllegalStateException(error);
            }
        }

        /** Protocol Buffers: a builder with setters. */
        private static MethodHandle built() throws ReflectiveOperationException {
            MethodHandle make = LOOKUP.unreflect(made.getMethod("newBuilder"));
            Class<?> builder = make.type().returnType();
            for (Map.Entry<String, Object> field : RECORD.entrySet()) {
                String name = "set" + Character.toUpperCase(field.getKey().charAt(0)) + field.getKey().substring(1);
                boolean isText = field.getValue() instanceof String;
                Object value = isText ? field.getValue() : (Object) ((Long) field.getValue()).intValue();
                MethodHandle set = LOOKUP.unreflect(builder.getMethod(name, isText ? String.class : int.class));
                make = MethodHandles.filterReturnValue(make, MethodHandles.insertArguments(set, 1, value));
            }
            return MethodHandles.filterReturnValue(make, LOOKUP.unreflect(builder.getMethod("build")));
        }

        /** Thrift: public fields. */
        private static MethodHandle filled() throws ReflectiveOperationException {
            MethodHandle make = LOOKUP.unreflectConstructor(made.getConstructor());
            for (Map.Entry<String, Object> field : RECORD.entrySet()) {
                boolean isText = field.getValue() instanceof String;
                Object value = isText ? field.getValue() : (Object) ((Long) field.getValue()).intValue();
                MethodHandle set = MethodHandles.insertArguments(LOOKUP.unreflectSetter(made.getField(field.getKey())), 1, value);
                make = MethodHandles.filterReturnValue(make, MethodHandles.foldArguments(MethodHandles.identity(made), set));
            }
            return make;
        }
    }
}
