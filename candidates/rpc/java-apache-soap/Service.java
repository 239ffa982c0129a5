import java.util.Date;
import org.apache.soap.Constants;
import org.apache.soap.SOAPException;
import wirecost.Echoes;
import wirecost.Probed;

/** The methods. The library finds them by reflection, on one object. */
public final class Service extends Echoes {
    private final Probed probed = new Probed();

    /** The code goes behind a dot, as SOAP 1.1 lets codes be made narrower (4.4.1). */
    public int fail(int code) throws SOAPException {
        throw new SOAPException(Constants.FAULT_CODE_SERVER + "." + code, "as it was told");
    }

    public int meet(int longestMs) throws InterruptedException {
        return probed.meet(longestMs);
    }

    public long echoLong(long number) {
        return number;
    }

    public Date echoTime(Date moment) {
        return moment;
    }
}
