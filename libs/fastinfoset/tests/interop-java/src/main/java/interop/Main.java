package interop;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Carries out a list of jobs, one a line, fields separated by tabs, and prints a line for each: "ok" or the error.
 *
 * encode XML OUT SETTING: XML to Fast Infoset. decode FI OUT SETTING: Fast Infoset to canonical text. canon XML OUT: XML to
 * canonical text. typed-encode OUT: every encoding algorithm. typed-decode FI OUT: the values of such a document.
 */
public final class Main {
    public static void main(String[] args) throws Exception {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] job = line.split("\t", -1);
            try {
                run(job);
                System.out.println("ok");
            } catch (Throwable error) {
                Throwable cause = error;
                while (cause.getCause() != null) {
                    cause = cause.getCause();
                }
                System.out.println(error + " <- " + cause);
            }
        }
    }

    private static void run(String[] job) throws Exception {
        switch (job[0]) {
            case "encode" -> {
                try (InputStream in = open(job[1]); OutputStream out = create(job[2])) {
                    Codec.encode(in, out, new Settings(job[3]));
                }
            }
            case "decode" -> {
                try (InputStream in = open(job[1])) {
                    write(job[2], Codec.decode(in, new Settings(job[3])));
                }
            }
            case "canon" -> {
                try (InputStream in = open(job[1])) {
                    Canonical canonical = new Canonical();
                    Codec.parse(in, canonical);
                    write(job[2], canonical.toString());
                }
            }
            case "typed-encode" -> {
                try (OutputStream out = create(job[1])) {
                    Typed.encode(out);
                }
            }
            case "typed-decode" -> {
                try (InputStream in = open(job[1])) {
                    write(job[2], Typed.decode(in));
                }
            }
            default -> throw new IllegalArgumentException(job[0]);
        }
    }

    private static InputStream open(String name) throws Exception {
        return new BufferedInputStream(Files.newInputStream(Path.of(name)));
    }

    private static OutputStream create(String name) throws Exception {
        return new BufferedOutputStream(Files.newOutputStream(Path.of(name)));
    }

    private static void write(String name, String text) throws Exception {
        Files.write(Path.of(name), text.getBytes(StandardCharsets.UTF_8));
    }
}
