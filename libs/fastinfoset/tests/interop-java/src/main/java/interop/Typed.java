package interop;

import com.sun.xml.fastinfoset.sax.SAXDocumentParser;
import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import com.sun.xml.fastinfoset.vocab.ParserVocabulary;
import com.sun.xml.fastinfoset.vocab.SerializerVocabulary;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jvnet.fastinfoset.Vocabulary;
import org.jvnet.fastinfoset.sax.EncodingAlgorithmContentHandler;
import org.jvnet.fastinfoset.sax.PrimitiveTypeContentHandler;
import org.jvnet.fastinfoset.sax.helpers.EncodingAlgorithmAttributesImpl;
import org.xml.sax.helpers.DefaultHandler;

/** A document with every encoding algorithm, by calls that hand over arrays. */
final class Typed {
    static final String ALGORITHM = "urn:interop:reverse";
    static final String ALPHABET = "xyz!";

    static final String URI = "urn:interop:typed";

    private Typed() {}

    /** External, because the serializer fails on an initial vocabulary. */
    private static Vocabulary shared() {
        Vocabulary vocabulary = new Vocabulary();
        vocabulary.encodingAlgorithms.add(ALGORITHM);
        vocabulary.restrictedAlphabets.add(ALPHABET);
        return vocabulary;
    }

    static void encode(OutputStream out) throws Exception {
        SAXDocumentSerializer to = new SAXDocumentSerializer();
        SerializerVocabulary vocabulary = new SerializerVocabulary();
        vocabulary.setExternalVocabulary(URI, new SerializerVocabulary(shared(), false), false);
        to.setVocabulary(vocabulary);
        to.setOutputStream(out);
        to.startDocument();
        EncodingAlgorithmAttributesImpl attributes = new EncodingAlgorithmAttributesImpl();
        attributes.addAttributeWithAlgorithmData("", "ints", "ints", null, 3, new int[] {1, -2, 3});
        attributes.addAttributeWithAlgorithmData("", "floats", "floats", null, 6, new float[] {1.5f});
        to.startElement("", "root", "root", attributes);
        to.bytes(new byte[] {0, 1, (byte) 0xFF}, 0, 3);
        text(to, "|");
        to.shorts(new short[] {Short.MIN_VALUE, 0, Short.MAX_VALUE}, 0, 3);
        to.ints(new int[] {Integer.MIN_VALUE, 7}, 0, 2);
        to.longs(new long[] {Long.MIN_VALUE, Long.MAX_VALUE}, 0, 2);
        for (int length = 1; length <= 12; length++) {
            boolean[] items = new boolean[length];
            for (int i = 0; i < length; i++) {
                items[i] = i % 3 == 0;
            }
            to.booleans(items, 0, length);
        }
        to.floats(new float[] {1.5f, -0.1f, Float.NaN, Float.POSITIVE_INFINITY, Float.MAX_VALUE}, 0, 5);
        to.doubles(new double[] {0.1, -Double.MAX_VALUE, Double.MIN_VALUE}, 0, 3);
        to.uuids(new long[] {0x6ba7b8109dad11d1L, 0x80b400c04fd430c8L}, 0, 2);
        to.numericCharacters("3.14E-2".toCharArray(), 0, 7);
        to.dateTimeCharacters("2005-10-06T12:00".toCharArray(), 0, 16);
        to.alphabetCharacters(ALPHABET, "zyx!!".toCharArray(), 0, 5);
        to.octets(ALGORITHM, 0, new byte[] {9, 8, 7}, 0, 3);
        to.startCDATA();
        text(to, "a < b");
        to.endCDATA();
        to.endElement("", "root", "root");
        to.endDocument();
    }

    private static void text(SAXDocumentSerializer to, String text) throws Exception {
        to.characters(text.toCharArray(), 0, text.length());
    }

    static String decode(InputStream in) throws Exception {
        SAXDocumentParser parser = new SAXDocumentParser();
        parser.setExternalVocabularies(new HashMap<>(Map.of(URI, new ParserVocabulary(shared()))));
        Printer printer = new Printer();
        parser.setContentHandler(printer);
        parser.setPrimitiveTypeContentHandler(printer);
        parser.setEncodingAlgorithmContentHandler(printer);
        parser.parse(in);
        return printer.out.toString();
    }

    private static final class Printer extends DefaultHandler
            implements PrimitiveTypeContentHandler, EncodingAlgorithmContentHandler {
        final StringBuilder out = new StringBuilder();

        private void line(String kind, String values) {
            out.append(kind).append(' ').append(values).append('\n');
        }

        @Override public void startElement(String uri, String local, String name, org.xml.sax.Attributes attributes) {
            var typed = (org.jvnet.fastinfoset.sax.EncodingAlgorithmAttributes) attributes;
            for (int i = 0; i < typed.getLength(); i++) {
                Object data = typed.getAlgorithmData(i);
                String shown = data instanceof int[] ints ? Arrays.toString(ints)
                        : data instanceof float[] floats ? Arrays.toString(floats) : typed.getValue(i);
                line("@" + typed.getQName(i), shown);
            }
        }

        @Override public void characters(char[] c, int start, int length) { line("text", new String(c, start, length)); }
        @Override public void bytes(byte[] b, int start, int length) { line("bytes", Arrays.toString(Arrays.copyOfRange(b, start, start + length))); }
        @Override public void shorts(short[] s, int start, int length) { line("shorts", Arrays.toString(Arrays.copyOfRange(s, start, start + length))); }
        @Override public void ints(int[] i, int start, int length) { line("ints", Arrays.toString(Arrays.copyOfRange(i, start, start + length))); }
        @Override public void longs(long[] l, int start, int length) { line("longs", Arrays.toString(Arrays.copyOfRange(l, start, start + length))); }
        @Override public void booleans(boolean[] b, int start, int length) { line("booleans", Arrays.toString(Arrays.copyOfRange(b, start, start + length))); }
        @Override public void floats(float[] f, int start, int length) { line("floats", Arrays.toString(Arrays.copyOfRange(f, start, start + length))); }
        @Override public void doubles(double[] d, int start, int length) { line("doubles", Arrays.toString(Arrays.copyOfRange(d, start, start + length))); }
        @Override public void uuids(long[] m, int start, int length) { line("uuids", Arrays.toString(Arrays.copyOfRange(m, start, start + length))); }
        @Override public void octets(String uri, int id, byte[] b, int start, int length) { line("octets " + uri, Arrays.toString(Arrays.copyOfRange(b, start, start + length))); }
        @Override public void object(String uri, int id, Object data) { line("object " + uri, String.valueOf(data)); }
    }
}
