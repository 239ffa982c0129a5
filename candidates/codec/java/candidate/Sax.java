package candidate;

import java.io.ByteArrayInputStream;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.DefaultHandler;
import wirecost.Codec;
import wirecost.Task;

/**
 * SAX: http://www.saxproject.org/
 *
 * <p>Choices: namespaces resolved, declarations not reported as attributes, comments by a lexical handler where the parser has
 * one. The parser is kept from message to message, or made anew for each ("parser": "fresh"). Timed, every event's content is
 * counted and nothing is kept.
 */
public final class Sax extends Codec {
    private final String parser;
    private final boolean fresh;
    private final boolean lexical;
    private final SaxCount count = new SaxCount();
    private final XMLReader reader;

    public Sax(Task task) throws Exception {
        parser = task.option("parser");
        fresh = task.has("fresh");
        lexical = !task.options().containsKey("no_comments");
        reader = make(count);
    }

    private XMLReader make(DefaultHandler handler) throws Exception {
        XMLReader made = parser.equals("platform") ? ofPlatform() : (XMLReader) Class.forName(parser).getConstructor().newInstance();
        made.setFeature("http://xml.org/sax/features/namespaces", true);
        made.setContentHandler(handler);
        made.setErrorHandler(handler);
        if (lexical) {
            made.setProperty("http://xml.org/sax/properties/lexical-handler", (LexicalHandler) handler);
        }
        return made;
    }

    private static XMLReader ofPlatform() throws Exception {
        SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        return factory.newSAXParser().getXMLReader();
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        XMLReader parser = fresh ? make(count) : reader;
        count.take();
        parser.parse(new InputSource(new ByteArrayInputStream(encoded)));
        return count.take();
    }

    @Override
    public Object events(byte[] encoded) throws Exception {
        SaxKeep keep = new SaxKeep();
        make(keep).parse(new InputSource(new ByteArrayInputStream(encoded)));
        return keep.told();
    }
}
