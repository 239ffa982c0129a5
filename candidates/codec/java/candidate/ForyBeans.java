package candidate;

import org.apache.fory.Fory;
import org.apache.fory.config.Language;
import wirecost.Task;

/**
 * Apache Fory: https://fory.apache.org/
 *
 * <p>Choices: the language Java, classes registered, no references; code is generated when it is made ready and not while it
 * is timed.
 */
public final class ForyBeans extends BeanCodec {
    private final Fory fory;

    public ForyBeans(Task task) throws Exception {
        super(task);
        fory = Fory.builder()
                .withLanguage(Language.JAVA)
                .withClassLoader(beans.root().getClassLoader())
                .requireClassRegistration(true)
                .withRefTracking(false)
                .withAsyncCompilation(false)
                .build();
        for (Class<?> each : beans.all()) {
            fory.register(each);
        }
    }

    @Override
    public Object decode(byte[] encoded) {
        return fory.deserialize(encoded);
    }

    @Override
    public byte[] encode(Object object) {
        return fory.serialize(object);
    }
}
