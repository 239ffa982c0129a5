package wirecost;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Classes that are generated for the types of a message, compiled once and kept on disk: compiling takes seconds. */
public final class Compiled {
    private Compiled() {}

    /** Makes more sources in a folder, before they are compiled. */
    public interface Generator {
        void into(Path folder) throws Exception;
    }

    /**
     * A loader of these sources, by class name. What they were made of beside them, such as a version, is `also`.
     */
    public static ClassLoader load(Task task, String kind, String also, Map<String, String> sources, ClassLoader parent)
            throws Exception {
        return load(task, kind, also + sources, parent, folder -> {
            for (Map.Entry<String, String> source : sources.entrySet()) {
                Path file = folder.resolve(source.getKey().replace('.', '/') + ".java");
                Files.createDirectories(file.getParent());
                Files.writeString(file, source.getValue());
            }
        });
    }

    /** A loader of what a generator makes; `of` is all that it depends on, beside this version of Java. */
    public static ClassLoader load(Task task, String kind, String of, ClassLoader parent, Generator generator) throws Exception {
        Path made = task.cache().resolve(kind + "-" + digest(Version.text() + "\n" + of));
        if (!Files.isDirectory(made)) {
            Path aside = made.resolveSibling(made.getFileName() + "." + ProcessHandle.current().pid());
            Files.createDirectories(aside);
            try {
                generator.into(aside);
                compile(aside, task.paths());
                move(aside, made);
            } finally {
                delete(aside);
            }
        }
        return new URLClassLoader(new URL[] {made.toUri().toURL()}, parent);
    }

    /** Refuses a field that no Java class can have. */
    public static void checkName(String name) throws Unsupported {
        if (!SourceVersion.isName(name)) {
            throw new Unsupported("field \"" + name + "\" is no name in Java");
        }
    }

    private static String digest(String text) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, 8);
    }

    private static void compile(Path folder, Path[] paths) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("this Java has no compiler; try: apt-get install default-jdk-headless");
        }
        List<String> path = new ArrayList<>();
        for (Path each : paths) {
            path.add(each.toString());
        }
        List<String> sources;
        try (Stream<Path> files = Files.walk(folder)) {
            sources = files.map(Path::toString).filter(name -> name.endsWith(".java")).toList();
        }
        List<String> options = List.of("-nowarn", "-proc:none", "-d", folder.toString(), "-cp", String.join(":", path));
        StringWriter told = new StringWriter();
        var files = compiler.getStandardFileManager(null, null, null);
        if (!compiler.getTask(told, files, null, options, null, files.getJavaFileObjectsFromStrings(sources)).call()) {
            throw new IllegalStateException("generated classes do not compile: " + told);
        }
    }

    /** Another process may have made the same meanwhile. */
    private static void move(Path aside, Path made) throws IOException {
        try {
            Files.move(aside, made);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException | AtomicMoveNotSupportedException error) {
            if (!Files.isDirectory(made)) {
                throw error;
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
