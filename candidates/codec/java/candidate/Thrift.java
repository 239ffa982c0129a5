package candidate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TIOStreamTransport;
import wirecost.Codec;
import wirecost.Task;

/**
 * Apache Thrift: https://thrift.apache.org/docs/
 *
 * <p>Choices: each message through a stream transport, which is what TSerializer and TDeserializer did in 2009; a protocol for
 * each message when reading, one that is kept when writing, as these have it.
 */
public final class Thrift extends Codec {
    private final Beans beans;
    private final java.lang.reflect.Constructor<?> made;
    private final TProtocolFactory protocols;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final TProtocol writer;

    public Thrift(Task task) throws Exception {
        beans = new Beans(task, "thrift", "candidate.ThriftBean", ThriftMembers::of);
        made = beans.root().getConstructor();
        protocols = (TProtocolFactory) Class.forName(task.option("protocol") + "$Factory").getConstructor().newInstance();
        writer = protocols.getProtocol(new TIOStreamTransport(out));
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        ThriftBean bean = (ThriftBean) made.newInstance();
        bean.read(protocols.getProtocol(new TIOStreamTransport(new ByteArrayInputStream(encoded))));
        return bean;
    }

    @Override
    public Object answer(Object decoded) throws Exception {
        return beans.value(decoded);
    }

    @Override
    public Object input(Object value) throws Exception {
        return beans.object(value);
    }

    @Override
    public byte[] encode(Object input) throws Exception {
        out.reset();
        ((ThriftBean) input).write(writer);
        return out.toByteArray();
    }
}
