package candidate;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.GeneratedMessage;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import wirecost.Codec;
import wirecost.Task;

/**
 * Protocol Buffers 2.0.3 of November 2008, in the two modes of the experiment of 2009.
 *
 * <p>Choices: no compiler of that version can be had, and the output of later ones does not compile against it. So the DNS record
 * of 2009 stands here in the shape that the compiler of that year gave a message. Optimised for size, the default then, its
 * methods are those of the library, which work by reflection; for speed it has its own.
 */
public final class Proto2009 extends Codec {
    /** Which mode; set before the message's class is loaded, so that it is a constant there. */
    private static boolean speed;

    public Proto2009(Task task) {
        speed = task.option("optimised").equals("speed");
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        return DnsRecord.newBuilder().mergeFrom(encoded).build();
    }

    @Override
    public Object answer(Object decoded) {
        return ProtoValues.value((Message) decoded);
    }

    @Override
    public Object input(Object value) {
        return ProtoValues.message(value, DnsRecord.newBuilder());
    }

    @Override
    public byte[] encode(Object input) {
        return ((DnsRecord) input).toByteArray();
    }

    /** The record as the compiler would have it, but for comments. */
    public static final class DnsRecord extends GeneratedMessage {
        private static final boolean SPEED = speed;
        private static final Descriptor DESCRIPTOR = descriptor();
        private static final FieldAccessorTable TABLE = new FieldAccessorTable(
                DESCRIPTOR, new String[] {"Key", "Value", "First", "Last", "Type", "Ttl"}, DnsRecord.class, Builder.class);
        private static final DnsRecord DEFAULT = new DnsRecord();

        private boolean hasKey;
        private String key = "";
        private boolean hasValue;
        private String value = "";
        private boolean hasFirst;
        private String first = "";
        private boolean hasLast;
        private String last = "";
        private boolean hasType;
        private String type = "A";
        private boolean hasTtl;
        private int ttl = 86400;
        private int memoizedSerializedSize = -1;

        private DnsRecord() {}

        private static Descriptor descriptor() {
            DescriptorProto.Builder record = DescriptorProto.newBuilder().setName("DnsRecord");
            String[] names = {"key", "value", "first", "last", "type"};
            for (int i = 0; i < names.length; i++) {
                record.addField(field(names[i], i + 1, i < 4, FieldDescriptorProto.Type.TYPE_STRING));
            }
            record.addField(field("ttl", 6, false, FieldDescriptorProto.Type.TYPE_INT32));
            FileDescriptorProto file =
                    FileDescriptorProto.newBuilder().setName("tim.proto").setPackage("dns").addMessageType(record).build();
            try {
                return FileDescriptor.buildFrom(file, new FileDescriptor[0]).getMessageTypes().get(0);
            } catch (Exception error) {
                throw new IllegalStateException(error);
            }
        }

        private static FieldDescriptorProto field(String name, int number, boolean required, FieldDescriptorProto.Type type) {
            FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder().setName(name).setNumber(number).setType(type);
            if (!required) {
                field.setDefaultValue(number == 5 ? "A" : "86400");
            }
            return field.setLabel(required
                    ? FieldDescriptorProto.Label.LABEL_REQUIRED
                    : FieldDescriptorProto.Label.LABEL_OPTIONAL).build();
        }

        public static DnsRecord getDefaultInstance() {
            return DEFAULT;
        }

        @Override
        public DnsRecord getDefaultInstanceForType() {
            return DEFAULT;
        }

        @Override
        protected FieldAccessorTable internalGetFieldAccessorTable() {
            return TABLE;
        }

        public boolean hasKey() {
            return hasKey;
        }

        public String getKey() {
            return key;
        }

        public boolean hasValue() {
            return hasValue;
        }

        public String getValue() {
            return value;
        }

        public boolean hasFirst() {
            return hasFirst;
        }

        public String getFirst() {
            return first;
        }

        public boolean hasLast() {
            return hasLast;
        }

        public String getLast() {
            return last;
        }

        public boolean hasType() {
            return hasType;
        }

        public String getType() {
            return type;
        }

        public boolean hasTtl() {
            return hasTtl;
        }

        public int getTtl() {
            return ttl;
        }

        @Override
        public boolean isInitialized() {
            return SPEED ? hasKey && hasValue && hasFirst && hasLast : super.isInitialized();
        }

        @Override
        public void writeTo(CodedOutputStream output) throws IOException {
            if (!SPEED) {
                super.writeTo(output);
                return;
            }
            if (hasKey()) {
                output.writeString(1, getKey());
            }
            if (hasValue()) {
                output.writeString(2, getValue());
            }
            if (hasFirst()) {
                output.writeString(3, getFirst());
            }
            if (hasLast()) {
                output.writeString(4, getLast());
            }
            if (hasType()) {
                output.writeString(5, getType());
            }
            if (hasTtl()) {
                output.writeInt32(6, getTtl());
            }
            getUnknownFields().writeTo(output);
        }

