import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.Instant;
import wirecost.Dns;
import wirecost.Doubles;
import wirecost.EchoFloat;
import wirecost.Empty;
import wirecost.Text;

/** The service. */
public interface Methods extends Remote {
    EchoFloat echoFloat(EchoFloat message) throws RemoteException;

    int countFloat(EchoFloat message) throws RemoteException;

    Empty echoEmpty(Empty message) throws RemoteException;

    int countEmpty(Empty message) throws RemoteException;

    Text echoText(Text message) throws RemoteException;

    int countText(Text message) throws RemoteException;

    Doubles echoDoubles(Doubles message) throws RemoteException;

    int countDoubles(Doubles message) throws RemoteException;

    Dns echoDns(Dns message) throws RemoteException;

    int countDns(Dns message) throws RemoteException;

    /** Fails with this code. */
    int fail(int code) throws RemoteException, Fault;

    /** Integers of 64 bits. */
    long echoLong(long number) throws RemoteException;

    /** A date and time. */
    Instant echoTime(Instant moment) throws RemoteException;

    /** What a method fails with. */
    final class Fault extends Exception {
        private static final long serialVersionUID = 1;

        private final int code;

        Fault(int code) {
            super("as it was told");
            this.code = code;
        }

        int code() {
            return code;
        }
    }
}
