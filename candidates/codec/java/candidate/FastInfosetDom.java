package candidate;

import com.sun.xml.fastinfoset.dom.DOMDocumentParser;
import com.sun.xml.fastinfoset.dom.DOMDocumentSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import wirecost.Codec;
import wirecost.Task;

/**
 * Fast Infoset by DOM: https://javaee.github.io/metro-fi/
 *
 * <p>Choices: the trees are those of the platform; parser and serialiser are kept from message to message; limits of indexing as
 * for SAX.
 */
public final class FastInfosetDom extends Codec {
    private final DOMDocumentParser parser = new DOMDocumentParser();
    private final DOMDocumentSerializer serializer = new DOMDocumentSerializer();
    private final DocumentBuilder builder;

    public FastInfosetDom(Task task) throws Exception {
        Limits.set(serializer, Integer.parseInt(task.option("limit")));
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        builder = factory.newDocumentBuilder();
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        Document document = builder.newDocument();
        parser.parse(document, new ByteArrayInputStream(encoded));
        return document;
    }

    @Override
    public Object answer(Object decoded) {
        return DomTree.events((Document) decoded);
    }

    @Override
    public Object input(Object value) throws Exception {
        return DomTree.build(value, builder.newDocument());
    }

    @Override
    public byte[] encode(Object input) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        serializer.reset();
        serializer.setOutputStream(out);
        serializer.serialize((Document) input);
        return out.toByteArray();
    }
}
