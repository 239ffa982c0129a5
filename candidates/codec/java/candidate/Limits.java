package candidate;

import com.sun.xml.fastinfoset.Encoder;
import java.lang.reflect.Method;

/** The limits of indexing, which have other names in 1.2.2 than in later versions. */
final class Limits {
    private Limits() {}

    /** Values and chunks of fewer than so many characters enter the tables. */
    static void set(Encoder encoder, int limit) throws Exception {
        set(encoder, limit, "setCharacterContentChunkSizeLimit", "setMaxCharacterContentChunkSize");
        set(encoder, limit, "setAttributeValueSizeLimit", "setMaxAttributeValueSize");
    }

    private static void set(Encoder encoder, int limit, String... names) throws Exception {
        for (String name : names) {
            for (Method method : encoder.getClass().getMethods()) {
                if (method.getName().equals(name)) {
                    method.invoke(encoder, limit);
                    return;
                }
            }
        }
        throw new NoSuchMethodException(names[0]);
    }
}
