package io.offerengine.server;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the Java examples in the Javadoc of source files, by the rule of JavadocExamplesTest. */
final class JavadocExamples {
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\\s*?\\n(.*?)\\n\\s*\\*?\\s*}</pre>", Pattern.DOTALL);
  private static final Pattern LINE_START = Pattern.compile("^\\s*\\* ?", Pattern.MULTILINE);
  private static final Pattern IMPORTS = Pattern.compile("\\A(?:import [^;]+;\\s*)*");
  private static final Pattern TYPE =
      Pattern.compile(
          "\\A(?:@\\w+\\s+)*(?:public |final |abstract )*(?:class|record|interface|enum) ");

  /** What examples need not import: the packages of these classes and some of the JDK. */
  private static final String USUAL_IMPORTS =
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
          .collect(Collectors.joining());

  private static final String CONSTANTS =
      "import static " + MarketplaceSchema.class.getName() + ".*;\n";

  private JavadocExamples() {}

  /**
   * One example.
   *
   * @param source the file and the line at which the example begins
   * @param code the text of the example
   */
  record Example(String source, String code) {
    /** Returns whether the example is statements, which can be run, and not a whole type. */
    boolean isStatements() {
      return !TYPE.matcher(code.substring(importsEnd())).find();
    }

    /** Returns a whole source file; its class is called Example if the example is statements. */
    String compilationUnit() {
      if (!isStatements()) {
        return USUAL_IMPORTS + CONSTANTS + code;
      }
      return USUAL_IMPORTS
          + CONSTANTS
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

  /** Returns the examples of all source files under a folder, by file and line. */
  static List<Example> under(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .flatMap(file -> in(file.getFileName().toString(), read(file)).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the examples of one source file. */
  static List<Example> in(String fileName, String source) {
    List<Example> examples = new ArrayList<>();
    Matcher example = EXAMPLE.matcher(source);
    while (example.find()) {
      long line = source.substring(0, example.start(1)).lines().count() + 1;
      String code = LINE_START.matcher(example.group(1)).replaceAll("");
      examples.add(new Example(fileName + ":" + line, code));
    }
    return examples;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
