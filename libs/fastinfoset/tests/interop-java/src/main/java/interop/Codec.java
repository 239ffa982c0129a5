package interop;

import com.sun.xml.fastinfoset.Encoder;
import com.sun.xml.fastinfoset.sax.SAXDocumentParser;
import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import com.sun.xml.fastinfoset.vocab.ParserVocabulary;
import com.sun.xml.fastinfoset.vocab.SerializerVocabulary;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;

/** The Java library at the settings of a job. */
final class Codec {
    private Codec() {}

    static void parse(InputStream in, DefaultHandler2 handler) throws Exception {
        SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
        factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        XMLReader reader = factory.newSAXParser().getXMLReader();
        reader.setContentHandler(handler);
        reader.setProperty("http://xml.org/sax/properties/lexical-handler", handler);
        reader.parse(new InputSource(in));
    }

    static SAXDocumentSerializer serializer(Settings settings) throws Exception {
        SAXDocumentSerializer serializer = new SAXDocumentSerializer();
        configure(serializer, settings);
        return serializer;
    }

    static void configure(Encoder serializer, Settings settings) throws Exception {
        if (settings.limit >= 0) {
            limit(serializer, "AttributeValue", settings.limit);
            limit(serializer, "CharacterContentChunk", settings.limit);
        }
        if (settings.utf16) {
            serializer.setCharacterEncodingScheme("UTF-16BE");
        }
        serializer.setIgnoreWhiteSpaceTextContent(settings.dropWhitespace);
        if (settings.vocabulary != null) {
            SerializerVocabulary vocabulary = new SerializerVocabulary();
            vocabulary.setExternalVocabulary(settings.uri, new SerializerVocabulary(settings.vocabulary, false), false);
            serializer.setVocabulary(vocabulary);
            settings.tables = vocabulary;
        }
    }

    /** The setters were renamed between the versions. */
    private static void limit(Encoder serializer, String what, int limit) throws Exception {
        try {
            serializer.getClass().getMethod("setMax" + what + "Size", int.class).invoke(serializer, limit);
        } catch (NoSuchMethodException old) {
            serializer.getClass().getMethod("set" + what + "SizeLimit", int.class).invoke(serializer, limit);
        }
    }

    static void encode(InputStream xml, OutputStream out, Settings settings) throws Exception {
        SAXDocumentSerializer serializer = serializer(settings);
        serializer.setOutputStream(out);
        parse(xml, new WithoutSubset(serializer));
    }

    static SAXDocumentParser parser(Settings settings) {
        SAXDocumentParser parser = new SAXDocumentParser();
        if (settings.vocabulary != null) {
            Map<String, Object> vocabularies = new HashMap<>();
            vocabularies.put(settings.uri, new ParserVocabulary(settings.vocabulary));
            @SuppressWarnings({"unchecked", "rawtypes"})
            Map<String, ParserVocabulary> raw = (Map) vocabularies;
            parser.setExternalVocabularies(raw);
        }
        return parser;
    }

    static String decode(InputStream in, Settings settings) throws Exception {
        SAXDocumentParser parser = parser(settings);
        Canonical canonical = new Canonical();
        parser.setContentHandler(canonical);
        parser.setLexicalHandler(canonical);
        parser.parse(in);
        return canonical.toString();
    }

    /** Leaves out what stands in the internal subset: the serializer would put it into the document. */
    private static final class WithoutSubset extends DefaultHandler2 {
        private final SAXDocumentSerializer to;
        private boolean inDtd;

        WithoutSubset(SAXDocumentSerializer to) {
            this.to = to;
        }

        @Override public void startDocument() throws SAXException { to.startDocument(); }
        @Override public void endDocument() throws SAXException { to.endDocument(); }
        @Override public void startPrefixMapping(String prefix, String uri) throws SAXException { to.startPrefixMapping(prefix, uri); }
        @Override public void startElement(String uri, String local, String name, Attributes attributes) throws SAXException {
            to.startElement(uri, local, name, attributes);
        }
        @Override public void endElement(String uri, String local, String name) throws SAXException { to.endElement(uri, local, name); }
        @Override public void characters(char[] c, int start, int length) throws SAXException { to.characters(c, start, length); }
        @Override public void ignorableWhitespace(char[] c, int start, int length) throws SAXException { to.characters(c, start, length); }
        @Override public void startCDATA() throws SAXException { to.startCDATA(); }
        @Override public void endCDATA() throws SAXException { to.endCDATA(); }

        @Override public void processingInstruction(String target, String data) throws SAXException {
            if (!inDtd) {
                to.processingInstruction(target, data);
            }
        }

        @Override public void comment(char[] c, int start, int length) throws SAXException {
            if (!inDtd) {
                to.comment(c, start, length);
            }
        }

        @Override public void startDTD(String name, String publicId, String systemId) throws SAXException {
            inDtd = true;
        }

        @Override public void endDTD() {
            inDtd = false;
        }
    }
}
