import javax.xml.namespace.QName;
import wirecost.Dns;
import wirecost.DnsRecord;
import wirecost.Doubles;
import wirecost.EchoFloat;
import wirecost.Empty;
import wirecost.Text;

/** The messages' names in XML; the library reads and writes them as JavaBeans. */
final class Types {
    static final String NAMESPACE = "urn:wirecost";
    static final Class<?>[] BEANS = {EchoFloat.class, Empty.class, Text.class, Doubles.class, DnsRecord.class, Dns.class};

    private Types() {}

    static QName name(Class<?> type) {
        return new QName(NAMESPACE, type.getSimpleName());
    }
}
