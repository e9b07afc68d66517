package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.JavadocExamples.Example;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiles every Java example in the Javadoc of the core, JSON and server modules, warnings
 * included, and runs the examples that are statements.
 *
 * <p>An example stands in a {@code <pre>} element whose whole content is one {@code code} tag; the
 * code begins on the line after the opening tag. A text that is not Java stands in a {@code <pre>}
 * element without that tag.
 *
 * <p>An example that begins with a type, after its imports, is compiled as a source file. Any other
 * example is the body of a method and is run; the fields of {@link JavadocExample} are its
 * variables ({@code schema}, {@code engine}, {@code snapshot}, {@code query}, {@code matches},
 * {@code codec}, {@code body}), and the example may declare variables of the same names. Both kinds
 * import the public packages of the core and JSON modules, the constants of MarketplaceSchema, and
 * {@code java.io}, {@code java.time} and {@code java.util}; every other import is written in the
 * example. What an example prints is dropped.
 */
class JavadocExamplesTest {
  private static final List<String> MODULES =
      List.of("engine-core", "engine-json", "engine-server");

  private static Stream<Example> examples() {
    return MODULES.stream()
        .flatMap(module -> JavadocExamples.under(Path.of("..", module, "src", "main")).stream());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void example_compilesAndRuns(Example example, @TempDir Path classes) throws Exception {
    assertThat(JavaFences.problemsOf(example.compilationUnit(), classes))
        .as(example + "\n" + example.code())
        .isEmpty();
    if (example.isStatements()) {
      run(classes);
    }
  }

  private static void run(Path classes) throws IOException, ReflectiveOperationException {
    URL[] urls = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls)) {
      Object example = loader.loadClass("Example").getDeclaredConstructor().newInstance();
      PrintStream out = System.out;
      System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
      try {
        ((JavadocExample) example).run();
      } catch (Exception e) {
        throw new AssertionError("the example throws", e);
      } finally {
        System.setOut(out);
      }
    }
  }

  @Test
  void compilationUnit_ofAWrongExample_hasProblems(@TempDir Path classes) throws IOException {
    Example wrong = new Example("A.java:1", "Query wrong = engine;");
    assertThat(JavaFences.problemsOf(wrong.compilationUnit(), classes))
        .singleElement()
        .asString()
        .contains("OfferEngine cannot be converted");
  }
}
