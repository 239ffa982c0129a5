package candidate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import wirecost.Codec;
import wirecost.Task;

/** Candidates that lie, each in the way that its option names, about decoding {"words":["...", ...]}. */
public final class Planted extends Codec {
    private final String lie;
    private final ExecutorService elsewhere;
    private int decoded;

    public Planted(Task task) {
        lie = task.option("lie");
        elsewhere = lie.endsWith("thread") ? Executors.newSingleThreadExecutor() : null;
    }

    @Override
    public Object decode(byte[] encoded) throws Exception {
        decoded++;
        return switch (lie) {
            case "wrong" -> wrong(words(encoded));
            // Right as long as it is verified, and then no longer.
            case "wrong-later" -> decoded > 40 ? wrong(words(encoded)) : words(encoded);
            case "lazy" -> encoded;
            case "in-thread" -> elsewhere.submit(() -> words(encoded)).get();
            case "left-to-thread" -> elsewhere.submit(() -> words(encoded));
            default -> words(encoded);
        };
    }

    @Override
    public Object answer(Object result) throws Exception {
        Object words = result instanceof Future<?> future ? future.get() : result;
        return Map.of("words", words instanceof byte[] encoded ? words(encoded) : words);
    }

    private static List<String> wrong(List<String> words) {
        words.set(words.size() - 1, "wrong");
        return words;
    }

    private static List<String> words(byte[] encoded) {
        String text = new String(encoded, StandardCharsets.UTF_8);
        List<String> words = new ArrayList<>();
        int from = text.indexOf('[');
        while (true) {
            int start = text.indexOf('"', from);
            if (start < 0) {
                return words;
            }
            int end = text.indexOf('"', start + 1);
            words.add(text.substring(start + 1, end));
            from = end + 1;
        }
    }
}
