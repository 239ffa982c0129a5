package candidate;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import wirecost.Codec;
import wirecost.Compiled;
import wirecost.Task;
import wirecost.Types;

/**
 * Protocol Buffers of today: https://protobuf.dev/reference/java/java-generated/
 *
 * <p>Choices: classes that protoc of the same version generates, from a definition in proto2, so that absent differs from empty;
 * text is decoded when it is parsed ("java_string_check_utf8"), and not when it is first read; parsed from and written to arrays.
 */
public final class Proto extends Codec {
    private final Message prototype;
    private final Parser<? extends Message> parser;

    public Proto(Task task) throws Exception {
        Types types = task.needTypes();
        String definition = ProtoSchema.of(types);
        Path protoc = Arrays.stream(task.paths()).filter(path -> path.toString().endsWith(".exe")).findFirst().orElseThrow();
        ClassLoader loader = Compiled.load(task, "protobuf", protoc + definition, Proto.class.getClassLoader(), folder -> {
            Files.writeString(folder.resolve("message.proto"), definition);
            protoc.toFile().setExecutable(true);
            String[] command = {protoc.toString(), "--java_out=" + folder, "-I" + folder, "message.proto"};
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String told = new String(process.getInputStream().readAllBytes());
            if (process.waitFor() != 0) {
                throw new IllegalStateException("protoc: " + told);
            }
        });
        Class<?> root = loader.loadClass("generated." + Types.className(types.root()));
        prototype = (Message) root.getMethod("getDefaultInstance").invoke(null);
        parser = prototype.getParserForType();
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        return parser.parseFrom(encoded);
    }

    @Override
    public Object answer(Object decoded) {
        return ProtoValues.value((Message) decoded);
    }

    @Override
    public Object input(Object value) {
        return ProtoValues.message(value, prototype.newBuilderForType());
    }

    @Override
    public byte[] encode(Object input) {
        return ((Message) input).toByteArray();
    }
}
