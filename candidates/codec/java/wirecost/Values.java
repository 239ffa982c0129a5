package wirecost;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The encoding of values in the runner protocol (docs/PROTOCOL.md), to and from Java's own types.
 *
 * <p>An integer is a {@link Long}, or a {@link BigInteger} from 2^63 on; floats are {@link Float} and {@link Double}; bytes are
 * byte[]; sequences are lists and maps are maps; absent is {@link #ABSENT}.
 */
public final class Values {
    /** A known field without a value. */
    public static final Object ABSENT = new Object();

    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

    private Values() {}

    /** A value as bytes. */
    static byte[] encode(Object value) {
        Writer writer = new Writer();
        writer.write(value);
        return writer.out.toByteArray();
    }

    /** The value that bytes hold. */
    static Object decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Object value = read(in);
        if (in.hasRemaining()) {
            throw new IllegalArgumentException("bytes after the value");
        }
        return value;
    }

    private static Object read(ByteBuffer in) {
        byte tag = in.get();
        return switch (tag) {
            case 0 -> null;
            case 1 -> false;
            case 2 -> true;
            case 3 -> in.getLong();
            case 4 -> unsigned(in.getLong());
            case 5 -> in.getFloat();
            case 6 -> in.getDouble();
            case 7 -> text(in);
            case 8 -> bytes(in);
            case 9 -> sequence(in);
            case 10 -> map(in);
            case 11 -> ABSENT;
            default -> throw new IllegalArgumentException("unknown tag " + tag);
        };
    }

    private static Object unsigned(long bits) {
        return bits >= 0 ? (Object) bits : BigInteger.valueOf(bits).add(TWO_TO_64);
    }

    private static byte[] bytes(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("a length beyond the end");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static String text(ByteBuffer in) {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static List<Object> sequence(ByteBuffer in) {
        int count = in.getInt();
        List<Object> items = new ArrayList<>(Math.min(count, in.remaining()));
        for (int i = 0; i < count; i++) {
            items.add(read(in));
        }
        return items;
    }

    private static Map<String, Object> map(ByteBuffer in) {
        int count = in.getInt();
        Map<String, Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            entries.put(text(in), read(in));
        }
        return entries;
    }

    private static final class Writer {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();

        void write(Object value) {
            if (value == null) {
                out.write(0);
            } else if (value == ABSENT) {
                out.write(11);
            } else if (value instanceof Boolean flag) {
                out.write(flag ? 2 : 1);
            } else if (value instanceof Float number) {
                out.write(5);
                number(Float.floatToRawIntBits(number), 4);
            } else if (value instanceof Double number) {
                out.write(6);
                number(Double.doubleToRawLongBits(number), 8);
            } else if (value instanceof BigInteger number) {
                integer(number);
            } else if (value instanceof Number number) {
                out.write(number.longValue() < 0 ? 3 : 4);
                number(number.longValue(), 8);
            } else if (value instanceof CharSequence text) {
                out.write(7);
                bytes(utf8(text));
            } else if (value instanceof byte[] bytes) {
                out.write(8);
                bytes(bytes);
            } else {
                container(value);
            }
        }

        private void container(Object value) {
            if (value instanceof List<?> items) {
                out.write(9);
                number(items.size(), 4);
                items.forEach(this::write);
            } else if (value instanceof Map<?, ?> entries) {
                out.write(10);
                number(entries.size(), 4);
                entries.forEach((key, item) -> {
                    bytes(utf8((CharSequence) key));
                    write(item);
                });
            } else {
                throw new IllegalArgumentException("an answer that is no value: " + value.getClass().getName());
            }
        }

        private void integer(BigInteger number) {
            if (number.signum() < 0 ? number.bitLength() > 63 : number.bitLength() > 64) {
                throw new IllegalArgumentException("an integer of more than 64 bits");
            }
            out.write(number.signum() < 0 ? 3 : 4);
            number(number.longValue(), 8);
        }

        private void number(long bits, int length) {
            for (int i = 0; i < length; i++) {
                out.write((int) (bits >>> 8 * i));
            }
        }

        private void bytes(byte[] bytes) {
            number(bytes.length, 4);
            out.writeBytes(bytes);
        }

        /** A lone surrogate is an error, and no question mark. */
        private static byte[] utf8(CharSequence text) {
            try {
                ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
                byte[] bytes = new byte[encoded.remaining()];
                encoded.get(bytes);
                return bytes;
            } catch (CharacterCodingException error) {
                throw new IllegalArgumentException("a text with a lone surrogate");
            }
        }
    }
}
