package cxf;

import jakarta.jws.WebService;
import java.util.Date;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import wirecost.Echoes;
import wirecost.Probed;
import wirecost.Served;

/** The service, in the library's own server. */
@WebService(endpointInterface = "cxf.Methods", targetNamespace = Methods.NAMESPACE)
public final class Server extends Echoes implements Methods {
    static final String PATH = "/soap";

    private final Probed probed = new Probed();

    public static void main(String[] arguments) throws Exception {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setAddress("http://" + Served.host().getHostAddress() + ":" + Served.port() + PATH);
        factory.setServiceBean(new Server());
        factory.create();
    }

    @Override
    public int fail(int value) throws CodeFault {
        CodeFault.Code code = new CodeFault.Code();
        code.setValue(value);
        throw new CodeFault("as it was told", code);
    }

    @Override
    public int meet(int longestMs) {
        try {
            return probed.meet(longestMs);
        } catch (InterruptedException end) {
            return 0;
        }
    }

    @Override
    public long echoLong(long number) {
        return number;
    }

    @Override
    public Date echoTime(Date moment) {
        return moment;
    }
}
