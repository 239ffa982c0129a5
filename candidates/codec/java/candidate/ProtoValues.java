package candidate;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import wirecost.Values;

/** Messages of Protocol Buffers as values and back, by reflection; nothing here is timed. */
final class ProtoValues {
    private ProtoValues() {}

    static Object value(Message message) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            map.put(field.getName(), value(message, field));
        }
        return map;
    }

    private static Object value(Message message, FieldDescriptor field) {
        if (isMap(field)) {
            Map<String, Object> entries = new LinkedHashMap<>();
            for (Object entry : (List<?>) message.getField(field)) {
                Message of = (Message) entry;
                List<FieldDescriptor> both = of.getDescriptorForType().getFields();
                entries.put(String.valueOf(of.getField(both.get(0))), leaf(of.getField(both.get(1)), both.get(1)));
            }
            return entries;
        }
        if (field.isRepeated()) {
            List<Object> list = new ArrayList<>();
            for (Object item : (List<?>) message.getField(field)) {
                list.add(leaf(item, field));
            }
            return list;
        }
        // Without presence, what is not there has its default.
        boolean absent = Presence.has(field) && !message.hasField(field);
        return absent ? Values.ABSENT : leaf(message.getField(field), field);
    }

    private static boolean isMap(FieldDescriptor field) {
        return field.isRepeated() && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                && field.getMessageType().getOptions().toString().contains("map_entry: true");
    }

    private static Object leaf(Object value, FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case MESSAGE -> value((Message) value);
            case BYTE_STRING -> ((ByteString) value).toByteArray();
            case ENUM -> ((EnumValueDescriptor) value).getName();
            case INT -> isUnsigned(field) ? Integer.toUnsignedLong((Integer) value) : (Object) value;
            case LONG -> isUnsigned(field) ? new BigInteger(Long.toUnsignedString((Long) value)) : (Object) value;
            default -> value;
        };
    }

    private static boolean isUnsigned(FieldDescriptor field) {
        return switch (field.getType()) {
            case UINT32, UINT64, FIXED32, FIXED64 -> true;
            default -> false;
        };
    }

    static Message message(Object value, Message.Builder builder) {
        Map<?, ?> map = (Map<?, ?>) value;
        for (FieldDescriptor field : builder.getDescriptorForType().getFields()) {
            Object given = map.get(field.getName());
            if (given == null || given == Values.ABSENT) {
                continue;
            }
            if (isMap(field)) {
                ((Map<?, ?>) given).forEach((key, item) -> builder.addRepeatedField(field, entry(builder, field, key, item)));
            } else if (field.isRepeated()) {
                ((List<?>) given).forEach(item -> builder.addRepeatedField(field, made(builder, field, item)));
            } else {
                builder.setField(field, made(builder, field, given));
            }
        }
        return builder.build();
    }

    private static Object entry(Message.Builder builder, FieldDescriptor field, Object key, Object item) {
        Message.Builder entry = builder.newBuilderForField(field);
        List<FieldDescriptor> both = entry.getDescriptorForType().getFields();
        entry.setField(both.get(0), key((String) key, both.get(0)));
        entry.setField(both.get(1), made(entry, both.get(1), item));
        return entry.build();
    }

    private static Object key(String key, FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case INT -> (Object) new BigInteger(key).intValue();
            case LONG -> new BigInteger(key).longValue();
            case BOOLEAN -> Boolean.valueOf(key);
            default -> key;
        };
    }

    private static Object made(Message.Builder builder, FieldDescriptor field, Object value) {
        return switch (field.getJavaType()) {
            case MESSAGE -> message(value, builder.newBuilderForField(field));
            case BYTE_STRING -> ByteString.copyFrom((byte[]) value);
            case ENUM -> field.getEnumType().findValueByName((String) value);
            case INT -> (Object) ((Number) value).intValue();
            case LONG -> ((Number) value).longValue();
            case FLOAT -> ((Number) value).floatValue();
            case DOUBLE -> ((Number) value).doubleValue();
            default -> value;
        };
    }

    /** Whether a field tells absent from its default; asked by name, since 2.0.3 has no such question. */
    private static final class Presence {
        static boolean has(FieldDescriptor field) {
            try {
                return (Boolean) FieldDescriptor.class.getMethod("hasPresence").invoke(field);
            } catch (ReflectiveOperationException error) {
                return true;
            }
        }
    }
}
