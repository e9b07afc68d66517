package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
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

  /** Returns the name of the first class of a fence. */
  static String nameOf(String fence) {
    return TYPE.matcher(fence).results().findFirst().orElseThrow().group(1);
  }

  /**
   * Compiles a fence against the class path of the tests, warnings included.
   *
   * @return the compiler's messages; empty if there are none
   */
  static List<String> problemsOf(String source, Path classes) {
    return problemsOf(Map.of("", source), classes).getOrDefault("", List.of());
  }

  /**
   * Compiles whole classes, as {@link #problemsOf(String, Path)} does, all at once.
   *
   * @param sources by their packages, which they name
   * @return the compiler's messages by package
   */
  static Map<String, List<String>> problemsOf(Map<String, String> sources, Path classes) {
    Map<String, List<String>> problems = new HashMap<>();
    List<Source> units = new ArrayList<>();
    sources.forEach((name, source) -> {
      Matcher type = TYPE.matcher(source);
      if (type.find()) {
        units.add(new Source(name, type.group(1), source));
      } else {
        problems.put(name, List.of("the fence holds no whole class:\n" + source));
      }
    });
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-d",
            classes.toString(),
            "-classpath",
            System.getProperty("java.class.path"),
            "-proc:none",
            "-Xlint:all,-path,-classfile");
    ToolProvider.getSystemJavaCompiler()
        .getTask(new StringWriter(), null, diagnostics, options, null, units)
        .call();
    for (Diagnostic<? extends JavaFileObject> each : diagnostics.getDiagnostics()) {
      String name = each.getSource() instanceof Source source ? source.packageName : "";
      problems
          .computeIfAbsent(name, missing -> new ArrayList<>())
          .add("line " + each.getLineNumber() + ": " + each.getMessage(null));
    }
    return problems;
  }

  /** Runs a compiled example, and returns the lines that it prints. */
  static List<String> linesOf(String example, Path classes) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        PrintStream to = new PrintStream(printed, true, UTF_8)) {
      System.setOut(to);
      Constructor<?> constructor = loader.loadClass(example).getDeclaredConstructor();
      constructor.setAccessible(true);
      ((JavadocExample) constructor.newInstance()).run();
    } finally {
      System.setOut(out);
    }
    return printed.toString(UTF_8).lines().toList();
  }

  /** A source file in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String packageName;
    private final String text;

    Source(String packageName, String name, String text) {
      super(
          URI.create("memory:///" + packageName + "/" + name + Kind.SOURCE.extension), Kind.SOURCE);
      this.packageName = packageName;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
