import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.RMISocketFactory;
import java.time.Instant;
import wirecost.Calling;
import wirecost.Dns;
import wirecost.Doubles;
import wirecost.EchoFloat;
import wirecost.Empty;
import wirecost.Exchange;
import wirecost.Failure;
import wirecost.Main;
import wirecost.Stack;
import wirecost.Text;

/** The stub of the remote object, found in the server's registry. */
final class Client implements Stack.Connection {
    private static final Instant MOMENT = Instant.ofEpochSecond(986_308_245, 123_456_789);

    private final Exchange exchange;
    private final Methods methods;
    private final Method method;

    private Client(Exchange exchange) throws IOException, Failure {
        this.exchange = exchange;
        Sockets.use(exchange.calling());
        InetSocketAddress server = exchange.calling().address();
        try {
            Remote found = LocateRegistry.getRegistry(server.getHostString(), server.getPort()).lookup("wirecost");
            methods = (Methods) found;
        } catch (RemoteException error) {
            throw lost(error);
        } catch (NotBoundException error) {
            throw Failure.stated(0, "nothing is bound to " + error.getMessage());
        }
        method = method(exchange.method());
    }

    /** What is called, again and again. */
    private interface Method {
        Object call(Object message) throws Exception;
    }

    /** What the server lacks: a method of another name, and methods with the arguments of others. */
    public interface Wrong extends Remote {
        Object noSuchMethod(Object message) throws RemoteException;

        Doubles echoDoubles(Text message) throws RemoteException;

        Text echoText(Doubles message) throws RemoteException;
    }

    public static void main(String[] arguments) {
        Main.run(new Stack() {
            @Override
            public Connection connect(Exchange exchange) throws IOException, Failure {
                return new Client(exchange);
            }

            @Override
            public Attempt attempt(String ability) {
                return Client.attempt(ability);
            }
        });
    }

    private static Stack.Attempt attempt(String ability) {
        return switch (ability) {
            case "integers" -> exchange -> new Client(exchange).echoLong();
            case "fault-code" -> exchange -> new Client(exchange).fail();
            case "one-way" -> Stack.Attempt.nothing("each call is answered");
            case "concurrent" -> Stack.Attempt.nothing("a connection carries one call at a time");
            case "both-ways" -> Stack.Attempt.nothing("a call in the other direction opens a connection of its own");
            case "date-time" -> exchange -> new Client(exchange).echoTime();
            default -> null;
        };
    }

    private Method method(String name) {
        return switch (name) {
            case "echoFloat" -> message -> methods.echoFloat((EchoFloat) message);
            case "countFloat" -> message -> methods.countFloat((EchoFloat) message);
            case "echoEmpty" -> message -> methods.echoEmpty((Empty) message);
            case "countEmpty" -> message -> methods.countEmpty((Empty) message);
            case "echoText" -> message -> message instanceof Doubles doubles
                    ? wrong().echoText(doubles)
                    : methods.echoText((Text) message);
            case "countText" -> message -> methods.countText((Text) message);
            case "echoDoubles" -> message -> message instanceof Text text
                    ? wrong().echoDoubles(text)
                    : methods.echoDoubles((Doubles) message);
            case "countDoubles" -> message -> methods.countDoubles((Doubles) message);
            case "echoDns" -> message -> methods.echoDns((Dns) message);
            case "countDns" -> message -> methods.countDns((Dns) message);
            default -> message -> wrong().noSuchMethod(message);
        };
    }

    /** The same remote object by an interface that is not its own. */
    private Wrong wrong() {
        InvocationHandler handler = Proxy.getInvocationHandler(methods);
        return (Wrong) Proxy.newProxyInstance(Client.class.getClassLoader(), new Class<?>[] {Wrong.class}, handler);
    }

    @Override
    public void call() throws Exception {
        try {
            exchange.check(method.call(exchange.argument()));
        } catch (ServerException | ServerError fault) {
            throw Failure.stated(0, fault.getMessage());
        } catch (RemoteException error) {
            throw lost(error);
        }
    }

    /** What kept a call from its answer; the library wraps it. */
    private static IOException lost(RemoteException error) {
        return error.detail instanceof IOException cause && !(cause instanceof RemoteException) ? cause : error;
    }

    private void fail() throws Exception {
        try {
            methods.fail(Stack.CODE);
        } catch (Methods.Fault fault) {
            Stack.Cannot.unlessSame(Stack.CODE, fault.code());
            return;
        }
        throw new Stack.Cannot("a method that fails is answered as if it did not");
    }

    private void echoLong() throws Exception {
        for (long limit : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
            Stack.Cannot.unlessSame(limit, methods.echoLong(limit));
        }
    }

    private void echoTime() throws Exception {
        Stack.Cannot.unlessSame(MOMENT, methods.echoTime(MOMENT));
    }

    /** The library keeps connections for all stubs, and closes those that failed. */
    @Override
    public void close() {}

    /** Connections go to the server that the harness names, whatever the stub says: a relay may stand between. */
    private static final class Sockets extends RMISocketFactory {
        private static Sockets sockets;

        private final Calling calling;

        private Sockets(Calling calling) {
            this.calling = calling;
        }

        static synchronized void use(Calling calling) throws IOException {
            if (sockets == null) {
                sockets = new Sockets(calling);
                RMISocketFactory.setSocketFactory(sockets);
            }
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            Socket socket = new Socket();
            socket.connect(calling.address(), calling.timeoutMs());
            socket.setSoTimeout(calling.timeoutMs());
            return socket;
        }

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            return new ServerSocket(port);
        }
    }
}
