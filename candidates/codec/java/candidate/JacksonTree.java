package candidate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import wirecost.Codec;
import wirecost.Task;
import wirecost.Values;

/**
 * Jackson's tree of values: https://github.com/FasterXML/jackson-databind
 *
 * <p>Choices: a mapper with default settings, which is kept.
 */
public final class JacksonTree extends Codec {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private final ObjectMapper mapper = new ObjectMapper();

    public JacksonTree(Task task) {}

    @Override
    public Object decode(byte[] encoded) throws Exception {
        return mapper.readTree(encoded);
    }

    @Override
    public byte[] encode(Object input) throws Exception {
        return mapper.writeValueAsBytes(input);
    }

    @Override
    public Object answer(Object decoded) {
        JsonNode node = (JsonNode) decoded;
        return switch (node.getNodeType()) {
            case OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                node.fields().forEachRemaining(entry -> map.put(entry.getKey(), answer(entry.getValue())));
                yield map;
            }
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                node.forEach(item -> list.add(answer(item)));
                yield list;
            }
            case STRING -> node.textValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> node.isIntegralNumber() ? node.bigIntegerValue() : (Object) node.doubleValue();
            default -> null;
        };
    }

    @Override
    public Object input(Object value) {
        if (value instanceof Map<?, ?> map) {
            ObjectNode node = NODES.objectNode();
            map.forEach((key, item) -> {
                if (item != Values.ABSENT) {
                    node.set((String) key, (JsonNode) input(item));
                }
            });
            return node;
        }
        if (value instanceof List<?> list) {
            ArrayNode node = NODES.arrayNode();
            list.forEach(item -> node.add((JsonNode) input(item)));
            return node;
        }
        return leaf(value);
    }

    private static JsonNode leaf(Object value) {
        if (value instanceof String text) {
            return NODES.textNode(text);
        }
        if (value instanceof Boolean flag) {
            return NODES.booleanNode(flag);
        }
        if (value instanceof Long number) {
            return NODES.numberNode(number);
        }
        if (value instanceof BigInteger number) {
            return NODES.numberNode(number);
        }
        return value instanceof Double number ? NODES.numberNode(number) : NODES.nullNode();
    }
}
