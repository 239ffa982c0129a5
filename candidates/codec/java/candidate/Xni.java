package candidate;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.xerces.parsers.AbstractXMLDocumentParser;
import org.apache.xerces.xni.Augmentations;
import org.apache.xerces.xni.QName;
import org.apache.xerces.xni.XMLAttributes;
import org.apache.xerces.xni.XMLString;
import org.apache.xerces.xni.parser.XMLInputSource;
import org.apache.xerces.xni.parser.XMLParserConfiguration;
import wirecost.Codec;
import wirecost.Task;

/**
 * The native interface of Apache Xerces 2: https://xerces.apache.org/xerces2-j/xni.html
 *
 * <p>Choices: namespaces resolved; the parser is kept from message to message. Here, namespace declarations come as attributes
 * and are passed over. Timed, every event's content is counted and nothing is kept.
 */
public class Xni extends Codec {
    private final String configuration;
    private final Count count;

    public Xni(Task task) throws Exception {
        configuration = task.option("configuration");
        count = new Count(make());
    }

    /** A new configuration. */
    protected XMLParserConfiguration configuration() throws Exception {
        return (XMLParserConfiguration) Class.forName(configuration).getConstructor().newInstance();
    }

    private XMLParserConfiguration make() throws Exception {
        XMLParserConfiguration made = configuration();
        // Without a call of this the configuration without validation fails at its first document.
        made.setFeature("http://xml.org/sax/features/namespaces", true);
        return made;
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        count.count = 0;
        count.parse(new XMLInputSource(null, null, null, new ByteArrayInputStream(encoded), null));
        return count.count;
    }

    @Override
    public Object events(byte[] encoded) throws Exception {
        Keep keep = new Keep(make());
        keep.parse(new XMLInputSource(null, null, null, new ByteArrayInputStream(encoded), null));
        return keep.events.told();
    }

    private static boolean declares(XMLAttributes attributes, int index) {
        String name = attributes.getQName(index);
        return name.startsWith("xmlns") && (name.length() == 5 || name.charAt(5) == ':');
    }

    private static final class Count extends AbstractXMLDocumentParser {
        private long count;

        Count(XMLParserConfiguration configuration) {
            super(configuration);
        }

        @Override
        public void startElement(QName name, XMLAttributes attributes, Augmentations more) {
            count++;
            for (int i = 0; i < attributes.getLength(); i++) {
                if (!declares(attributes, i)) {
                    count += 1 + attributes.getValue(i).length();
                }
            }
        }

        @Override
        public void endElement(QName name, Augmentations more) {
            count++;
        }

        @Override
        public void emptyElement(QName name, XMLAttributes attributes, Augmentations more) {
            startElement(name, attributes, more);
            endElement(name, more);
        }

        @Override
        public void characters(XMLString text, Augmentations more) {
            count += text.length;
        }

        @Override
        public void ignorableWhitespace(XMLString text, Augmentations more) {
            count += text.length;
        }

        @Override
        public void comment(XMLString text, Augmentations more) {
            count += 1 + text.length;
        }

        @Override
        public void processingInstruction(String target, XMLString data, Augmentations more) {
            count += 1 + data.length;
        }
    }

    private static final class Keep extends AbstractXMLDocumentParser {
        private final Events events = new Events();

        Keep(XMLParserConfiguration configuration) {
            super(configuration);
        }

        @Override
        public void startElement(QName name, XMLAttributes attributes, Augmentations more) {
            List<Object> told = new ArrayList<>();
            for (int i = 0; i < attributes.getLength(); i++) {
                if (!declares(attributes, i)) {
                    told.add(Events.attribute(attributes.getURI(i), attributes.getLocalName(i), attributes.getValue(i)));
                }
            }
            events.start(name.uri, name.localpart, told);
        }

        @Override
        public void endElement(QName name, Augmentations more) {
            events.end();
        }

        @Override
        public void emptyElement(QName name, XMLAttributes attributes, Augmentations more) {
            startElement(name, attributes, more);
            endElement(name, more);
        }

        @Override
        public void characters(XMLString text, Augmentations more) {
            events.text(text.toString());
        }

        @Override
        public void ignorableWhitespace(XMLString text, Augmentations more) {
            events.text(text.toString());
        }

        @Override
        public void comment(XMLString text, Augmentations more) {
            events.comment(text.toString());
        }

        @Override
        public void processingInstruction(String target, XMLString data, Augmentations more) {
            events.instruction(target, data.toString());
        }
    }
}
