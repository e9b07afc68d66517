package io.offerengine.server;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The Java code in a Markdown text: every fence marked {@code java} must hold whole classes. */
final class JavaFences {
  private static final Pattern FENCE =
      Pattern.compile("^```java[ \\t]*\\n(.*?)^```[ \\t]*$", Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern TYPE =
      Pattern.compile(
          "^(?:public |final )*(?:class|record|interface|enum) (\\w+)", Pattern.MULTILINE);

  private JavaFences() {}

  /** Returns the contents of the fences, in order. */
  static List<String> in(String markdown) {
    return FENCE.matcher(markdown).results().map(fence -> fence.group(1)).toList();
  }

  /**
   * Compiles a fence against the class path of the tests, warnings included.
   *
   * @return the compiler's messages; empty if there are none
   */
  static List<String> problemsOf(String source, Path classes) throws IOException {
    Matcher type = TYPE.matcher(source);
    if (!type.find()) {
      return List.of("the fence holds no whole class:\n" + source);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-d",
            classes.toString(),
            "-classpath",
            System.getProperty("java.class.path"),
            "-proc:none",
            "-Xlint:all,-path,-classfile");
    StringWriter output = new StringWriter();
    compiler
        .getTask(
            output, null, diagnostics, options, null, List.of(new Source(type.group(1), source)))
        .call();
    List<String> problems = new ArrayList<>();
    for (Diagnostic<?> diagnostic : diagnostics.getDiagnostics()) {
      problems.add("line " + diagnostic.getLineNumber() + ": " + diagnostic.getMessage(null));
    }
    return problems;
  }

  /** A source file in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("memory:///" + name + Kind.SOURCE.extension), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
