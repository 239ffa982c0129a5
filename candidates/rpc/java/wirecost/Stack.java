package wirecost;

/** The client of a stack. */
public interface Stack {
    /** A code for a method to fail with, where a protocol leaves codes to applications. */
    int CODE = 42;

    /** Connects a client that makes one call again and again. */
    Connection connect(Exchange exchange) throws Exception;

    /** How an ability is found out that needs more than one ordinary call. */
    Attempt attempt(String ability);

    /** A connection that carries call after call. */
    interface Connection {
        /** Makes a call and compares its reply. */
        void call() throws Exception;

        /** Ends it. */
        void close();
    }

    /** How an ability is found out. */
    interface Attempt {
        /** Makes the calls. An error is why it cannot. */
        void run(Exchange exchange) throws Exception;

        /** The protocol has nothing that could be tried. */
        static Attempt nothing(String reason) {
            return exchange -> {
                throw new Cannot("nothing to try: " + reason);
            };
        }
    }

    /** Why a stack cannot do something. */
    final class Cannot extends Exception {
        private static final long serialVersionUID = 1;

        /** For this reason. */
        public Cannot(String reason) {
            super(reason);
        }

        /** Refuses what did not come back as it went. */
        public static void unlessSame(Object sent, Object received) throws Cannot {
            if (!sent.equals(received)) {
                throw new Cannot(sent + " came back as " + received);
            }
        }

        /** Refuses a meeting of two calls that did not come about. */
        public static void unlessMet(int answer) throws Cannot {
            if (answer != 1) {
                throw new Cannot("a call is begun only when the one before it on its connection is answered");
            }
        }
    }
}
