package candidate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import wirecost.Task;

/**
 * Jackson's data binding: https://github.com/FasterXML/jackson-databind
 *
 * <p>Choices: public fields, absent ones not written; a reader and a writer for the message's class, which are kept. The same for
 * JSON, CBOR and Smile, each by its factory with default settings.
 */
public final class Jackson extends BeanCodec {
    private final ObjectReader reader;
    private final ObjectWriter writer;

    public Jackson(Task task) throws Exception {
        super(task);
        JsonFactory factory = (JsonFactory) Class.forName(task.option("factory")).getConstructor().newInstance();
        ObjectMapper mapper = new ObjectMapper(factory);
        mapper.setSerializationInclusion(JsonInclude.Include.NON_NULL);
        mapper.disable(com.fasterxml.jackson.databind.SerializationFeature.FAIL_ON_EMPTY_BEANS);
        reader = mapper.readerFor(beans.root());
        writer = mapper.writerFor(beans.root());
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        return reader.readValue(encoded);
    }

    @Override
    public byte[] encode(Object input) throws Exception {
        return writer.writeValueAsBytes(input);
    }
}
