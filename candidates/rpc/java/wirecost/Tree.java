package wirecost;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A message as the client is told it, in the encoding of docs/PROTOCOL.md. Members that are null or absent are left out. */
final class Tree {
    private Tree() {}

    static Object decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Object value = read(in);
        if (in.hasRemaining()) {
            throw new IllegalArgumentException("byte " + in.position() + ": bytes after the message");
        }
        return value;
    }

    private static Object read(ByteBuffer in) {
        byte tag = in.get();
        return switch (tag) {
            case 0, 11 -> null;
            case 1, 2 -> tag == 2;
            case 3, 4 -> in.getLong();
            case 5 -> in.getFloat();
            case 6 -> in.getDouble();
            case 7 -> new String(sized(in), StandardCharsets.UTF_8);
            case 8 -> sized(in);
            case 9 -> items(in);
            case 10 -> members(in);
            default -> throw new IllegalArgumentException(
                    "byte " + (in.position() - 1) + ": unknown tag " + Byte.toUnsignedInt(tag));
        };
    }

    private static byte[] sized(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("byte " + in.position() + ": it ends beyond the message");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static List<Object> items(ByteBuffer in) {
        int count = in.getInt();
        List<Object> items = new ArrayList<>();
        for (int item = 0; item < count; item++) {
            items.add(read(in));
        }
        return items;
    }

    private static Map<String, Object> members(ByteBuffer in) {
        int count = in.getInt();
        Map<String, Object> members = new LinkedHashMap<>();
        for (int member = 0; member < count; member++) {
            String name = new String(sized(in), StandardCharsets.UTF_8);
            Object value = read(in);
            if (value != null) {
                members.put(name, value);
            }
        }
        return members;
    }
}
