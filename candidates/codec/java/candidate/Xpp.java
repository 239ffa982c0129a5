package candidate;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserFactory;
import wirecost.Codec;
import wirecost.Task;

/**
 * XML Pull Parser 3: http://www.extreme.indiana.edu/xgws/xsoap/xpp/
 *
 * <p>Choices: namespaces resolved; next(), which joins adjacent text and passes over comments and instructions; the parser is
 * kept from message to message. Timed, every event's content is counted and nothing is kept.
 */
public final class Xpp extends Codec {
    private final XmlPullParser parser;
    private final int[] place = new int[2];

    public Xpp(Task task) throws Exception {
        XmlPullParserFactory factory = XmlPullParserFactory.newInstance();
        factory.setNamespaceAware(true);
        parser = factory.newPullParser();
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        parser.setInput(new ByteArrayInputStream(encoded), null);
        long count = 0;
        for (int event = parser.next(); event != XmlPullParser.END_DOCUMENT; event = parser.next()) {
            switch (event) {
                case XmlPullParser.START_TAG -> {
                    count++;
                    for (int i = 0; i < parser.getAttributeCount(); i++) {
                        count += 1 + parser.getAttributeValue(i).length();
                    }
                }
                case XmlPullParser.END_TAG -> count++;
                default -> {
                    parser.getTextCharacters(place);
                    count += place[1];
                }
            }
        }
        return count;
    }

    @Override
    public Object events(byte[] encoded) throws Exception {
        parser.setInput(new ByteArrayInputStream(encoded), null);
        Events events = new Events();
        for (int event = parser.next(); event != XmlPullParser.END_DOCUMENT; event = parser.next()) {
            switch (event) {
                case XmlPullParser.START_TAG -> {
                    List<Object> told = new ArrayList<>();
                    for (int i = 0; i < parser.getAttributeCount(); i++) {
                        String namespace = parser.getAttributeNamespace(i);
                        told.add(Events.attribute(namespace, parser.getAttributeName(i), parser.getAttributeValue(i)));
                    }
                    events.start(parser.getNamespace(), parser.getName(), told);
                }
                case XmlPullParser.END_TAG -> events.end();
                default -> events.text(parser.getText());
            }
        }
        return events.told();
    }
}
