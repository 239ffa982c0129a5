package interop;

import java.util.TreeMap;
import org.xml.sax.Attributes;
import org.xml.sax.ext.DefaultHandler2;

/** Canonical XML of what it is told, with the namespaces as they are declared. */
final class Canonical extends DefaultHandler2 {
    private final StringBuilder out = new StringBuilder();
    private final TreeMap<String, String> namespaces = new TreeMap<>();
    private boolean inDtd;

    @Override public void startPrefixMapping(String prefix, String uri) {
        namespaces.put(prefix, uri);
    }

    @Override public void startElement(String uri, String local, String name, Attributes attributes) {
        out.append('<').append(name);
        namespaces.forEach((prefix, namespace) -> {
            out.append(prefix.isEmpty() ? " xmlns" : " xmlns:").append(prefix).append("=\"");
            escape(namespace, true);
            out.append('"');
        });
        namespaces.clear();
        TreeMap<String, Integer> sorted = new TreeMap<>();
        for (int i = 0; i < attributes.getLength(); i++) {
            sorted.put(attributes.getURI(i) + "\0" + attributes.getLocalName(i), i);
        }
        for (int i : sorted.values()) {
            out.append(' ').append(attributes.getQName(i)).append("=\"");
            escape(attributes.getValue(i), true);
            out.append('"');
        }
        out.append('>');
    }

    @Override public void endElement(String uri, String local, String name) {
        out.append("</").append(name).append('>');
    }

    @Override public void characters(char[] c, int start, int length) {
        escape(new String(c, start, length), false);
    }

    @Override public void ignorableWhitespace(char[] c, int start, int length) {
        characters(c, start, length);
    }

    @Override public void processingInstruction(String target, String data) {
        if (!inDtd) {
            out.append("<?").append(target).append(data == null || data.isEmpty() ? "" : " " + data).append("?>");
        }
    }

    @Override public void comment(char[] c, int start, int length) {
        if (!inDtd) {
            out.append("<!--").append(c, start, length).append("-->");
        }
    }

    @Override public void skippedEntity(String name) {
        out.append('&').append(name).append(';');
    }

    @Override public void startDTD(String name, String publicId, String systemId) {
        inDtd = true;
    }

    @Override public void endDTD() {
        inDtd = false;
    }

    private void escape(String text, boolean inAttribute) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append(inAttribute ? ">" : "&gt;");
                case '"' -> out.append(inAttribute ? "&quot;" : "\"");
                case '\t' -> out.append(inAttribute ? "&#x9;" : "\t");
                case '\n' -> out.append(inAttribute ? "&#xA;" : "\n");
                case '\r' -> out.append("&#xD;");
                default -> out.append(c);
            }
        }
    }

    @Override public String toString() {
        return out.toString();
    }
}
