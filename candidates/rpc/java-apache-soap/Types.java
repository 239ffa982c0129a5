import java.util.Arrays;
import org.apache.soap.Constants;
import org.apache.soap.encoding.SOAPMappingRegistry;
import org.apache.soap.encoding.soapenc.BeanSerializer;
import org.apache.soap.server.TypeMapping;
import org.apache.soap.util.xml.QName;
import wirecost.Dns;
import wirecost.DnsRecord;
import wirecost.Doubles;
import wirecost.EchoFloat;
import wirecost.Empty;
import wirecost.Text;

/** The messages' names in XML; the library reads and writes them as JavaBeans. */
final class Types {
    static final String NAMESPACE = "urn:wirecost";
    private static final Class<?>[] BEANS =
            {EchoFloat.class, Empty.class, Text.class, Doubles.class, DnsRecord.class, Dns.class};

    private Types() {}

    private static QName name(Class<?> type) {
        return new QName(NAMESPACE, type.getSimpleName());
    }

    /** For the server. */
    static TypeMapping[] mappings() {
        String beans = BeanSerializer.class.getName();
        return Arrays.stream(BEANS)
                .map(type -> new TypeMapping(Constants.NS_URI_SOAP_ENC, name(type), type.getName(), beans, beans))
                .toArray(TypeMapping[]::new);
    }

    /** For a client. */
    static SOAPMappingRegistry registry() {
        SOAPMappingRegistry registry = new SOAPMappingRegistry();
        BeanSerializer beans = new BeanSerializer();
        for (Class<?> type : BEANS) {
            registry.mapTypes(Constants.NS_URI_SOAP_ENC, name(type), type, beans, beans);
        }
        return registry;
    }
}
