package wirecost;

import java.util.Map;

/** What a client finds out about its stack in place of calls that are measured: the abilities of crates/rpc-protocol. */
final class Finding {
    private Finding() {}

    static Object find(Stack stack, Exchange exchange, String ability) {
        Stack.Attempt attempt = switch (ability) {
            case "struct" -> it -> call(stack, it);
            case "unknown-method", "wrong-type" -> it -> refused(stack, it);
            default -> stack.attempt(ability);
        };
        if (attempt == null) {
            return Map.of("not-asked", "its client does not know \"" + ability + "\"");
        }
        try {
            attempt.run(exchange);
            return "can";
        } catch (Stack.Cannot reason) {
            return Map.of("cannot", reason.getMessage());
        } catch (Exception error) {
            return Map.of("cannot", Failure.told(error));
        }
    }

    private static void call(Stack stack, Exchange exchange) throws Exception {
        Stack.Connection client = stack.connect(exchange);
        try {
            client.call();
        } finally {
            client.close();
        }
    }

    private static void refused(Stack stack, Exchange exchange) throws Exception {
        try {
            call(stack, exchange);
        } catch (Exception error) {
            if (Failure.outcome(error).equals("status")) {
                return;
            }
            throw error;
        }
        throw new Stack.Cannot("it was answered as if it were right");
    }
}
