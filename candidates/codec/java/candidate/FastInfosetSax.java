package candidate;

import com.sun.xml.fastinfoset.sax.SAXDocumentParser;
import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.xml.sax.ContentHandler;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.AttributesImpl;
import wirecost.Codec;
import wirecost.Task;

/**
 * Fast Infoset by SAX: https://javaee.github.io/metro-fi/
 *
 * <p>Choices: parser and serialiser are kept from message to message; limits of indexing as the option "limit" says, in bytes and
 * exclusive, for values and for chunks. Timed, every event's content is counted and nothing is kept.
 */
public final class FastInfosetSax extends Codec {
    private final SAXDocumentParser parser = new SAXDocumentParser();
    private final SAXDocumentSerializer serializer = new SAXDocumentSerializer();
    private final SaxCount count = new SaxCount();

    public FastInfosetSax(Task task) throws Exception {
        Limits.set(serializer, Integer.parseInt(task.option("limit")));
        parser.setFeature("http://xml.org/sax/features/namespaces", true);
        handle(parser, count);
    }

    private static void handle(SAXDocumentParser parser, org.xml.sax.helpers.DefaultHandler handler) throws Exception {
        parser.setContentHandler(handler);
        parser.setLexicalHandler((LexicalHandler) handler);
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        count.take();
        parser.parse(new ByteArrayInputStream(encoded));
        return count.take();
    }

    @Override
    public Object events(byte[] encoded) throws Exception {
        SAXDocumentParser parser = new SAXDocumentParser();
        SaxKeep keep = new SaxKeep();
        handle(parser, keep);
        parser.parse(new ByteArrayInputStream(encoded));
        return keep.told();
    }

    /** A call of a handler, ready to be made. */
    private interface Step {
        void tell(ContentHandler content, LexicalHandler lexical) throws Exception;
    }

    @Override
    public Object input(Object value) throws Exception {
        List<Step> steps = new ArrayList<>();
        List<Events.Name> open = new ArrayList<>();
        List<List<Events.Declaration>> scopes = new ArrayList<>();
        Events.tell(value, new Events.Reader() {
            @Override
            public void start(Events.Name name, List<Events.Declaration> declarations, List<Events.Attribute> attributes) {
                AttributesImpl told = new AttributesImpl();
                for (Events.Attribute attribute : attributes) {
                    Events.Name of = attribute.name();
                    told.addAttribute(of.namespace(), of.local(), of.qualified(), "CDATA", attribute.value());
                }
                for (Events.Declaration declaration : declarations) {
                    steps.add((content, lexical) -> content.startPrefixMapping(declaration.prefix(), declaration.namespace()));
                }
                steps.add((content, lexical) -> content.startElement(name.namespace(), name.local(), name.qualified(), told));
                open.add(name);
                scopes.add(declarations);
            }

            @Override
            public void end() {
                Events.Name name = open.remove(open.size() - 1);
                steps.add((content, lexical) -> content.endElement(name.namespace(), name.local(), name.qualified()));
                for (Events.Declaration declaration : scopes.remove(scopes.size() - 1)) {
                    steps.add((content, lexical) -> content.endPrefixMapping(declaration.prefix()));
                }
            }

            @Override
            public void text(String text) {
                char[] characters = text.toCharArray();
                steps.add((content, lexical) -> content.characters(characters, 0, characters.length));
            }

            @Override
            public void comment(String text) {
                char[] characters = text.toCharArray();
                steps.add((content, lexical) -> lexical.comment(characters, 0, characters.length));
            }

            @Override
            public void instruction(String target, String data) {
                steps.add((content, lexical) -> content.processingInstruction(target, data));
            }
        });
        return steps.toArray(new Step[0]);
    }

    @Override
    public byte[] encode(Object input) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        serializer.reset();
        serializer.setOutputStream(out);
        serializer.startDocument();
        for (Step step : (Step[]) input) {
            step.tell(serializer, serializer);
        }
        serializer.endDocument();
        return out.toByteArray();
    }
}
