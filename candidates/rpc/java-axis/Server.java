import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.axis.EngineConfiguration;
import org.apache.axis.configuration.XMLStringProvider;
import org.apache.axis.server.AxisServer;
import org.apache.axis.transport.http.AxisServlet;
import org.apache.axis.transport.http.SimpleAxisServer;
import org.mortbay.jetty.bio.SocketConnector;
import org.mortbay.jetty.servlet.Context;
import org.mortbay.jetty.servlet.ServletHolder;
import wirecost.Served;

/** The library's own server, or its servlet in Jetty 6. */
final class Server {
    /** Where the library's own server looks for services, and the servlet too. */
    static final String PATH = "/axis/services";
    private static final String DEPLOYMENT = "<deployment xmlns=\"http://xml.apache.org/axis/wsdd/\""
            + " xmlns:java=\"http://xml.apache.org/axis/wsdd/providers/java\">"
            + "<globalConfiguration><parameter name=\"sendMultiRefs\" value=\"false\"/></globalConfiguration>"
            + "<handler name=\"URLMapper\" type=\"java:org.apache.axis.handlers.http.URLMapper\"/>"
            + "<service name=\"wirecost\" provider=\"java:RPC\"><parameter name=\"className\" value=\"Service\"/>"
            + "<parameter name=\"allowedMethods\" value=\"*\"/><parameter name=\"scope\" value=\"Application\"/>";
    private static final String REST = "</service><transport name=\"http\"><requestFlow><handler type=\"URLMapper\"/></requestFlow>"
            + "</transport></deployment>";

    private Server() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "simple" -> simple();
            case "servlet" -> servlet();
            default -> throw new IllegalArgumentException("no variant " + arguments[0]);
        }
    }

    private static EngineConfiguration configuration() {
        StringBuilder text = new StringBuilder(DEPLOYMENT);
        for (Class<?> bean : Types.BEANS) {
            text.append("<beanMapping qname=\"w:").append(bean.getSimpleName()).append("\" xmlns:w=\"").append(Types.NAMESPACE)
                    .append("\" languageSpecificType=\"java:").append(bean.getName()).append("\"/>");
        }
        return new XMLStringProvider(text.append(REST).toString());
    }

    private static void simple() throws Exception {
        InetAddress host = Served.host();
        SimpleAxisServer server = new SimpleAxisServer(Served.WAITING);
        server.setMyConfig(configuration());
        server.setServerSocket(new ServerSocket(Served.port(), Served.WAITING, host));
        server.start(false);
    }

    private static void servlet() throws Exception {
        org.mortbay.jetty.Server jetty = new org.mortbay.jetty.Server();
        SocketConnector connector = new SocketConnector();
        connector.setHost(Served.host().getHostAddress());
        connector.setPort(Served.port());
        connector.setAcceptQueueSize(Served.WAITING);
        jetty.addConnector(connector);
        jetty.setThreadPool(new org.mortbay.thread.QueuedThreadPool(Served.WAITING));
        Context context = new Context(jetty, "/axis", Context.NO_SESSIONS);
        context.addServlet(new ServletHolder(new Configured()), "/services/*");
        jetty.start();
        jetty.join();
    }

    /** The servlet, which would look for its configuration in a file. */
    private static final class Configured extends AxisServlet {
        private static final long serialVersionUID = 1;

        private final transient AxisServer engine = new AxisServer(configuration());

        @Override
        public AxisServer getEngine() {
            return engine;
        }
    }
}
