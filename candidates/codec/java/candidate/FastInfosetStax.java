package candidate;

import com.sun.xml.fastinfoset.stax.StAXDocumentParser;
import com.sun.xml.fastinfoset.stax.StAXDocumentSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import wirecost.Codec;
import wirecost.Task;

/**
 * Fast Infoset by StAX: https://javaee.github.io/metro-fi/
 *
 * <p>Choices: parser and serialiser are kept from message to message; limits of indexing as for SAX. Timed, every event's
 * content is counted and nothing is kept.
 */
public final class FastInfosetStax extends Codec {
    private final StAXDocumentParser parser = new StAXDocumentParser();
    private final StAXDocumentSerializer serializer = new StAXDocumentSerializer();

    public FastInfosetStax(Task task) throws Exception {
        Limits.set(serializer, Integer.parseInt(task.option("limit")));
        serializer.setEncoding("UTF-8");
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        parser.reset();
        parser.setInputStream(new ByteArrayInputStream(encoded));
        return StaxEvents.count(parser);
    }

    @Override
    public Object events(byte[] encoded) throws Exception {
        return StaxEvents.events(new StAXDocumentParser(new ByteArrayInputStream(encoded)));
    }

    @Override
    public Object input(Object value) throws Exception {
        return StaxEvents.steps(value);
    }

    @Override
    public byte[] encode(Object input) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        serializer.reset();
        serializer.setOutputStream(out);
        StaxEvents.write((StaxEvents.Step[]) input, serializer);
        return out.toByteArray();
    }
}
