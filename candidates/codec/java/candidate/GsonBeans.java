package candidate;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import wirecost.Task;

/**
 * Gson: https://github.com/google/gson
 *
 * <p>Choices: public fields; HTML is not escaped; bytes as base64 by an adapter, since Gson has none. Gson reads and writes text,
 * so that UTF-8 is decoded and encoded in what is timed.
 */
public final class GsonBeans extends BeanCodec {
    private final Gson gson = new GsonBuilder().disableHtmlEscaping().registerTypeAdapter(byte[].class, new Bytes()).create();

    public GsonBeans(Task task) throws Exception {
        super(task);
    }

    @Override
    public Object decode(byte[] encoded) {
        return gson.fromJson(new String(encoded, StandardCharsets.UTF_8), beans.root());
    }

    @Override
    public byte[] encode(Object input) {
        return gson.toJson(input).getBytes(StandardCharsets.UTF_8);
    }

    private static final class Bytes extends TypeAdapter<byte[]> {
        @Override
        public void write(JsonWriter writer, byte[] bytes) throws IOException {
            writer.value(Base64.getEncoder().encodeToString(bytes));
        }

        @Override
        public byte[] read(JsonReader reader) throws IOException {
            return Base64.getDecoder().decode(reader.nextString());
        }
    }
}
