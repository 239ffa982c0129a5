package interop;

import com.sun.xml.fastinfoset.sax.SAXDocumentParser;
import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import com.sun.xml.fastinfoset.stax.StAXDocumentParser;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.helpers.AttributesImpl;

/**
 * One operation in a JVM of its own: Bench OPERATION FILE SETTING [FILE SETTING]... Each line of the input is the number of a
 * document, from 0, and a budget in milliseconds of CPU time of this thread; the answer is nanoseconds an operation, and a
 * check value of the work. "stax-after-decode" does the second operation for a while before the first one is measured.
 */
public final class Bench {
    /** What the operation that goes before takes, in milliseconds of CPU time. */
    private static final long FIRST_MS = 4000;

    interface Work {
        long run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        String[] operations = args[0].split("-after-");
        List<Work> works = new ArrayList<>();
        for (int i = 1; i < args.length; i += 2) {
            byte[] input = Files.readAllBytes(Path.of(args[i]));
            Settings settings = new Settings(args[i + 1]);
            if (operations.length == 2) {
                measure(work(operations[1], input, settings), FIRST_MS);
            }
            works.add(work(operations[0], input, settings));
        }
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            System.out.println(measure(works.get(Integer.parseInt(words[0])), Long.parseLong(words[1])));
            System.out.flush();
        }
    }

    private static Work work(String operation, byte[] input, Settings settings) throws Exception {
        return switch (operation) {
            case "decode" -> decode(input, settings);
            case "stax" -> decodeByStax(input);
            case "encode" -> encode(input, settings);
            case "dom-encode" -> Xerces.toFastInfoset(input, settings);
            case "xerces" -> Xerces.parse(input);
            case "xerces-dom" -> Xerces.serialize(input);
            default -> throw new IllegalArgumentException(operation);
        };
    }

    /** Nanoseconds of CPU time an operation, and the check value of the work. */
    private static String measure(Work work, long budgetMs) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        long used;
        long operations = 0;
        long check = 0;
        do {
            for (int i = 0; i < 20; i++) {
                check = work.run();
            }
            operations += 20;
            used = threads.getCurrentThreadCpuTime() - start;
        } while (used < budgetMs * 1_000_000);
        return (double) used / operations + " " + check;
    }

    private static Work decode(byte[] document, Settings settings) {
        SAXDocumentParser parser = Codec.parser(settings);
        Counter counter = new Counter();
        parser.setContentHandler(counter);
        return () -> {
            counter.sum = 0;
            parser.parse(new ByteArrayInputStream(document));
            return counter.sum;
        };
    }

    /** The same work as that of {@link Counter}, by pull. */
    private static Work decodeByStax(byte[] document) {
        StAXDocumentParser parser = new StAXDocumentParser();
        return () -> {
            parser.setInputStream(new ByteArrayInputStream(document));
            long sum = 0;
            while (parser.hasNext()) {
                switch (parser.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        String uri = parser.getNamespaceURI();
                        sum += 1 + (uri == null ? 0 : uri.length()) + parser.getLocalName().length();
                        for (int i = 0; i < parser.getAttributeCount(); i++) {
                            sum += parser.getAttributeLocalName(i).length() + parser.getAttributeValue(i).length();
                        }
                    }
                    case XMLStreamConstants.END_ELEMENT -> sum += parser.getLocalName().length();
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE -> sum += parser.getTextLength();
                    default -> { }
                }
            }
            parser.reset();
            return sum;
        };
    }

    private static Work encode(byte[] xml, Settings settings) throws Exception {
        Recorder recorder = new Recorder();
        Codec.parse(new ByteArrayInputStream(xml), recorder);
        SAXDocumentSerializer serializer = Codec.serializer(settings);
        ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
        return () -> {
            out.reset();
            serializer.setOutputStream(out);
            if (settings.tables != null) {
                // A vocabulary that was set is not cleared between documents.
                settings.tables.clear();
            }
            recorder.replay(serializer);
            return out.size();
        };
    }

    static final class Counter extends DefaultHandler2 {
        long sum;

        @Override public void startElement(String uri, String local, String name, Attributes attributes) {
            sum += 1 + uri.length() + local.length();
            for (int i = 0; i < attributes.getLength(); i++) {
                sum += attributes.getLocalName(i).length() + attributes.getValue(i).length();
            }
        }

        @Override public void endElement(String uri, String local, String name) {
            sum += local.length();
        }

        @Override public void characters(char[] c, int start, int length) {
            sum += length;
        }
    }

    private record Event(int kind, String a, String b, String c, AttributesImpl attributes, char[] text) {}

    private static final class Recorder extends DefaultHandler2 {
        private final List<Event> events = new ArrayList<>();

        @Override public void startPrefixMapping(String prefix, String uri) {
            events.add(new Event(0, prefix, uri, null, null, null));
        }

        @Override public void startElement(String uri, String local, String name, Attributes attributes) {
            events.add(new Event(1, uri, local, name, new AttributesImpl(attributes), null));
        }

        @Override public void endElement(String uri, String local, String name) {
            events.add(new Event(2, uri, local, name, null, null));
        }

        @Override public void characters(char[] c, int start, int length) {
            events.add(new Event(3, null, null, null, null, java.util.Arrays.copyOfRange(c, start, start + length)));
        }

        void replay(SAXDocumentSerializer to) throws SAXException {
            to.startDocument();
            for (Event event : events) {
                switch (event.kind) {
                    case 0 -> to.startPrefixMapping(event.a, event.b);
                    case 1 -> to.startElement(event.a, event.b, event.c, event.attributes);
                    case 2 -> to.endElement(event.a, event.b, event.c);
                    default -> to.characters(event.text, 0, event.text.length);
                }
            }
            to.endDocument();
        }
    }
}
