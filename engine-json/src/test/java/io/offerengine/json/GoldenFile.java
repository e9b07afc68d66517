package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Inputs and what becomes of them, side by side in one resource: the lines of an input, then a line
 * that starts with {@code =>} and says the outcome.
 */
public final class GoldenFile {
  private static final String OUTCOME = "=> ";

  private GoldenFile() {}

  /** Returns the cases of a resource as pairs of input and outcome. */
  public static Stream<Arguments> cases(String name) {
    List<Arguments> cases = new ArrayList<>();
    List<String> input = new ArrayList<>();
    for (String line : text(name).lines().toList()) {
      if (line.startsWith(OUTCOME)) {
        String joined = String.join("\n", input);
        cases.add(Arguments.of(joined, line.substring(OUTCOME.length())));
        input.clear();
      } else {
        input.add(line);
      }
    }
    if (!input.isEmpty() || cases.isEmpty()) {
      throw new IllegalStateException(name + " ends without an outcome");
    }
    return cases.stream();
  }

  /** Returns a whole resource. */
  public static String text(String name) {
    try (InputStream in = GoldenFile.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
