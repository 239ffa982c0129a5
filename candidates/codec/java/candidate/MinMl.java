package candidate;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.xml.sax.AttributeList;
import org.xml.sax.InputSource;
import uk.co.wilson.xml.MinML;
import wirecost.Codec;
import wirecost.Task;

/**
 * MinML, the small SAX 1 parser in the XML-RPC library of Helma.
 *
 * <p>Choices: it resolves no namespaces ("namespaces": "left to the caller"), so that it does less than the others; the names are
 * resolved for the check only. It takes characters, which are decoded in what is timed. Comments and instructions are not
 * reported. Timed, every event's content is counted and nothing is kept.
 */
public final class MinMl extends Codec {
    private final Count count = new Count();

    public MinMl(Task task) {}

    private static InputSource source(byte[] encoded) {
        return new InputSource(new InputStreamReader(new ByteArrayInputStream(encoded), StandardCharsets.UTF_8));
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        count.count = 0;
        count.parse(source(encoded));
        return count.count;
    }

    @Override
    public Object events(byte[] encoded) throws Exception {
        Keep keep = new Keep();
        keep.parse(source(encoded));
        return keep.events.told();
    }

    private static boolean declares(String name) {
        return name.equals("xmlns") || name.startsWith("xmlns:");
    }

    private static final class Count extends MinML {
        private long count;

        @Override
        public void startElement(String name, AttributeList attributes) {
            count++;
            for (int i = 0; i < attributes.getLength(); i++) {
                if (!declares(attributes.getName(i))) {
                    count += 1 + attributes.getValue(i).length();
                }
            }
        }

        @Override
        public void endElement(String name) {
            count++;
        }

        @Override
        public void characters(char[] text, int start, int length) {
            count += length;
        }
    }

    private static final class Keep extends MinML {
        private final Events events = new Events();
        private final Deque<Map<String, String>> scopes = new ArrayDeque<>(List.of(Map.of("xml", "http://www.w3.org/XML/1998/namespace")));

        @Override
        public void startElement(String name, AttributeList attributes) {
            Map<String, String> scope = new HashMap<>(scopes.peek());
            for (int i = 0; i < attributes.getLength(); i++) {
                String declared = attributes.getName(i);
                if (declares(declared)) {
                    scope.put(declared.length() == 5 ? "" : declared.substring(6), attributes.getValue(i));
                }
            }
            scopes.push(scope);
            List<Object> told = new ArrayList<>();
            for (int i = 0; i < attributes.getLength(); i++) {
                String attribute = attributes.getName(i);
                if (!declares(attribute)) {
                    String namespace = attribute.contains(":") ? namespace(scope, attribute) : "";
                    told.add(Events.attribute(namespace, local(attribute), attributes.getValue(i)));
                }
            }
            events.start(namespace(scope, name), local(name), told);
        }

        private static String namespace(Map<String, String> scope, String name) {
            return scope.getOrDefault(name.contains(":") ? name.substring(0, name.indexOf(':')) : "", "");
        }

        private static String local(String name) {
            return name.substring(name.indexOf(':') + 1);
        }

        @Override
        public void endElement(String name) {
            scopes.pop();
            events.end();
        }

        @Override
        public void characters(char[] text, int start, int length) {
            events.text(new String(text, start, length));
        }
    }
}
