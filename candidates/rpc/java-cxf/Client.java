package cxf;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Date;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.ConnectionType;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import wirecost.Calling;
import wirecost.Dns;
import wirecost.Doubles;
import wirecost.EchoFloat;
import wirecost.Empty;
import wirecost.Exchange;
import wirecost.Failure;
import wirecost.Main;
import wirecost.Pipeline;
import wirecost.Stack;
import wirecost.Text;

/** A proxy of the service, over the JDK's client of HTTP. */
public final class Client implements Stack.Connection {
    private final Exchange exchange;
    private final Method method;

    private Client(Exchange exchange) {
        this.exchange = exchange;
        method = method();
    }

    /** What is called, again and again. */
    private interface Method {
        Object call(Object message);
    }

    /** What the server lacks: a method of another name, and methods with the arguments of others. */
    @WebService(name = Methods.NAME, targetNamespace = Methods.NAMESPACE)
    public interface Wrong {
        Text noSuchMethod(@WebParam(name = "message") Text message);

        Doubles echoDoubles(@WebParam(name = "message") Text message);

        Text echoText(@WebParam(name = "message") Doubles message);
    }

    public static void main(String[] arguments) {
        Main.run(new Stack() {
            @Override
            public Connection connect(Exchange exchange) {
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
            case "integers" -> Client::echoLong;
            case "fault-code" -> Client::fail;
            case "one-way" -> Stack.Attempt.nothing("HTTP answers every request");
            case "concurrent" -> Client::meet;
            case "both-ways" -> Stack.Attempt.nothing("its server answers calls and makes none");
            case "date-time" -> Client::echoTime;
            default -> null;
        };
    }

    private static <T> T proxy(Calling calling, Class<T> service) {
        InetSocketAddress address = calling.address();
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(service);
        factory.setAddress("http://" + address.getHostString() + ":" + address.getPort() + Server.PATH);
        T proxy = service.cast(factory.create());
        HTTPClientPolicy policy = new HTTPClientPolicy();
        policy.setConnectionTimeout(calling.timeoutMs());
        policy.setReceiveTimeout(calling.timeoutMs());
        policy.setConnection(calling.close() ? ConnectionType.CLOSE : ConnectionType.KEEP_ALIVE);
        policy.setAllowChunking(false);
        // Otherwise each first request asks for an upgrade to HTTP/2.
        policy.setVersion("1.1");
        ((HTTPConduit) ClientProxy.getClient(proxy).getConduit()).setClient(policy);
        return proxy;
    }

    private Method method() {
        Calling calling = exchange.calling();
        Object argument = exchange.argument();
        boolean misplaced = switch (exchange.method()) {
            case "noSuchMethod" -> true;
            case "echoDoubles" -> !(argument instanceof Doubles);
            case "echoText" -> !(argument instanceof Text);
            default -> false;
        };
        return misplaced
                ? wrong(proxy(calling, Wrong.class), exchange.method())
                : right(proxy(calling, Methods.class), exchange.method());
    }

    private static Method wrong(Wrong service, String name) {
        return switch (name) {
            case "echoDoubles" -> message -> service.echoDoubles((Text) message);
            case "echoText" -> message -> service.echoText((Doubles) message);
            default -> message -> service.noSuchMethod((Text) message);
        };
    }

    private static Method right(Methods service, String name) {
        return switch (name) {
            case "echoFloat" -> message -> service.echoFloat((EchoFloat) message);
            case "countFloat" -> message -> service.countFloat((EchoFloat) message);
            case "echoEmpty" -> message -> service.echoEmpty((Empty) message);
            case "countEmpty" -> message -> service.countEmpty((Empty) message);
            case "echoText" -> message -> service.echoText((Text) message);
            case "countText" -> message -> service.countText((Text) message);
            case "echoDoubles" -> message -> service.echoDoubles((Doubles) message);
            case "countDoubles" -> message -> service.countDoubles((Doubles) message);
            case "echoDns" -> message -> service.echoDns((Dns) message);
            case "countDns" -> message -> service.countDns((Dns) message);
            default -> throw new IllegalArgumentException("no method " + name);
        };
    }

    @Override
    public void call() throws Exception {
        try {
            exchange.check(method.call(exchange.argument()));
        } catch (WebServiceException error) {
            throw error.getCause() instanceof SoapFault fault ? Failure.stated(0, fault.getMessage()) : lost(error);
        }
    }

    private static Exception lost(Exception error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException lost) {
                return lost;
            }
        }
        return Failure.wrong(error.toString());
    }

    private static void echoLong(Exchange exchange) throws Exception {
        Methods service = proxy(exchange.calling(), Methods.class);
        for (long limit : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
            Stack.Cannot.unlessSame(limit, service.echoLong(limit));
        }
    }

    private static void fail(Exchange exchange) throws Exception {
        try {
            proxy(exchange.calling(), Methods.class).fail(Stack.CODE);
        } catch (CodeFault fault) {
            Stack.Cannot.unlessSame(Stack.CODE, fault.getFaultInfo().getValue());
            return;
        }
        throw new Stack.Cannot("a method that fails is answered as if it did not");
    }

    private static void echoTime(Exchange exchange) throws Exception {
        Date moment = new Date(986_308_245_123L);
        Stack.Cannot.unlessSame(moment, proxy(exchange.calling(), Methods.class).echoTime(moment));
    }

    /** By a socket, since the library sends nothing before the answer. */
    private static void meet(Exchange exchange) throws Exception {
        String body = "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>"
                + "<w:meet xmlns:w=\"" + Methods.NAMESPACE + "\"><message>" + exchange.calling().timeoutMs() / 4
                + "</message></w:meet></e:Body></e:Envelope>";
        String answer =
                Pipeline.first(exchange.calling(), Server.PATH, "text/xml; charset=utf-8", "SOAPAction: \"\"\r\n", body);
        Stack.Cannot.unlessMet(answer.contains(">1<") ? 1 : 0);
    }

    /** The library keeps connections for the process. */
    @Override
    public void close() {}
}
