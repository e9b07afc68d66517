package io.offerengine.example.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** README.md quotes the sources of this example. */
class TutorialTest {
  private static final Pattern FENCE =
      Pattern.compile("^```java\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  @Test
  void everyJavaFence_isPartOfASource() throws IOException {
    List<String> fences =
        FENCE
            .matcher(Files.readString(Path.of("README.md")))
            .results()
            .map(fence -> unindented(fence.group(1)))
            .toList();
    assertThat(fences).hasSizeGreaterThan(5);
    String sources;
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(TutorialTest::read)
              .collect(Collectors.joining());
    }
    for (String fence : fences) {
      assertThat(unindented(sources)).contains(fence);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String unindented(String lines) {
    return lines.lines().map(String::strip).collect(Collectors.joining("\n"));
  }
}
