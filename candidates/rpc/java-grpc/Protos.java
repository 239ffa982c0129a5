import com.google.protobuf.Message;
import wirecost.Dns;
import wirecost.DnsRecord;
import wirecost.Doubles;
import wirecost.EchoFloat;
import wirecost.Text;
import wirecost.WirecostOuterClass;

/** Messages as Protocol Buffers has them. */
final class Protos {
    private Protos() {}

    static Message of(Object message) {
        if (message instanceof EchoFloat number) {
            return WirecostOuterClass.EchoFloat.newBuilder().setValue(number.getValue()).build();
        } else if (message instanceof Text text) {
            return WirecostOuterClass.Text.newBuilder().setValue(text.getValue()).build();
        } else if (message instanceof Doubles doubles) {
            WirecostOuterClass.Doubles.Builder proto = WirecostOuterClass.Doubles.newBuilder();
            for (double value : doubles.getValues()) {
                proto.addValues(value);
            }
            return proto.build();
        } else if (message instanceof Dns dns) {
            WirecostOuterClass.Dns.Builder proto = WirecostOuterClass.Dns.newBuilder();
            for (DnsRecord record : dns.getRecords()) {
                proto.addRecords(of(record));
            }
            return proto.build();
        }
        return WirecostOuterClass.Empty.getDefaultInstance();
    }

    private static WirecostOuterClass.DnsRecord of(DnsRecord record) {
        WirecostOuterClass.DnsRecord.Builder proto = WirecostOuterClass.DnsRecord.newBuilder()
                .setKey(record.getKey())
                .setValue(record.getValue())
                .setFirst(record.getFirst())
                .setLast(record.getLast());
        if (record.getType() != null) {
            proto.setType(record.getType());
        }
        if (record.getTtl() != null) {
            proto.setTtl(record.getTtl());
        }
        return proto.build();
    }

    static WirecostOuterClass.Count count(int value) {
        return WirecostOuterClass.Count.newBuilder().setValue(value).build();
    }
}
