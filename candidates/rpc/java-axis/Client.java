import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Calendar;
import java.util.TimeZone;
import javax.xml.namespace.QName;
import javax.xml.rpc.ParameterMode;
import org.apache.axis.AxisFault;
import org.apache.axis.AxisProperties;
import org.apache.axis.SimpleTargetedChain;
import org.apache.axis.client.Call;
import org.apache.axis.configuration.SimpleProvider;
import org.apache.axis.encoding.XMLType;
import org.apache.axis.encoding.ser.BeanDeserializerFactory;
import org.apache.axis.encoding.ser.BeanSerializerFactory;
import org.apache.axis.transport.http.CommonsHTTPSender;
import org.apache.axis.transport.http.HTTPConstants;
import org.apache.axis.transport.http.HTTPSender;
import org.apache.commons.httpclient.DefaultHttpMethodRetryHandler;
import org.apache.commons.httpclient.params.DefaultHttpParams;
import org.apache.commons.httpclient.params.HttpConnectionParams;
import org.apache.commons.httpclient.params.HttpMethodParams;
import org.apache.commons.httpclient.params.HttpParams;
import org.w3c.dom.Element;
import wirecost.Calling;
import wirecost.Exchange;
import wirecost.Failure;
import wirecost.Main;
import wirecost.Pipeline;
import wirecost.Stack;

/** The library's client: a call object for each caller. */
final class Client implements Stack.Connection {
    private static final String PATH = Server.PATH + "/wirecost";

    private final Exchange exchange;
    private final Call call;

    private Client(Exchange exchange, String method, QName of, QName result) throws Exception {
        this.exchange = exchange;
        Calling calling = exchange.calling();
        InetSocketAddress address = calling.address();
        SimpleProvider configuration = new SimpleProvider();
        // Connections are kept by the second alone, and by the servlet alone.
        boolean kept = calling.variant().equals("servlet");
        configuration.deployTransport(
                "http", new SimpleTargetedChain(kept ? new CommonsHTTPSender() : new HTTPSender()));
        org.apache.axis.client.Service service = new org.apache.axis.client.Service(configuration);
        service.getEngine().setOption("sendMultiRefs", false);
        call = (Call) service.createCall();
        call.setTargetEndpointAddress("http://" + address.getHostString() + ":" + address.getPort() + PATH);
        call.setTimeout(calling.timeoutMs());
        call.setProperty(HTTPConstants.HEADER_CONNECTION, calling.close() ? "close" : "keep-alive");
        for (Class<?> bean : Types.BEANS) {
            QName name = Types.name(bean);
            call.registerTypeMapping(
                    bean, name, new BeanSerializerFactory(bean, name), new BeanDeserializerFactory(bean, name));
        }
        call.setOperationName(new QName(Types.NAMESPACE, method));
        call.addParameter("message", of, ParameterMode.IN);
        call.setReturnType(result);
    }

    public static void main(String[] arguments) {
        HttpParams params = DefaultHttpParams.getDefaultParams();
        // The check takes a millisecond before each call: it waits whether the server says something.
        params.setBooleanParameter("http.connection.stalecheck", false);
        // A second try would hide that a connection was lost.
        params.setParameter(HttpMethodParams.RETRY_HANDLER, new DefaultHttpMethodRetryHandler(0, false));
        params.setBooleanParameter(HttpConnectionParams.TCP_NODELAY, true);
        Main.run(new Stack() {
            @Override
            public Connection connect(Exchange exchange) throws Exception {
                return ordinary(exchange);
            }

            @Override
            public Attempt attempt(String ability) {
                return Client.attempt(ability);
            }
        });
    }

    private static Client ordinary(Exchange exchange) throws Exception {
        QName type = Types.name(exchange.argument().getClass());
        return new Client(exchange, exchange.method(), type, exchange.calling().isEcho() ? type : XMLType.XSD_INT);
    }

    private static Stack.Attempt attempt(String ability) {
        return switch (ability) {
            case "integers" -> exchange -> new Client(exchange, "echoLong", XMLType.XSD_LONG, XMLType.XSD_LONG).echoLong();
            case "fault-code" -> exchange -> new Client(exchange, "fail", XMLType.XSD_INT, XMLType.XSD_INT).fail();
            case "one-way" -> Stack.Attempt.nothing("HTTP answers every request");
            case "concurrent" -> Client::meet;
            case "both-ways" -> Stack.Attempt.nothing("its server answers calls and makes none");
            case "date-time" ->
                exchange -> new Client(exchange, "echoTime", XMLType.XSD_DATETIME, XMLType.XSD_DATETIME).echoTime();
            default -> null;
        };
    }

    @Override
    public void call() throws Exception {
        exchange.check(invoke(exchange.argument()));
    }

    private Object invoke(Object argument) throws Exception {
        try {
            return call.invoke(new Object[] {argument});
        } catch (AxisFault fault) {
            if (fault.detail instanceof IOException lost && !(lost instanceof AxisFault)) {
                throw lost;
            } else if (fault.detail != null) {
                throw Failure.wrong(fault.detail.toString());
            }
            Element code = fault.lookupFaultDetail(Service.CODE);
            throw Failure.stated(code == null ? 0 : Integer.parseInt(code.getTextContent()), fault.getFaultString());
        }
    }

    private void echoLong() throws Exception {
        for (long limit : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
            Stack.Cannot.unlessSame(limit, invoke(limit));
        }
    }

    private void fail() throws Exception {
        try {
            invoke(Stack.CODE);
        } catch (Failure fault) {
            Stack.Cannot.unlessSame(Stack.CODE, fault.code());
            return;
        }
        throw new Stack.Cannot("a method that fails is answered as if it did not");
    }

    private void echoTime() throws Exception {
        Calendar moment = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
        moment.setTimeInMillis(986_308_245_123L);
        Calendar received = (Calendar) invoke(moment);
        Stack.Cannot.unlessSame(moment.getTime(), received.getTime());
    }

    /** By a socket, since the library sends nothing before the answer. */
    private static void meet(Exchange exchange) throws Exception {
        String body = "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\""
                + " xmlns:x=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:s=\"http://www.w3.org/2001/XMLSchema\"><e:Body>"
                + "<w:meet xmlns:w=\"" + Types.NAMESPACE + "\"><message x:type=\"s:int\">" + exchange.calling().timeoutMs() / 4
                + "</message></w:meet></e:Body></e:Envelope>";
        String answer = Pipeline.first(exchange.calling(), PATH, "text/xml; charset=utf-8", "SOAPAction: \"\"\r\n", body);
        Stack.Cannot.unlessMet(answer.contains(">1<") ? 1 : 0);
    }

    /** The library closes connections with their engine, which the collector finds. */
    @Override
    public void close() {}
}
