import java.util.Arrays;
import org.apache.soap.server.DeploymentDescriptor;
import org.apache.soap.server.ServiceManager;
import org.apache.soap.server.http.RPCRouterServlet;
import org.apache.soap.server.http.ServerHTTPUtils;
import org.mortbay.jetty.bio.SocketConnector;
import org.mortbay.jetty.servlet.Context;
import org.mortbay.jetty.servlet.ServletHolder;
import org.mortbay.thread.QueuedThreadPool;
import wirecost.Served;

/** The library's servlet in Jetty 6, which runs it as a web server of its time did. */
final class Server {
    static final String PATH = "/soap/servlet/rpcrouter";

    private Server() {}

    public static void main(String[] arguments) throws Exception {
        org.mortbay.jetty.Server jetty = new org.mortbay.jetty.Server();
        SocketConnector connector = new SocketConnector();
        connector.setHost(Served.host().getHostAddress());
        connector.setPort(Served.port());
        connector.setAcceptQueueSize(Served.WAITING);
        jetty.addConnector(connector);
        jetty.setThreadPool(new QueuedThreadPool(Served.WAITING));
        Context context = new Context(jetty, "/soap", Context.SESSIONS);
        // The library writes down there what is deployed.
        context.setResourceBase(System.getenv("WIRECOST_FOLDER"));
        context.addServlet(new ServletHolder(new RPCRouterServlet()), "/servlet/rpcrouter");
        ServiceManager services = ServerHTTPUtils.getServiceManagerFromContext(context.getServletContext());
        services.deploy(service());
        jetty.start();
        jetty.join();
    }

    private static DeploymentDescriptor service() {
        DeploymentDescriptor service = new DeploymentDescriptor();
        service.setID(Types.NAMESPACE);
        service.setProviderType(DeploymentDescriptor.PROVIDER_JAVA);
        service.setProviderClass(Service.class.getName());
        service.setScope(DeploymentDescriptor.SCOPE_APPLICATION);
        service.setMethods(Arrays.stream(Service.class.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class)
                .map(java.lang.reflect.Method::getName)
                .toArray(String[]::new));
        service.setMappings(Types.mappings());
        return service;
    }
}
