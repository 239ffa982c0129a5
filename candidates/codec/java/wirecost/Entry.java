package wirecost;

import java.io.IOException;
import java.io.Reader;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/** A candidate that `wirecost setup java` resolved and compiled. */
final class Entry {
    private final Properties properties = new Properties();
    private final Path installed;
    final String name;

    private Entry(Path file) throws IOException {
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        }
        installed = file.getParent().getParent();
        name = get("name");
    }

    /** All of them, by name. */
    static Map<String, Entry> all(Path installed) throws IOException {
        Map<String, Entry> found = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(installed.resolve("candidates"))) {
            for (Path file : files.sorted().toList()) {
                Entry entry = new Entry(file);
                found.put(entry.name, entry);
            }
        }
        return found;
    }

    String get(String key) {
        return properties.getProperty(key, "");
    }

    private List<String> list(String key) {
        return get(key).isEmpty() ? List.of() : List.of(get(key).split(","));
    }

    private Map<String, String> below(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        properties.stringPropertyNames().stream().sorted().filter(key -> key.startsWith(prefix)).forEach(key ->
                found.put(key.substring(prefix.length()), get(key)));
        return found;
    }

    Map<String, Object> describe() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", name);
        told.put("package", get("package"));
        told.put("version", get("version").isEmpty() ? Version.text() : get("version"));
        told.put("format", get("format"));
        told.put("binding", get("binding"));
        told.put("operations", list("operations"));
        if (!list("types").isEmpty()) {
            told.put("types", list("types"));
        }
        told.put("reference", get("reference").equals("true"));
        told.put("omits", list("omits"));
        told.put("parameters", below("parameter."));
        if (!get("max_depth").isEmpty()) {
            told.put("max_depth", Long.valueOf(get("max_depth")));
        }
        return told;
    }

    /** Loads the candidate in a loader of its own and makes it ready. */
    Codec load(String operation, String message, Types types, Task.Schema schema) throws Exception {
        Stream<Path> libraries = list("path").stream().map(Path::of);
        Path[] paths = Stream.concat(Stream.of(installed.resolve("classes").resolve(name)), libraries).toArray(Path[]::new);
        URL[] urls = new URL[paths.length];
        for (int i = 0; i < paths.length; i++) {
            urls[i] = paths[i].toUri().toURL();
        }
        Loader loader = new Loader(urls);
        Thread.currentThread().setContextClassLoader(loader);
        Task task = new Task(operation, message, types, schema, below("option."), paths, installed.resolve("types"));
        try {
            return (Codec) loader.loadClass(get("class")).getConstructor(Task.class).newInstance(task);
        } catch (java.lang.reflect.InvocationTargetException error) {
            throw error.getCause() instanceof Exception cause ? cause : error;
        }
    }
}
