package interop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.namespace.QName;
import org.jvnet.fastinfoset.Vocabulary;

/** Settings of a codec: limit=N, utf16, whitespace=drop, vocabulary=FILE, separated by commas. */
final class Settings {
    int limit = -1;
    boolean utf16;
    boolean dropWhitespace;
    String uri;
    Vocabulary vocabulary;
    /** The tables of the serializer that these settings made. */
    com.sun.xml.fastinfoset.vocab.SerializerVocabulary tables;

    Settings(String text) throws Exception {
        for (String setting : text.split(",")) {
            String value = setting.substring(setting.indexOf('=') + 1);
            if (setting.startsWith("limit=")) {
                limit = Integer.parseInt(value);
            } else if (setting.equals("utf16")) {
                utf16 = true;
            } else if (setting.equals("whitespace=drop")) {
                dropWhitespace = true;
            } else if (setting.startsWith("vocabulary=")) {
                readVocabulary(Files.readAllLines(Path.of(value)));
            }
        }
    }

    /** The URI, then a line an entry: its table, then its parts, separated by tabs. */
    private void readVocabulary(List<String> lines) {
        uri = lines.get(0);
        vocabulary = new Vocabulary();
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.split("\t", -1);
            switch (parts[0]) {
                case "prefix" -> vocabulary.prefixes.add(parts[1]);
                case "namespace" -> vocabulary.namespaceNames.add(parts[1]);
                case "local" -> vocabulary.localNames.add(parts[1]);
                case "value" -> vocabulary.attributeValues.add(parts[1]);
                case "chunk" -> vocabulary.characterContentChunks.add(parts[1]);
                case "element" -> vocabulary.elements.add(new QName(parts[2], parts[3], parts[1]));
                case "attribute" -> vocabulary.attributes.add(new QName(parts[2], parts[3], parts[1]));
                default -> throw new IllegalArgumentException(line);
            }
        }
    }
}
