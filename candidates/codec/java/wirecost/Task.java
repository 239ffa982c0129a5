package wirecost;

import java.nio.file.Path;
import java.util.Map;

/**
 * What a candidate is asked to do.
 *
 * @param operation decode, encode or round-trip
 * @param message the message's name
 * @param types the message's own types, or null
 * @param schema the text and the type name of a schema of the user's, or null
 * @param options what the candidate's table gives it
 * @param paths where the candidate's classes are, and then the files of its libraries
 * @param cache a folder for what takes long to make of types
 */
public record Task(
        String operation,
        String message,
        Types types,
        Schema schema,
        Map<String, String> options,
        Path[] paths,
        Path cache) {
    /** A schema: for Protocol Buffers a serialised FileDescriptorSet, for Avro JSON. */
    public record Schema(byte[] text, String typeName) {}

    /** An option that must be there. */
    public String option(String name) {
        String value = options.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the candidate has no option " + name);
        }
        return value;
    }

    /** An option that is yes or no. */
    public boolean has(String name) {
        return "true".equals(options.get(name));
    }

    /** The types, for a candidate that takes only messages that have some. */
    public Types needTypes() throws Unsupported {
        if (types == null) {
            throw new Unsupported("a candidate with compiled types takes only messages whose types it can be told (docs/JAVA.md)");
        }
        return types;
    }
}