        @Override
        public int getSerializedSize() {
            if (!SPEED) {
                return super.getSerializedSize();
            }
            int size = memoizedSerializedSize;
            if (size != -1) {
                return size;
            }
            size = 0;
            if (hasKey()) {
                size += CodedOutputStream.computeStringSize(1, getKey());
            }
            if (hasValue()) {
                size += CodedOutputStream.computeStringSize(2, getValue());
            }
            if (hasFirst()) {
                size += CodedOutputStream.computeStringSize(3, getFirst());
            }
            if (hasLast()) {
                size += CodedOutputStream.computeStringSize(4, getLast());
            }
            if (hasType()) {
                size += CodedOutputStream.computeStringSize(5, getType());
            }
            if (hasTtl()) {
                size += CodedOutputStream.computeInt32Size(6, getTtl());
            }
            size += getUnknownFields().getSerializedSize();
            memoizedSerializedSize = size;
            return size;
        }

        public static Builder newBuilder() {
            return new Builder();
        }

        @Override
        public Builder newBuilderForType() {
            return new Builder();
        }

        /** Its builder. */
        public static final class Builder extends GeneratedMessage.Builder<Builder> {
            private DnsRecord result = new DnsRecord();

            private Builder() {}

            @Override
            protected DnsRecord internalGetResult() {
                return result;
            }

            @Override
            public Builder clear() {
                result = new DnsRecord();
                return this;
            }

            @Override
            public Builder clone() {
                Builder copy = new Builder();
                copy.mergeFrom(result);
                return copy;
            }

            @Override
            public Descriptor getDescriptorForType() {
                return DESCRIPTOR;
            }

            @Override
            public DnsRecord getDefaultInstanceForType() {
                return DEFAULT;
            }

            @Override
            public DnsRecord build() {
                if (result != null && !isInitialized()) {
                    throw new com.google.protobuf.UninitializedMessageException(result);
                }
                return buildPartial();
            }

            @Override
            public DnsRecord buildPartial() {
                DnsRecord returned = result;
                result = null;
                return returned;
            }

            @Override
            public Builder mergeFrom(CodedInputStream input, ExtensionRegistry extensions) throws IOException {
                if (!SPEED) {
                    super.mergeFrom(input, extensions);
                    return this;
                }
                UnknownFieldSet.Builder unknown = UnknownFieldSet.newBuilder(getUnknownFields());
                while (true) {
                    int tag = input.readTag();
                    switch (tag) {
                        case 0:
                            setUnknownFields(unknown.build());
                            return this;
                        case 10:
                            setKey(input.readString());
                            break;
                        case 18:
                            setValue(input.readString());
                            break;
                        case 26:
                            setFirst(input.readString());
                            break;
                        case 34:
                            setLast(input.readString());
                            break;
                        case 42:
                            setType(input.readString());
                            break;
                        case 48:
                            setTtl(input.readInt32());
                            break;
                        default:
                            if (!parseUnknownField(input, unknown, extensions, tag)) {
                                setUnknownFields(unknown.build());
                                return this;
                            }
                    }
                }
            }

            public boolean hasKey() {
                return result.hasKey();
            }

            public String getKey() {
                return result.getKey();
            }

            public Builder setKey(String given) {
                result.hasKey = true;
                result.key = given;
                return this;
            }

            public Builder clearKey() {
                result.hasKey = false;
                result.key = "";
                return this;
            }

            public boolean hasValue() {
                return result.hasValue();
            }

            public String getValue() {
                return result.getValue();
            }

            public Builder setValue(String given) {
                result.hasValue = true;
                result.value = given;
                return this;
            }

            public Builder clearValue() {
                result.hasValue = false;
                result.value = "";
                return this;
            }

            public boolean hasFirst() {
                return result.hasFirst();
            }

            public String getFirst() {
                return result.getFirst();
            }

            public Builder setFirst(String given) {
                result.hasFirst = true;
                result.first = given;
                return this;
            }

            public Builder clearFirst() {
                result.hasFirst = false;
                result.first = "";
                return this;
            }

            public boolean hasLast() {
                return result.hasLast();
            }

            public String getLast() {
                return result.getLast();
            }

            public Builder setLast(String given) {
                result.hasLast = true;
                result.last = given;
                return this;
            }

            public Builder clearLast() {
                result.hasLast = false;
                result.last = "";
                return this;
            }

            public boolean hasType() {
                return result.hasType();
            }

            public String getType() {
                return result.getType();
            }

            public Builder setType(String given) {
                result.hasType = true;
                result.type = given;
                return this;
            }

            public Builder clearType() {
                result.hasType = false;
                result.type = "A";
                return this;
            }

            public boolean hasTtl() {
                return result.hasTtl();
            }

            public int getTtl() {
                return result.getTtl();
            }

            public Builder setTtl(int given) {
                result.hasTtl = true;
                result.ttl = given;
                return this;
            }

            public Builder clearTtl() {
                result.hasTtl = false;
                result.ttl = 86400;
                return this;
            }
        }
    }
}
