import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles the runner and candidates in one process, which takes a tenth of the time that a compiler each takes.
 *
 * <p>Arguments: the folder of the sources, the folder to put classes in, and a file with a line for each candidate: its name, its
 * class, and its class path, with tabs between. For each it prints "ok" or "failed", the name, and what the compiler said first.
 * `wirecost setup java` runs it.
 */
final class Compile {
    private static final String RUNNER = "the runner";

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final Path sources;
    private final Path installed;

    private Compile(Path sources, Path installed) {
        this.sources = sources;
        this.installed = installed;
    }

    public static void main(String[] arguments) throws IOException {
        Compile compile = new Compile(Path.of(arguments[0]), Path.of(arguments[1]));
        if (compile.compiler == null) {
            System.err.println("this Java runs programs and has no compiler");
            System.exit(1);
        }
        Path runner = compile.installed.resolve("runner");
        try (Stream<Path> files = Files.list(compile.sources.resolve("wirecost"))) {
            compile.compile(RUNNER, files.sorted().toList(), compile.installed.resolve("jna.jar").toString(), runner);
        }
        for (String line : Files.readAllLines(Path.of(arguments[2]))) {
            String[] told = line.split("\t", -1);
            Path source = compile.sources.resolve("candidate").resolve(told[1] + ".java");
            String path = runner + (told[2].isEmpty() ? "" : ":" + told[2]);
            compile.compile(told[0], List.of(source), path, compile.installed.resolve("classes").resolve(told[0]));
        }
    }

    private void compile(String name, List<Path> files, String path, Path target) throws IOException {
        Files.createDirectories(target);
        StringWriter told = new StringWriter();
        boolean done;
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-cp", path, "-d", target.toString()));
            // The runner asks for clocks that belong to this platform and to no standard.
            options.addAll(name.equals(RUNNER)
                    ? List.of("-source", "17", "-target", "17")
                    : List.of("--release", "17", "-sourcepath", sources.toString()));
            done = compiler.getTask(told, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files)).call();
        }
        String said = told.toString().strip();
        String first = Stream.of(said.split("\n")).filter(line -> line.contains("error:")).findFirst().orElse("the compiler failed");
        System.out.println(done ? "ok\t" + name + "\t" : "failed\t" + name + "\t" + first);
        if (!done) {
            System.err.println(said);
        }
    }
}
