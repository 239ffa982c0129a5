package wirecost;

/** A call that clients make again and again, and the reply that is right. */
public final class Exchange {
    private final Calling calling;
    private final String method;
    private final Object argument;
    private final Object expected;

    Exchange(Calling calling, byte[] message) {
        if (!calling.transfer().equals("whole")) {
            throw new IllegalArgumentException("it sends bodies whole, not " + calling.transfer());
        }
        this.calling = calling;
        String name = (calling.isEcho() ? "echo" : "count") + Messages.name(calling.messageType());
        argument = Messages.of(calling.messageType(), Tree.decode(message));
        expected = calling.isEcho() ? argument : (Object) Messages.count(argument);
        method = misnamed(name, calling.ability());
    }

    /** Another name where a server must refuse the call. */
    private static String misnamed(String name, String ability) {
        if ("unknown-method".equals(ability)) {
            return "noSuchMethod";
        }
        if ("wrong-type".equals(ability)) {
            return name.equals("echoDoubles") ? "echoText" : "echoDoubles";
        }
        return name;
    }

    /** What the harness tells. */
    public Calling calling() {
        return calling;
    }

    /** The name under which the method is called. */
    public String method() {
        return method;
    }

    /** What is sent. */
    public Object argument() {
        return argument;
    }

    /** Compares a reply. */
    public void check(Object reply) throws Failure {
        if (!expected.equals(reply)) {
            String text = String.valueOf(reply);
            throw Failure.wrong(text.substring(0, Math.min(text.length(), 100)));
        }
    }
}
