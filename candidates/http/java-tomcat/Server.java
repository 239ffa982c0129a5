import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** A servlet for each path. Connections stay open for as long as the client wants, and as many as there are. */
final class Server extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final byte[] content;

    private Server(byte[] content) {
        this.content = content;
    }

    public static void main(String[] arguments) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(arguments[0]);
        Connector connector = tomcat.getConnector();
        connector.setPort(Integer.parseInt(System.getenv("WIRECOST_PORT")));
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("maxConnections", "65536");
        connector.setProperty("acceptCount", "4096");
        Context context = tomcat.addContext("", arguments[0]);
        serve(context, "/message", Files.readAllBytes(Path.of(System.getenv("WIRECOST_MESSAGE"))));
        serve(context, "/who", System.getenv("WIRECOST_NONCE").getBytes(StandardCharsets.UTF_8));
        tomcat.start();
        tomcat.getServer().await();
    }

    private static void serve(Context context, String path, byte[] content) {
        Tomcat.addServlet(context, path, new Server(content));
        context.addServletMappingDecoded(path, path);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("application/octet-stream");
        response.setContentLength(content.length);
        response.getOutputStream().write(content);
    }
}
