import java.util.Date;
import java.util.Map;
import org.apache.xmlrpc.XmlRpcException;
import wirecost.Dns;
import wirecost.Doubles;
import wirecost.EchoFloat;
import wirecost.Empty;
import wirecost.Failure;
import wirecost.Messages;
import wirecost.Probed;
import wirecost.Text;

/** The methods. The library makes an object of this class for each request. */
public final class Service {
    private static final Probed PROBED = new Probed();
    /** Set before the server starts. */
    static Structs structs;

    public Map<String, Object> echoFloat(Map<String, Object> message) throws Failure {
        return structs.write(structs.echoFloat(message));
    }

    public int countFloat(Map<String, Object> message) throws Failure {
        EchoFloat number = structs.echoFloat(message);
        return Messages.count(number);
    }

    public Map<String, Object> echoEmpty(Map<String, Object> message) {
        return structs.write(new Empty());
    }

    public int countEmpty(Map<String, Object> message) {
        return Messages.count(new Empty());
    }

    public Map<String, Object> echoText(Map<String, Object> message) throws Failure {
        return structs.write(structs.text(message));
    }

    public int countText(Map<String, Object> message) throws Failure {
        Text text = structs.text(message);
        return Messages.count(text);
    }

    public Map<String, Object> echoDoubles(Map<String, Object> message) throws Failure {
        return structs.write(structs.doubles(message));
    }

    public int countDoubles(Map<String, Object> message) throws Failure {
        Doubles doubles = structs.doubles(message);
        return Messages.count(doubles);
    }

    public Map<String, Object> echoDns(Map<String, Object> message) throws Failure {
        return structs.write(structs.dns(message));
    }

    public int countDns(Map<String, Object> message) throws Failure {
        Dns dns = structs.dns(message);
        return Messages.count(dns);
    }

    public int fail(int code) throws XmlRpcException {
        throw new XmlRpcException(code, "as it was told");
    }

    public int meet(int longestMs) throws InterruptedException {
        return PROBED.meet(longestMs);
    }

    public Date echoTime(Date moment) {
        return moment;
    }
}
