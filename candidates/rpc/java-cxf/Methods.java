package cxf;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.Date;
import wirecost.Dns;
import wirecost.Doubles;
import wirecost.EchoFloat;
import wirecost.Empty;
import wirecost.Text;

/** The service. */
@WebService(name = Methods.NAME, targetNamespace = Methods.NAMESPACE)
public interface Methods {
    String NAME = "Wirecost";
    String NAMESPACE = "urn:wirecost";

    EchoFloat echoFloat(@WebParam(name = "message") EchoFloat message);

    int countFloat(@WebParam(name = "message") EchoFloat message);

    Empty echoEmpty(@WebParam(name = "message") Empty message);

    int countEmpty(@WebParam(name = "message") Empty message);

    Text echoText(@WebParam(name = "message") Text message);

    int countText(@WebParam(name = "message") Text message);

    Doubles echoDoubles(@WebParam(name = "message") Doubles message);

    int countDoubles(@WebParam(name = "message") Doubles message);

    Dns echoDns(@WebParam(name = "message") Dns message);

    int countDns(@WebParam(name = "message") Dns message);

    /** Fails with this code. */
    int fail(@WebParam(name = "message") int code) throws CodeFault;

    /** Waits for another call. */
    int meet(@WebParam(name = "message") int longestMs);

    /** Integers of 64 bits. */
    long echoLong(@WebParam(name = "message") long number);

    /** A date and time. */
    Date echoTime(@WebParam(name = "message") Date moment);
}
