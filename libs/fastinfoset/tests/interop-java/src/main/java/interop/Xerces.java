package interop;

import com.sun.xml.fastinfoset.dom.DOMDocumentSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.apache.xerces.parsers.DOMParser;
import org.apache.xerces.parsers.SAXParser;
import org.apache.xml.serialize.OutputFormat;
import org.apache.xml.serialize.XMLSerializer;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;

/** What the reports of 2005 held Fast Infoset against: Xerces 2.7.1, its SAX parser and the serializer of its DOM. */
final class Xerces {
    private Xerces() {}

    /** XML by SAX; the parser is kept from document to document, as that of Fast Infoset is. */
    static Bench.Work parse(byte[] xml) throws Exception {
        SAXParser parser = new SAXParser();
        withoutExternalSubset(parser);
        Bench.Counter counter = new Bench.Counter();
        parser.setContentHandler(counter);
        return () -> {
            counter.sum = 0;
            parser.parse(new InputSource(new ByteArrayInputStream(xml)));
            return counter.sum;
        };
    }

    /** A DOM to XML. */
    static Bench.Work serialize(byte[] xml) throws Exception {
        Document document = document(xml);
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
        XMLSerializer serializer = new XMLSerializer(out, new OutputFormat(document));
        return () -> {
            out.reset();
            serializer.reset();
            serializer.setOutputByteStream(out);
            serializer.serialize(document);
            return out.size();
        };
    }

    /** The same DOM to Fast Infoset. */
    static Bench.Work toFastInfoset(byte[] xml, Settings settings) throws Exception {
        Document document = document(xml);
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
        DOMDocumentSerializer serializer = new DOMDocumentSerializer();
        Codec.configure(serializer, settings);
        return () -> {
            out.reset();
            serializer.setOutputStream(out);
            if (settings.tables != null) {
                settings.tables.clear();
            }
            serializer.serialize(document);
            return out.size();
        };
    }

    private static Document document(byte[] xml) throws Exception {
        DOMParser parser = new DOMParser();
        // Else the first serialisation would build the nodes.
        parser.setFeature("http://apache.org/xml/features/dom/defer-node-expansion", false);
        parser.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        parser.parse(new InputSource(new ByteArrayInputStream(xml)));
        return parser.getDocument();
    }

    private static void withoutExternalSubset(XMLReader parser) throws Exception {
        parser.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    }
}
