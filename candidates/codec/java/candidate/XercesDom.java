package candidate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.xerces.dom.DocumentImpl;
import org.apache.xerces.parsers.DOMParser;
import org.apache.xml.serialize.OutputFormat;
import org.apache.xml.serialize.XMLSerializer;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import wirecost.Codec;
import wirecost.Task;
import wirecost.Unsupported;

/**
 * The DOM of Apache Xerces: https://xerces.apache.org/xerces2-j/features.html
 *
 * <p>Choices: namespaces resolved. Nodes are made when the document is parsed, or, as Xerces has it by default, when they are
 * first asked for ("nodes": "deferred"): what such a row times is a part of the work, and it is labelled. Parser and writer are
 * kept from message to message.
 */
public final class XercesDom extends Codec {
    private final DOMParser parser = new DOMParser();
    private final OutputFormat format = new OutputFormat("xml", "UTF-8", false);
    private final boolean faulty;

    public XercesDom(Task task) throws Exception {
        // Without it, the serialisers of Xerces 1 write a line break as a space.
        format.setPreserveSpace(true);
        faulty = task.has("faulty_cdata");
        parser.setFeature("http://xml.org/sax/features/namespaces", true);
        parser.setFeature("http://apache.org/xml/features/dom/defer-node-expansion", task.has("deferred"));
    }

    /** The deferred tree of 2.0.0 puts the text of an earlier element before a CDATA section. */
    @Override
    public void accept(byte[] encoded) throws Exception {
        if (faulty && new String(encoded, StandardCharsets.UTF_8).contains("<![CDATA[")) {
            throw new Unsupported("the deferred tree of this version reads CDATA sections wrongly");
        }
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        parser.parse(new InputSource(new ByteArrayInputStream(encoded)));
        return parser.getDocument();
    }

    @Override
    public Object answer(Object decoded) {
        return DomTree.events((Document) decoded);
    }

    @Override
    public Object input(Object value) throws Exception {
        return DomTree.build(value, new DocumentImpl());
    }

    @Override
    public byte[] encode(Object input) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new XMLSerializer(out, format).serialize((Document) input);
        return out.toByteArray();
    }
}
