package candidate;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** What all candidates of StAX share, whatever the bytes are. */
final class StaxEvents {
    private StaxEvents() {}

    /** Counts every event and its content (docs/PROTOCOL.md, the fold). */
    static long count(XMLStreamReader reader) throws XMLStreamException {
        long count = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    count++;
                    for (int i = 0; i < reader.getAttributeCount(); i++) {
                        count += 1 + reader.getAttributeValue(i).length();
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> count++;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> count += reader.getTextLength();
                case XMLStreamConstants.COMMENT -> count += 1 + reader.getTextLength();
                case XMLStreamConstants.PROCESSING_INSTRUCTION -> {
                    String data = reader.getPIData();
                    count += 1 + (data == null ? 0 : data.length());
                }
                default -> { }
            }
        }
        return count;
    }

    /** Writes down every event, for the check. */
    static List<Object> events(XMLStreamReader reader) throws XMLStreamException {
        Events events = new Events();
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    List<Object> told = new ArrayList<>();
                    for (int i = 0; i < reader.getAttributeCount(); i++) {
                        String namespace = reader.getAttributeNamespace(i);
                        told.add(Events.attribute(namespace, reader.getAttributeLocalName(i), reader.getAttributeValue(i)));
                    }
                    events.start(reader.getNamespaceURI(), reader.getLocalName(), told);
                }
                case XMLStreamConstants.END_ELEMENT -> events.end();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> events.text(reader.getText());
                case XMLStreamConstants.COMMENT -> events.comment(reader.getText());
                case XMLStreamConstants.PROCESSING_INSTRUCTION -> events.instruction(reader.getPITarget(), reader.getPIData());
                default -> { }
            }
        }
        return events.told();
    }

    /** A call of a writer, ready to be made. */
    interface Step {
        void write(XMLStreamWriter writer) throws XMLStreamException;
    }

    private record Start(Events.Name name, Events.Declaration[] declarations, Events.Attribute[] attributes) implements Step {
        @Override
        public void write(XMLStreamWriter writer) throws XMLStreamException {
            writer.writeStartElement(name.prefix(), name.local(), name.namespace());
            for (Events.Declaration declaration : declarations) {
                if (declaration.prefix().isEmpty()) {
                    writer.writeDefaultNamespace(declaration.namespace());
                } else {
                    writer.writeNamespace(declaration.prefix(), declaration.namespace());
                }
            }
            for (Events.Attribute attribute : attributes) {
                Events.Name name = attribute.name();
                if (name.namespace().isEmpty()) {
                    writer.writeAttribute(name.local(), attribute.value());
                } else {
                    writer.writeAttribute(name.prefix(), name.namespace(), name.local(), attribute.value());
                }
            }
        }
    }

    private record End() implements Step {
        @Override
        public void write(XMLStreamWriter writer) throws XMLStreamException {
            writer.writeEndElement();
        }
    }

    private record Text(String text) implements Step {
        @Override
        public void write(XMLStreamWriter writer) throws XMLStreamException {
            writer.writeCharacters(text);
        }
    }

    private record Comment(String text) implements Step {
        @Override
        public void write(XMLStreamWriter writer) throws XMLStreamException {
            writer.writeComment(text);
        }
    }

    private record Instruction(String target, String data) implements Step {
        @Override
        public void write(XMLStreamWriter writer) throws XMLStreamException {
            writer.writeProcessingInstruction(target, data);
        }
    }

    /** A document as calls of a writer. */
    static Step[] steps(Object document) throws Exception {
        List<Step> steps = new ArrayList<>();
        Events.tell(document, new Events.Reader() {
            @Override
            public void start(Events.Name name, List<Events.Declaration> declarations, List<Events.Attribute> attributes) {
                steps.add(new Start(name, declarations.toArray(new Events.Declaration[0]), attributes.toArray(new Events.Attribute[0])));
            }

            @Override
            public void end() {
                steps.add(new End());
            }

            @Override
            public void text(String text) {
                steps.add(new Text(text));
            }

            @Override
            public void comment(String text) {
                steps.add(new Comment(text));
            }

            @Override
            public void instruction(String target, String data) {
                steps.add(new Instruction(target, data));
            }
        });
        return steps.toArray(new Step[0]);
    }

    static void write(Step[] steps, XMLStreamWriter writer) throws XMLStreamException {
        writer.writeStartDocument();
        for (Step step : steps) {
            step.write(writer);
        }
        writer.writeEndDocument();
        writer.flush();
    }
}
