package candidate;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/** A struct that reads and writes itself. */
public interface ThriftBean {
    void write(TProtocol out) throws TException;

    void read(TProtocol in) throws TException;
}
