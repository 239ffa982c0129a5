import java.util.Date;
import java.util.Hashtable;
import org.apache.xmlrpc.XmlRpcException;
import wirecost.Empty;
import wirecost.Failure;
import wirecost.Messages;
import wirecost.Probed;

/** The methods. The library finds them by the classes of their arguments. */
public final class Service {
    private final Probed probed = new Probed();

    public Hashtable<String, Object> echoFloat(Hashtable<String, Object> message) throws Failure {
        return Structs.write(Structs.echoFloat(message));
    }

    public int countFloat(Hashtable<String, Object> message) throws Failure {
        return Messages.count(Structs.echoFloat(message));
    }

    public Hashtable<String, Object> echoEmpty(Hashtable<String, Object> message) {
        return Structs.write(new Empty());
    }

    public int countEmpty(Hashtable<String, Object> message) {
        return Messages.count(new Empty());
    }

    public Hashtable<String, Object> echoText(Hashtable<String, Object> message) throws Failure {
        return Structs.write(Structs.text(message));
    }

    public int countText(Hashtable<String, Object> message) throws Failure {
        return Messages.count(Structs.text(message));
    }

    public Hashtable<String, Object> echoDoubles(Hashtable<String, Object> message) throws Failure {
        return Structs.write(Structs.doubles(message));
    }

    public int countDoubles(Hashtable<String, Object> message) throws Failure {
        return Messages.count(Structs.doubles(message));
    }

    public Hashtable<String, Object> echoDns(Hashtable<String, Object> message) throws Failure {
        return Structs.write(Structs.dns(message));
    }

    public int countDns(Hashtable<String, Object> message) throws Failure {
        return Messages.count(Structs.dns(message));
    }

    public int fail(int code) throws XmlRpcException {
        throw new XmlRpcException(code, "as it was told");
    }

    public int meet(int longestMs) throws InterruptedException {
        return probed.meet(longestMs);
    }

    public Date echoTime(Date moment) {
        return moment;
    }
}
