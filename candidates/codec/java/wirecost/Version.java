package wirecost;

/** Prints the version of the Java that runs this, which vouches for what candidates of the platform claim. */
final class Version {
    private Version() {}

    static String text() {
        return System.getProperty("java.version");
    }

    public static void main(String[] arguments) {
        System.out.println("Java " + text());
    }
}
