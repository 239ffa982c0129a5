package candidate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes down a document as the events of docs/FORMAT.md, for the check, and reads one so written. Nothing here is timed. */
final class Events {
    static final String XMLNS = "http://www.w3.org/2000/xmlns/";

    private final List<Object> told = new ArrayList<>();

    List<Object> told() {
        return told;
    }

    void start(String namespace, String name, List<Object> attributes) {
        Map<String, Object> start = named(namespace, name);
        start.put("attributes", attributes);
        told.add(Map.of("start", start));
    }

    void end() {
        told.add("end");
    }

    void text(String text) {
        told.add(Map.of("text", text));
    }

    void comment(String text) {
        told.add(Map.of("comment", text));
    }

    void instruction(String target, String data) {
        told.add(Map.of("instruction", Map.of("target", target, "data", data == null ? "" : data)));
    }

    static Object attribute(String namespace, String name, String value) {
        Map<String, Object> attribute = named(namespace, name);
        attribute.put("value", value);
        return attribute;
    }

    private static Map<String, Object> named(String namespace, String name) {
        Map<String, Object> named = new LinkedHashMap<>();
        if (namespace != null && !namespace.isEmpty()) {
            named.put("namespace", namespace);
        }
        named.put("name", name);
        return named;
    }

    /** What reads a document. */
    interface Reader {
        void start(Name name, List<Declaration> declarations, List<Attribute> attributes) throws Exception;

        void end() throws Exception;

        void text(String text) throws Exception;

        void comment(String text) throws Exception;

        void instruction(String target, String data) throws Exception;
    }

    /** A name; namespace and prefix are empty where there is none. */
    record Name(String namespace, String local, String prefix) {
        String qualified() {
            return prefix.isEmpty() ? local : prefix + ":" + local;
        }
    }

    record Attribute(Name name, String value) {}

    /** A namespace declaration; the prefix is empty for the default. */
    record Declaration(String prefix, String namespace) {
        String qualified() {
            return prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix;
        }
    }

    /** Tells a reader a document that the harness handed over; white space around the root element is no part of it. */
    static void tell(Object document, Reader reader) throws Exception {
        int depth = 0;
        for (Object event : (List<?>) document) {
            if (event.equals("end")) {
                depth--;
                reader.end();
                continue;
            }
            Map.Entry<?, ?> only = ((Map<?, ?>) event).entrySet().iterator().next();
            Object content = only.getValue();
            switch ((String) only.getKey()) {
                case "start" -> {
                    depth++;
                    start((Map<?, ?>) content, reader);
                }
                case "text" -> {
                    if (depth > 0) {
                        reader.text((String) content);
                    }
                }
                case "comment" -> reader.comment((String) content);
                case "instruction" -> reader.instruction(text(content, "target"), text(content, "data"));
                default -> throw new IllegalArgumentException("no event " + only.getKey());
            }
        }
    }

    private static void start(Map<?, ?> start, Reader reader) throws Exception {
        List<Declaration> declarations = new ArrayList<>();
        for (Object told : list(start, "declarations")) {
            declarations.add(new Declaration(text(told, "prefix"), text(told, "namespace")));
        }
        List<Attribute> attributes = new ArrayList<>();
        for (Object told : list(start, "attributes")) {
            attributes.add(new Attribute(name(told), text(told, "value")));
        }
        reader.start(name(start), declarations, attributes);
    }

    private static Name name(Object told) {
        return new Name(text(told, "namespace"), text(told, "name"), text(told, "prefix"));
    }

    private static List<?> list(Map<?, ?> map, String key) {
        return map.get(key) instanceof List<?> list ? list : List.of();
    }

    private static String text(Object map, String key) {
        return ((Map<?, ?>) map).get(key) instanceof String text ? text : "";
    }
}
