import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.Date;
import java.util.List;
import java.util.Vector;
import org.apache.soap.Constants;
import org.apache.soap.Fault;
import org.apache.soap.SOAPException;
import org.apache.soap.rpc.Call;
import org.apache.soap.rpc.Parameter;
import org.apache.soap.rpc.Response;
import org.apache.soap.transport.http.SOAPHTTPConnection;
import wirecost.Calling;
import wirecost.Exchange;
import wirecost.Failure;
import wirecost.Main;
import wirecost.Pipeline;
import wirecost.Stack;

/** The library's client, which connects for each call. */
final class Client implements Stack.Connection {
    private final Exchange exchange;
    private final URL url;
    private final Call call = new Call();

    private Client(Exchange exchange, String method) throws IOException {
        this.exchange = exchange;
        Calling calling = exchange.calling();
        InetSocketAddress address = calling.address();
        url = new URL("http", address.getHostString(), address.getPort(), Server.PATH);
        SOAPHTTPConnection connection = new SOAPHTTPConnection();
        connection.setTimeout(calling.timeoutMs());
        connection.setTcpNoDelay(true);
        call.setSOAPTransport(connection);
        call.setTimeout(calling.timeoutMs());
        call.setSOAPMappingRegistry(Types.registry());
        call.setEncodingStyleURI(Constants.NS_URI_SOAP_ENC);
        call.setTargetObjectURI(Types.NAMESPACE);
        call.setMethodName(method);
    }

    public static void main(String[] arguments) {
        Main.run(new Stack() {
            @Override
            public Connection connect(Exchange exchange) throws IOException {
                return new Client(exchange, exchange.method());
            }

            @Override
            public Attempt attempt(String ability) {
                return Client.attempt(ability);
            }
        });
    }

    private static Stack.Attempt attempt(String ability) {
        return switch (ability) {
            case "integers" -> exchange -> new Client(exchange, "echoLong").echoLong();
            case "fault-code" -> exchange -> new Client(exchange, "fail").fail();
            case "one-way" -> Stack.Attempt.nothing("HTTP answers every request");
            case "concurrent" -> Client::meet;
            case "both-ways" -> Stack.Attempt.nothing("its server answers calls and makes none");
            case "date-time" -> exchange -> new Client(exchange, "echoTime").echoTime();
            default -> null;
        };
    }

    @Override
    public void call() throws Exception {
        Object argument = exchange.argument();
        exchange.check(invoke(argument.getClass(), argument));
    }

    private Object invoke(Class<?> type, Object argument) throws Exception {
        call.setParams(new Vector<>(List.of(new Parameter("message", type, argument, null))));
        Response response;
        try {
            response = call.invoke(url, "");
        } catch (SOAPException error) {
            throw lost(error);
        }
        if (response.generatedFault()) {
            Fault fault = response.getFault();
            throw Failure.stated(code(fault.getFaultCode()), fault.getFaultString());
        }
        return response.getReturnValue().getValue();
    }

    /** The library tells of a connection that failed in words alone. */
    private static Exception lost(SOAPException error) {
        String text = String.valueOf(error.getMessage());
        if (error.getTargetException() instanceof IOException cause) {
            return cause;
        } else if (text.startsWith("Error opening socket")) {
            return text.contains("refused") ? new ConnectException(text) : new IOException(text);
        }
        return Failure.wrong(text);
    }

    private static int code(String faultCode) {
        String code = faultCode.substring(faultCode.lastIndexOf('.') + 1);
        return code.matches("\\d{1,9}") ? Integer.parseInt(code) : 0;
    }

    private void echoLong() throws Exception {
        for (long limit : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
            Stack.Cannot.unlessSame(limit, invoke(long.class, limit));
        }
    }

    private void fail() throws Exception {
        try {
            invoke(int.class, Stack.CODE);
        } catch (Failure fault) {
            Stack.Cannot.unlessSame(Stack.CODE, fault.code());
            return;
        }
        throw new Stack.Cannot("a method that fails is answered as if it did not");
    }

    private void echoTime() throws Exception {
        Date moment = new Date(986_308_245_000L);
        Stack.Cannot.unlessSame(moment, invoke(Date.class, moment));
    }

    /** By a socket, since the library sends nothing before the answer. */
    private static void meet(Exchange exchange) throws Exception {
        String body = "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\""
                + " xmlns:x=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:s=\"http://www.w3.org/2001/XMLSchema\"><e:Body>"
                + "<w:meet xmlns:w=\"" + Types.NAMESPACE + "\" e:encodingStyle=\"" + Constants.NS_URI_SOAP_ENC
                + "\"><message x:type=\"s:int\">" + exchange.calling().timeoutMs() / 4
                + "</message></w:meet></e:Body></e:Envelope>";
        String answer =
                Pipeline.first(exchange.calling(), Server.PATH, "text/xml; charset=utf-8", "SOAPAction: \"\"\r\n", body);
        Stack.Cannot.unlessMet(answer.contains(">1<") ? 1 : 0);
    }

    /** Its connections end with their answers. */
    @Override
    public void close() {}
}
