package io.offerengine.example.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program runs in the image of a runtime that docs/library.md makes. */
class RuntimeImageTest {
  private static final Pattern JLINK =
      Pattern.compile("^jlink --add-modules ([a-z.,]+) .*$", Pattern.MULTILINE);

  @Test
  void program_runsInTheImageOfTheManual(@TempDir Path directory) throws Exception {
    Path image = directory.resolve("runtime");
    link(image);
    Path output = directory.resolve("output");
    Process program =
        new ProcessBuilder(
                image.resolve("bin").resolve("java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "Lisbon",
                "32",
                "java",
                "kafka")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(program.waitFor()).as(Files.readString(output)).isZero();
    assertThat(Files.readString(output, UTF_8)).containsPattern("\\d+ jobs\\R +\\d+\\.\\d\\d EUR ");
  }

  /** Runs jlink as the command of the manual does, and leaves out what only debuggers need. */
  private static void link(Path image) throws IOException {
    Matcher command = JLINK.matcher(Files.readString(Path.of("../../docs/library.md")));
    assertThat(command.find()).as("a line of docs/library.md that calls jlink").isTrue();
    StringWriter errors = new StringWriter();
    ToolProvider jlink = ToolProvider.findFirst("jlink").orElseThrow();
    int status =
        jlink.run(
            new PrintWriter(errors),
            new PrintWriter(errors),
            "--add-modules",
            command.group(1),
            "--strip-debug",
            "--output",
            image.toString());
    assertThat(status).as(errors.toString()).isZero();
  }
}
