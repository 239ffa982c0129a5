package candidate;

import electric.xml.Document;
import wirecost.Codec;
import wirecost.Task;

/**
 * Electric XML of The Mind Electric, version 7.0 of April 2003, for Electric XML 1.4 of 2001.
 *
 * <p>Choices: built from the array of bytes; white space between tags is left out, as it has it. It does not
 * conform: duplicate attributes and undefined entities are accepted.
 */
public final class Exml extends Codec {
    public Exml(Task task) {}

    @Override
    public Object decode(byte[] encoded) throws Exception {
        return new Document(encoded);
    }

    @Override
    public Object answer(Object decoded) {
        return DomTree.events((org.w3c.dom.Document) decoded);
    }
}
