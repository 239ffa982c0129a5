package candidate;

import org.xml.sax.Attributes;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.DefaultHandler;

/** Counts every event and its content, and keeps none (docs/PROTOCOL.md, the fold). */
final class SaxCount extends DefaultHandler implements LexicalHandler {
    private long count;

    /** What was counted since the last call. */
    long take() {
        long taken = count;
        count = 0;
        return taken;
    }

    @Override
    public void startElement(String namespace, String local, String qualified, Attributes attributes) {
        count++;
        for (int i = 0; i < attributes.getLength(); i++) {
            count += 1 + attributes.getValue(i).length();
        }
    }

    @Override
    public void endElement(String namespace, String local, String qualified) {
        count++;
    }

    @Override
    public void characters(char[] text, int start, int length) {
        count += length;
    }

    @Override
    public void ignorableWhitespace(char[] text, int start, int length) {
        count += length;
    }

    @Override
    public void processingInstruction(String target, String data) {
        count += 1 + (data == null ? 0 : data.length());
    }

    @Override
    public void comment(char[] text, int start, int length) {
        count += 1 + length;
    }

    // What else a lexical handler is told is no part of the infoset.

    @Override
    public void startCDATA() {}

    @Override
    public void endCDATA() {}

    @Override
    public void startDTD(String name, String publicId, String systemId) {}

    @Override
    public void endDTD() {}

    @Override
    public void startEntity(String name) {}

    @Override
    public void endEntity(String name) {}
}
