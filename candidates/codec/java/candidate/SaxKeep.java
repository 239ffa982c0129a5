package candidate;

import java.util.ArrayList;
import java.util.List;
import org.xml.sax.Attributes;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.DefaultHandler;

/** Writes down every event, for the check. */
final class SaxKeep extends DefaultHandler implements LexicalHandler {
    private final Events events = new Events();

    List<Object> told() {
        return events.told();
    }

    @Override
    public void startElement(String namespace, String local, String qualified, Attributes attributes) {
        List<Object> told = new ArrayList<>();
        for (int i = 0; i < attributes.getLength(); i++) {
            told.add(Events.attribute(attributes.getURI(i), attributes.getLocalName(i), attributes.getValue(i)));
        }
        events.start(namespace, local, told);
    }

    @Override
    public void endElement(String namespace, String local, String qualified) {
        events.end();
    }

    @Override
    public void characters(char[] text, int start, int length) {
        events.text(new String(text, start, length));
    }

    @Override
    public void ignorableWhitespace(char[] text, int start, int length) {
        characters(text, start, length);
    }

    @Override
    public void processingInstruction(String target, String data) {
        events.instruction(target, data);
    }

    @Override
    public void comment(char[] text, int start, int length) {
        events.comment(new String(text, start, length));
    }

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
