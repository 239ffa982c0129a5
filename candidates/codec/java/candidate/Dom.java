package candidate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSOutput;
import org.w3c.dom.ls.LSSerializer;
import wirecost.Codec;
import wirecost.Task;

/**
 * DOM through JAXP: https://docs.oracle.com/en/java/javase/17/docs/api/java.xml/javax/xml/parsers/DocumentBuilder.html
 *
 * <p>Choices: namespaces resolved; builder and writer are kept from message to message; written by an identity transformation of
 * the platform, by its LSSerializer, or not at all.
 */
public final class Dom extends Codec {
    private final DocumentBuilder builder;
    private final Writer writer;

    /** What writes a tree. */
    private interface Writer {
        void write(Document document, ByteArrayOutputStream out) throws Exception;
    }

    public Dom(Task task) throws Exception {
        String name = task.option("factory");
        DocumentBuilderFactory factory = name.equals("platform")
                ? DocumentBuilderFactory.newDefaultInstance()
                : (DocumentBuilderFactory) Class.forName(name).getConstructor().newInstance();
        factory.setNamespaceAware(true);
        builder = factory.newDocumentBuilder();
        writer = switch (task.options().getOrDefault("writer", "none")) {
            case "transformer" -> transformer();
            case "ls" -> serializer();
            default -> (document, out) -> {
                throw new wirecost.Unsupported("this candidate only reads");
            };
        };
    }

    private static Writer transformer() throws Exception {
        Transformer identity = TransformerFactory.newDefaultInstance().newTransformer();
        identity.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
        return (document, out) -> identity.transform(new DOMSource(document), new StreamResult(out));
    }

    private Writer serializer() {
        DOMImplementationLS ls = (DOMImplementationLS) builder.getDOMImplementation().getFeature("LS", "3.0");
        LSSerializer serializer = ls.createLSSerializer();
        return (document, out) -> {
            LSOutput output = ls.createLSOutput();
            output.setEncoding("UTF-8");
            output.setByteStream(out);
            serializer.write(document, output);
        };
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        return builder.parse(new ByteArrayInputStream(encoded));
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
        writer.write((Document) input, out);
        return out.toByteArray();
    }
}
