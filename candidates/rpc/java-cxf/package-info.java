/** A namespace of their own for the messages: the library names a type of its own after each method, and `echoFloat` is both. */
@XmlSchema(namespace = "urn:wirecost:messages")
package wirecost;

import jakarta.xml.bind.annotation.XmlSchema;
