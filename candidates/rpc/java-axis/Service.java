import java.util.Calendar;
import javax.xml.namespace.QName;
import org.apache.axis.AxisFault;
import wirecost.Echoes;
import wirecost.Probed;

/** The methods. The library finds them by reflection, on one object. */
public final class Service extends Echoes {
    /** Where a fault has the code of `fail`, in its detail. */
    static final QName CODE = new QName(Types.NAMESPACE, "code");

    private final Probed probed = new Probed();

    public int fail(int code) throws AxisFault {
        AxisFault fault = new AxisFault("as it was told");
        fault.clearFaultDetails();
        fault.addFaultDetail(CODE, Integer.toString(code));
        throw fault;
    }

    public int meet(int longestMs) throws InterruptedException {
        return probed.meet(longestMs);
    }

    public long echoLong(long number) {
        return number;
    }

    public Calendar echoTime(Calendar moment) {
        return moment;
    }
}
