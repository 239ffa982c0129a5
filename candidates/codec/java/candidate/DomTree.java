package candidate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.ProcessingInstruction;

/** A DOM as events and back; nothing here is timed. */
final class DomTree {
    private DomTree() {}

    static List<Object> events(Document document) {
        Events events = new Events();
        for (Node child = document.getFirstChild(); child != null; child = child.getNextSibling()) {
            tell(child, events);
        }
        return events.told();
    }

    private static void tell(Node node, Events events) {
        switch (node.getNodeType()) {
            case Node.ELEMENT_NODE -> {
                events.start(node.getNamespaceURI(), local(node), attributes(node.getAttributes()));
                for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
                    tell(child, events);
                }
                events.end();
            }
            case Node.TEXT_NODE, Node.CDATA_SECTION_NODE -> events.text(node.getNodeValue());
            case Node.COMMENT_NODE -> events.comment(node.getNodeValue());
            case Node.PROCESSING_INSTRUCTION_NODE -> {
                ProcessingInstruction instruction = (ProcessingInstruction) node;
                events.instruction(instruction.getTarget(), instruction.getData());
            }
            default -> { }
        }
    }

    private static List<Object> attributes(NamedNodeMap attributes) {
        List<Object> told = new ArrayList<>();
        for (int i = 0; i < attributes.getLength(); i++) {
            Attr attribute = (Attr) attributes.item(i);
            String name = attribute.getName();
            if (!name.equals("xmlns") && !name.startsWith("xmlns:")) {
                told.add(Events.attribute(attribute.getNamespaceURI(), local(attribute), attribute.getValue()));
            }
        }
        return told;
    }

    private static String local(Node node) {
        return node.getLocalName() == null ? node.getNodeName() : node.getLocalName();
    }

    /** Puts the events of a document into an empty one. */
    static Document build(Object events, Document document) throws Exception {
        Deque<Node> open = new ArrayDeque<>();
        open.push(document);
        Events.tell(events, new Events.Reader() {
            @Override
            public void start(Events.Name name, List<Events.Declaration> declarations, List<Events.Attribute> attributes) {
                Element element = document.createElementNS(orNull(name.namespace()), name.qualified());
                for (Events.Declaration declaration : declarations) {
                    element.setAttributeNS(Events.XMLNS, declaration.qualified(), declaration.namespace());
                }
                for (Events.Attribute attribute : attributes) {
                    element.setAttributeNS(orNull(attribute.name().namespace()), attribute.name().qualified(), attribute.value());
                }
                open.peek().appendChild(element);
                open.push(element);
            }

            @Override
            public void end() {
                open.pop();
            }

            @Override
            public void text(String text) {
                open.peek().appendChild(document.createTextNode(text));
            }

            @Override
            public void comment(String text) {
                open.peek().appendChild(document.createComment(text));
            }

            @Override
            public void instruction(String target, String data) {
                open.peek().appendChild(document.createProcessingInstruction(target, data));
            }
        });
        return document;
    }

    private static String orNull(String namespace) {
        return namespace.isEmpty() ? null : namespace;
    }
}
