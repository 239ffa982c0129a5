import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.ServerConnector;
import wirecost.Served;

/** A servlet that answers an echo with the text that it found. */
final class Server extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final String OPEN = "<?xml version=\"1.0\"?>\n"
            + "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\""
            + " xmlns:soapenc=\"http://schemas.xmlsoap.org/soap/encoding/\""
            + " xmlns:xsi=\"http://www.w3.org/1999/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/1999/XMLSchema\">\n"
            + "<soap:Body>\n";
    private static final String CLOSE = "</soap:Body>\n</soap:Envelope>\n";

    private final transient Reading reading;

    private Server(Reading reading) {
        this.reading = reading;
    }

    public static void main(String[] arguments) throws Exception {
        org.eclipse.jetty.server.Server server = new org.eclipse.jetty.server.Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost(Served.host().getHostAddress());
        connector.setPort(Served.port());
        connector.setAcceptQueueSize(Served.WAITING);
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        context.addServlet(new ServletHolder(new Server(Reading.of(arguments[0]))), "/soap");
        server.setHandler(context);
        server.start();
        server.join();
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String found = null;
        String reason = "the value was not found";
        try {
            found = reading.find(request.getInputStream());
        } catch (Exception error) {
            reason = error.toString();
        }
        String content = found == null ? fault(reason) : result(found);
        byte[] bytes = (OPEN + content + CLOSE).getBytes(StandardCharsets.UTF_8);
        response.setStatus(found == null ? HttpServletResponse.SC_INTERNAL_SERVER_ERROR : HttpServletResponse.SC_OK);
        response.setContentType("text/xml; charset=utf-8");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    private static String result(String text) {
        return "<echoFloatResult xmlns=\"" + Reading.NAMESPACE + "\">\n<result>" + Reading.escaped(text)
                + "</result>\n</echoFloatResult>\n";
    }

    private static String fault(String reason) {
        return "<soap:Fault>\n<faultcode>soap:Client</faultcode>\n<faultstring>" + Reading.escaped(reason)
                + "</faultstring>\n</soap:Fault>\n";
    }
}
