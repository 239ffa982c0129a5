package candidate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import wirecost.Codec;
import wirecost.Task;

/**
 * StAX (JSR 173): https://docs.oracle.com/en/java/javase/17/docs/api/java.xml/javax/xml/stream/package-summary.html
 *
 * <p>Choices: factories are kept, a reader or writer is made for each message, as the interface has it; the writer is told
 * prefixes and declarations. Timed, every event's content is counted and nothing is kept.
 */
public final class Stax extends Codec {
    private final XMLInputFactory readers;
    private final XMLOutputFactory writers;

    public Stax(Task task) throws Exception {
        String name = task.option("readers");
        readers = name.equals("platform")
                ? XMLInputFactory.newDefaultFactory()
                : (XMLInputFactory) Class.forName(name).getConstructor().newInstance();
        name = task.option("writers");
        writers = name.equals("platform")
                ? XMLOutputFactory.newDefaultFactory()
                : (XMLOutputFactory) Class.forName(name).getConstructor().newInstance();
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        XMLStreamReader reader = readers.createXMLStreamReader(new ByteArrayInputStream(encoded));
        long count = StaxEvents.count(reader);
        reader.close();
        return count;
    }

    @Override
    public Object events(byte[] encoded) throws Exception {
        return StaxEvents.events(readers.createXMLStreamReader(new ByteArrayInputStream(encoded)));
    }

    @Override
    public Object input(Object value) throws Exception {
        return StaxEvents.steps(value);
    }

    @Override
    public byte[] encode(Object input) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        XMLStreamWriter writer = writers.createXMLStreamWriter(out, "UTF-8");
        StaxEvents.write((StaxEvents.Step[]) input, writer);
        writer.close();
        return out.toByteArray();
    }
}
