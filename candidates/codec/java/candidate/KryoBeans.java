package candidate;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import wirecost.Task;

/**
 * Kryo: https://github.com/EsotericSoftware/kryo
 *
 * <p>Choices: classes registered, objects written as a tree and not as a graph; Kryo, input and output are kept.
 */
public final class KryoBeans extends BeanCodec {
    private final Kryo kryo = new Kryo();
    private final Input input = new Input();
    private final Output output = new Output(1024, -1);

    public KryoBeans(Task task) throws Exception {
        super(task);
        kryo.setClassLoader(beans.root().getClassLoader());
        for (Class<?> each : beans.all()) {
            kryo.register(each);
        }
        for (Class<?> each : new Class<?>[] {ArrayList.class, LinkedHashMap.class, byte[].class, double[].class, float[].class,
            int[].class, long[].class, short[].class, boolean[].class, java.math.BigInteger.class}) {
            kryo.register(each);
        }
    }

    @Override
    public Object decode(byte[] encoded) {
        input.setBuffer(encoded);
        return kryo.readObject(input, beans.root());
    }

    @Override
    public byte[] encode(Object object) {
        output.reset();
        kryo.writeObject(output, object);
        return output.toBytes();
    }
}
