import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import org.jdom.Element;
import org.jdom.filter.ElementFilter;
import org.jdom.input.SAXBuilder;
import org.w3c.dom.NodeList;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserFactory;

/** A way to find the value of the message of 2001: the text of its element, or none. */
interface Reading {
    String NAMESPACE = "http://tempuri.org/";
    String NAME = "input";
    String OPEN = "<input xsi:type=\"xsd:float\">";
    String CLOSE = "</input>";
    String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

    String find(InputStream document) throws Exception;

    static Reading of(String variant) throws Exception {
        return switch (variant) {
            case "bytes" -> Reading::bytes;
            case "chars" -> Reading::chars;
            case "pull" -> pull();
            case "sax" -> sax();
            case "dom" -> dom();
            case "jdom" -> Reading::jdom;
            default -> throw new IllegalArgumentException("no variant " + variant);
        };
    }

    private static String bytes(InputStream document) throws IOException {
        byte[] all = document.readAllBytes();
        byte[] open = OPEN.getBytes(StandardCharsets.US_ASCII);
        int start = indexOf(all, open, 0) + open.length;
        int end = indexOf(all, CLOSE.getBytes(StandardCharsets.US_ASCII), start);
        return start < open.length || end < 0 ? null : new String(all, start, end - start, StandardCharsets.UTF_8);
    }

    private static int indexOf(byte[] all, byte[] part, int from) {
        for (int at = from; at <= all.length - part.length; at++) {
            int same = 0;
            while (same < part.length && all[at + same] == part[same]) {
                same++;
            }
            if (same == part.length) {
                return at;
            }
        }
        return -1;
    }

    private static String chars(InputStream document) throws IOException {
        StringWriter writer = new StringWriter();
        new InputStreamReader(document, StandardCharsets.UTF_8).transferTo(writer);
        String all = writer.toString();
        int start = all.indexOf(OPEN) + OPEN.length();
        int end = all.indexOf(CLOSE, start);
        return start < OPEN.length() || end < 0 ? null : all.substring(start, end);
    }

    private static Reading pull() throws Exception {
        XmlPullParserFactory factory = XmlPullParserFactory.newInstance();
        factory.setNamespaceAware(true);
        return document -> {
            XmlPullParser parser = factory.newPullParser();
            parser.setInput(document, "UTF-8");
            String found = null;
            for (int event = parser.next(); event != XmlPullParser.END_DOCUMENT; event = parser.next()) {
                if (event == XmlPullParser.START_TAG && is(parser.getNamespace(), parser.getName())) {
                    found = parser.nextText();
                }
            }
            return found;
        };
    }

    private static boolean is(String namespace, String name) {
        return name.equals(NAME) && namespace.equals(NAMESPACE);
    }

    private static Reading sax() throws Exception {
        SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(NO_DOCTYPE, true);
        return document -> {
            Value value = new Value();
            factory.newSAXParser().parse(document, value);
            return value.found ? value.text.toString() : null;
        };
    }

    /** Keeps the text of the element. */
    final class Value extends DefaultHandler {
        private final StringBuilder text = new StringBuilder();
        private boolean inside;
        private boolean found;

        @Override
        public void startElement(String namespace, String name, String qualified, Attributes attributes) {
            inside = is(namespace, name);
            found |= inside;
        }

        @Override
        public void characters(char[] from, int start, int length) {
            if (inside) {
                text.append(from, start, length);
            }
        }

        @Override
        public void endElement(String namespace, String name, String qualified) {
            inside = false;
        }
    }

    private static Reading dom() throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(NO_DOCTYPE, true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        return document -> {
            NodeList found = factory.newDocumentBuilder().parse(document).getElementsByTagNameNS(NAMESPACE, NAME);
            return found.getLength() == 0 ? null : found.item(0).getTextContent();
        };
    }

    private static String jdom(InputStream document) throws Exception {
        SAXBuilder builder = new SAXBuilder();
        builder.setFeature(NO_DOCTYPE, true);
        ElementFilter filter = new ElementFilter(NAME, org.jdom.Namespace.getNamespace(NAMESPACE));
        Iterator<?> found = builder.build(document).getDescendants(filter);
        return found.hasNext() ? ((Element) found.next()).getText() : null;
    }

    /** What stands in a float needs no escaping; what else was found does. */
    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
