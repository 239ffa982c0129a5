package candidate;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.util.HashMap;
import java.util.Map;
import wirecost.Codec;
import wirecost.Task;

/**
 * Protocol Buffers by a schema of the user's, read at run time: https://protobuf.dev/reference/java/api-docs/
 *
 * <p>Choices: DynamicMessage; its parser is kept.
 */
public final class ProtoDynamic extends Codec {
    private final Message prototype;
    private final Parser<? extends Message> parser;

    public ProtoDynamic(Task task) throws Exception {
        FileDescriptorSet set = FileDescriptorSet.parseFrom(task.schema().text());
        Map<String, FileDescriptor> files = new HashMap<>();
        Descriptor found = null;
        String name = task.schema().typeName();
        for (FileDescriptorProto file : set.getFileList()) {
            FileDescriptor[] imported = file.getDependencyList().stream().map(files::get).toArray(FileDescriptor[]::new);
            FileDescriptor built = FileDescriptor.buildFrom(file, imported);
            files.put(file.getName(), built);
            for (Descriptor each : built.getMessageTypes()) {
                Descriptor of = find(each, name);
                found = of == null ? found : of;
            }
        }
        prototype = DynamicMessage.getDefaultInstance(found);
        parser = prototype.getParserForType();
    }

    private static Descriptor find(Descriptor in, String name) {
        if (in.getFullName().equals(name)) {
            return in;
        }
        for (Descriptor each : in.getNestedTypes()) {
            Descriptor of = find(each, name);
            if (of != null) {
                return of;
            }
        }
        return null;
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
