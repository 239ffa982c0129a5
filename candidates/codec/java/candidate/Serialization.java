package candidate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import wirecost.Task;

/**
 * Java's own serialisation: https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/
 *
 * <p>Choices: a stream for each message, so that each describes its classes.
 */
public final class Serialization extends BeanCodec {
    public Serialization(Task task) throws Exception {
        super(task);
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        try (ObjectInputStream in = new Stream(new ByteArrayInputStream(encoded), beans.root().getClassLoader())) {
            return in.readObject();
        }
    }

    @Override
    public byte[] encode(Object input) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(input);
        }
        return out.toByteArray();
    }

    /** Finds the generated classes, which are in a loader of their own. */
    private static final class Stream extends ObjectInputStream {
        private final ClassLoader loader;

        Stream(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(described.getName(), false, loader);
            } catch (ClassNotFoundException error) {
                return super.resolveClass(described);
            }
        }
    }
}
