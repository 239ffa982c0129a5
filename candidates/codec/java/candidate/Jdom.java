package candidate;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.jdom.Attribute;
import org.jdom.Comment;
import org.jdom.Document;
import org.jdom.Element;
import org.jdom.ProcessingInstruction;
import org.jdom.input.SAXBuilder;
import wirecost.Codec;
import wirecost.Task;

/**
 * JDOM: http://www.jdom.org/
 *
 * <p>Choices: a builder over the SAX parser that the option names, kept from message to message.
 */
public final class Jdom extends Codec {
    private final SAXBuilder builder;

    public Jdom(Task task) {
        builder = new SAXBuilder(task.option("parser"));
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        return builder.build(new ByteArrayInputStream(encoded));
    }

    @Override
    public Object answer(Object decoded) throws Exception {
        Events events = new Events();
        for (Object child : content(decoded)) {
            tell(child, events);
        }
        return events.told();
    }

    /** Comments, text and elements in order; beta 7 called them mixed content. */
    private static List<?> content(Object node) throws Exception {
        String name = "getContent";
        try {
            node.getClass().getMethod("getMixedContent");
            name = "getMixedContent";
        } catch (NoSuchMethodException error) {
            // 1.0 has the other name.
        }
        return (List<?>) node.getClass().getMethod(name).invoke(node);
    }

    private static void tell(Object node, Events events) throws Exception {
        if (node instanceof Element element) {
            List<Object> told = new ArrayList<>();
            for (Object attribute : element.getAttributes()) {
                Attribute of = (Attribute) attribute;
                told.add(Events.attribute(of.getNamespaceURI(), of.getName(), of.getValue()));
            }
            events.start(element.getNamespaceURI(), element.getName(), told);
            for (Object child : content(element)) {
                tell(child, events);
            }
            events.end();
        } else if (node instanceof Comment comment) {
            events.comment(comment.getText());
        } else if (node instanceof ProcessingInstruction instruction) {
            events.instruction(instruction.getTarget(), instruction.getData());
        } else if (node instanceof String text) {
            events.text(text);
        } else {
            events.text((String) node.getClass().getMethod("getText").invoke(node));
        }
    }
}
