package wirecost;

/** The methods for every type of message, for libraries that take JavaBeans. */
public class Echoes {
    public EchoFloat echoFloat(EchoFloat message) {
        return message;
    }

    public int countFloat(EchoFloat message) {
        return Messages.count(message);
    }

    public Empty echoEmpty(Empty message) {
        return message;
    }

    public int countEmpty(Empty message) {
        return Messages.count(message);
    }

    public Text echoText(Text message) {
        return message;
    }

    public int countText(Text message) {
        return Messages.count(message);
    }

    public Doubles echoDoubles(Doubles message) {
        return message;
    }

    public int countDoubles(Doubles message) {
        return Messages.count(message);
    }

    public Dns echoDns(Dns message) {
        return message;
    }

    public int countDns(Dns message) {
        return Messages.count(message);
    }
}
