package io.offerengine.server;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.offerengine.OfferEngine;
import io.offerengine.facet.FacetRequest;
import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.record.RecordMapper;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

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
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\\s*?\\n(.*?)\\n\\s*\\*?\\s*}</pre>", Pattern.DOTALL);
  private static final Pattern LINE_START = Pattern.compile("^\\s*\\* ?", Pattern.MULTILINE);
  private static final Pattern IMPORTS = Pattern.compile("\\A(?:import [^;]+;\\s*)*");
  private static final Pattern TYPE =
      Pattern.compile(
          "\\A(?:@\\w+\\s+)*(?:public |final |abstract )*(?:class|record|interface|enum) ");

  /** What examples need not import: constants, packages of these classes and some of the JDK. */
  static final String USUAL_IMPORTS =
      Stream.concat(
              Stream.of(
                      OfferEngine.class,
                      FacetRequest.class,
                      Query.class,
                      RecordMapper.class,
                      SavedSearches.class,
                      Schema.class,
                      MarketplaceSchema.class,
                      SearchCodec.class)
                  .map(Class::getPackageName),
              Stream.of("java.io", "java.time", "java.util"))
          .distinct()
          .map(name -> "import " + name + ".*;\n")
          .collect(
              Collectors.joining(
                  "", "", "import static " + MarketplaceSchema.class.getName() + ".*;\n"));

  private static final List<Example> EXAMPLES = examples();

  @TempDir private static Path classes;

  /** What the compiler says of each example. */
  private static Map<String, List<String>> problems;

  /**
   * One example.
   *
   * @param packageName the package in which it is compiled
   * @param source the file and the line at which the example begins
   * @param code the text of the example
   */
  record Example(String packageName, String source, String code) {
    /** Returns whether the example is statements, which can be run, and not a whole type. */
    boolean isStatements() {
      return !TYPE.matcher(code.substring(importsEnd())).find();
    }

    /** Returns a whole source file; its class is called Example if the example is statements. */
    String compilationUnit() {
      String head = "package " + packageName + ";\n" + USUAL_IMPORTS;
      if (!isStatements()) {
        return head + code;
      }
      return head
          + code.substring(0, importsEnd())
          + "public class Example extends "
          + JavadocExample.class.getName()
          + " {\n  @Override\n  public void run() throws Exception {\n"
          + code.substring(importsEnd())
          + "\n  }\n}\n";
    }

    private int importsEnd() {
      Matcher imports = IMPORTS.matcher(code);
      return imports.find() ? imports.end() : 0;
    }

    @Override
    public String toString() {
      return source;
    }
  }

  private static List<Example> examples() {
    List<Example> examples = new ArrayList<>();
    for (String module : List.of("engine-core", "engine-json", "engine-server")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main"))) {
        for (Path file :
            files.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
          String source = Files.readString(file);
          Matcher example = EXAMPLE.matcher(source);
          while (example.find()) {
            long line = source.substring(0, example.start(1)).lines().count() + 1;
            String code = LINE_START.matcher(example.group(1)).replaceAll("");
            String name = "example" + examples.size();
            examples.add(new Example(name, file.getFileName() + ":" + line, code));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return examples;
  }

  @BeforeAll
  static void compile() {
    problems =
        JavaFences.problemsOf(
            EXAMPLES.stream().collect(toMap(Example::packageName, Example::compilationUnit)),
            classes);
  }

  @ParameterizedTest
  @FieldSource("EXAMPLES")
  void example_compilesAndRuns(Example example) throws Exception {
    assertThat(problems.getOrDefault(example.packageName(), List.of()))
        .as(example + "\n" + example.code())
        .isEmpty();
    if (example.isStatements()) {
      assertThat(JavaFences.linesOf(example.packageName() + ".Example", classes)).isNotNull();
    }
  }

  @Test
  void compilationUnit_ofAWrongExample_hasProblems() {
    Example wrong = new Example("wrong", "A.java:1", "Query wrong = engine;");
    assertThat(JavaFences.problemsOf(Map.of("wrong", wrong.compilationUnit()), classes))
        .extractingByKey("wrong", LIST)
        .singleElement()
        .asString()
        .contains("OfferEngine cannot be converted");
  }
}
