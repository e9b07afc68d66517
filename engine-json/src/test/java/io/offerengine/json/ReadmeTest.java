package io.offerengine.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's Java compiles as it stands: each fence is a whole class, without a warning. */
class ReadmeTest {
  @Test
  void everyJavaFence_compiles(@TempDir Path classes) throws IOException {
    List<String> fences = JavaFences.in(Files.readString(Path.of("..", "README.md")));
    assertThat(fences).isNotEmpty();
    for (String fence : fences) {
      assertThat(JavaFences.problemsOf(fence, classes)).as(fence).isEmpty();
    }
  }
}
