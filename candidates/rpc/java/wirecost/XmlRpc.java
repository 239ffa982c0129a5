package wirecost;

import java.util.Date;

/** What clients of XML-RPC have in common, whichever library carries their calls. */
public abstract class XmlRpc implements Stack.Connection {
    public static final String PATH = "/RPC2";

    private final Exchange exchange;

    protected XmlRpc(Exchange exchange) {
        this.exchange = exchange;
    }

    /** How a library's client is made. */
    public interface Opening {
        XmlRpc open(Exchange exchange) throws Exception;
    }

    /** Runs the client process. */
    public static void run(Opening opening) {
        Main.run(new Stack() {
            @Override
            public Connection connect(Exchange exchange) throws Exception {
                return opening.open(exchange);
            }

            @Override
            public Attempt attempt(String ability) {
                return XmlRpc.attempt(ability, opening);
            }
        });
    }

    private static Stack.Attempt attempt(String ability, Opening opening) {
        return switch (ability) {
            case "integers" -> Stack.Attempt.nothing("its integers have 32 bits");
            case "fault-code" -> exchange -> opening.open(exchange).fail();
            case "one-way" -> Stack.Attempt.nothing("HTTP answers every request");
            case "concurrent" -> XmlRpc::meet;
            case "both-ways" -> Stack.Attempt.nothing("its server answers calls and makes none");
            case "date-time" -> exchange -> opening.open(exchange).echoTime();
            default -> null;
        };
    }

    /** Calls a method. A fault is a {@link Failure} with its code. */
    protected abstract Object execute(String method, Object parameter) throws Exception;

    /** A message as the library takes structs. */
    protected abstract Object write(Object message);

    /** The message of the same type as another that a struct stands for. */
    protected abstract Object read(Object like, Object struct) throws Failure;

    @Override
    public void call() throws Exception {
        Object reply = execute(exchange.method(), write(exchange.argument()));
        exchange.check(exchange.calling().isEcho() ? read(exchange.argument(), reply) : reply);
    }

    private void fail() throws Exception {
        try {
            execute("fail", Stack.CODE);
        } catch (Failure fault) {
            Stack.Cannot.unlessSame(Stack.CODE, fault.code());
            return;
        }
        throw new Stack.Cannot("a method that fails is answered as if it did not");
    }

    /** The protocol's moments have neither a fraction of a second nor a time zone. */
    private void echoTime() throws Exception {
        Date moment = new Date(986_308_245_000L);
        Stack.Cannot.unlessSame(moment, execute("echoTime", moment));
    }

    /** By a socket, since the libraries send nothing before the answer. */
    private static void meet(Exchange exchange) throws Exception {
        String body = "<?xml version=\"1.0\"?><methodCall><methodName>wirecost.meet</methodName><params><param><value><int>"
                + exchange.calling().timeoutMs() / 4 + "</int></value></param></params></methodCall>";
        String answer = Pipeline.first(exchange.calling(), PATH, "text/xml", "", body);
        Stack.Cannot.unlessMet(answer.contains(">1<") ? 1 : 0);
    }
}
