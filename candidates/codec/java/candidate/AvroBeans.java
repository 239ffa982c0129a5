package candidate;

import java.io.ByteArrayOutputStream;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.reflect.ReflectData;
import wirecost.Task;

/**
 * Apache Avro with classes: https://avro.apache.org/docs/
 *
 * <p>Choices: bare binary datums, the schema known to both sides; fields by reflection; reader, writer, decoder and encoder are
 * kept.
 */
public final class AvroBeans extends BeanCodec {
    private final DatumReader<Object> reader;
    private final DatumWriter<Object> writer;
    private BinaryDecoder decoder;
    private BinaryEncoder encoder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public AvroBeans(Task task) throws Exception {
        super(task);
        Schema schema = new Schema.Parser().parse(AvroSchema.of(task.types()));
        ReflectData data = new ReflectData(beans.root().getClassLoader());
        reader = data.createDatumReader(schema);
        writer = data.createDatumWriter(schema);
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        decoder = DecoderFactory.get().binaryDecoder(encoded, decoder);
        return reader.read(null, decoder);
    }

    @Override
    public byte[] encode(Object input) throws Exception {
        out.reset();
        encoder = EncoderFactory.get().binaryEncoder(out, encoder);
        writer.write(input, encoder);
        encoder.flush();
        return out.toByteArray();
    }
}
