package io.offerengine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.command.BenchCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every command of the benchmarks' jar that the pages show exists and takes its options. */
class DocumentedCommandsTest {
  private static final Pattern COMMAND =
      Pattern.compile("java[^\\n`]* -jar \\S*benchmarks\\.jar ([^\\n`]*)");

  private static final Pattern SCRIPT = Pattern.compile("engine-bench/scripts/(\\w+)\\b(?![.-])");

  private static final List<String> PAGES =
      List.of(
          "README.md",
          "CONTRIBUTING.md",
          "docs/decisions.md",
          "docs/operating.md",
          "docs/results.md");

  /** A word of a shell: within quotes, or without spaces. */
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  static List<String> commands() throws IOException {
    List<String> found = new ArrayList<>();
    for (String page : PAGES) {
      String text = Files.readString(Path.of("..", page)).replaceAll("\\\\\n *", "");
      Matcher command = COMMAND.matcher(text);
      while (command.find()) {
        found.add(command.group(1));
      }
    }
    assertThat(found).hasSizeGreaterThan(30);
    return found;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_ofAPage_takesItsOptions(String text) throws Exception {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text.replaceAll(" > .*", "").replaceAll("\\b(N|PORT)\\b", "600"));
    while (word.find()) {
      words.add(word.group().replaceAll("[\"']", ""));
    }
    String[] options = words.subList(1, words.size()).toArray(String[]::new);
    BenchCommand command = Main.commands().get(words.get(0));
    if (command != null) {
      command.commandLine().parseArgs(options);
    } else if (!words.get(0).endsWith("...")) {
      assertThat(
              BenchmarkList.defaultList()
                  .find(
                      OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT),
                      List.of(words.get(0)),
                      List.of()))
          .isNotEmpty();
      assertThat(new CommandLineOptions(options)).isNotNull();
    }
  }

  @Test
  void everyScriptOfThePages_exists() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String page : PAGES) {
      Matcher script = SCRIPT.matcher(Files.readString(Path.of("..", page)));
      while (script.find()) {
        named.add(script.group(1));
        assertThat(Path.of("scripts", script.group(1))).isExecutable();
      }
    }
    assertThat(named).containsExactly("fill", "ingest", "load", "restart", "results");
  }

  @Test
  void everyCommand_explainsItself() throws Exception {
    for (String name : Main.commands().keySet()) {
      StringWriter out = new StringWriter();
      PrintWriter writer = new PrintWriter(out, true);
      assertThat(Main.run(new String[] {name, "--help"}, writer, writer)).isZero();
      assertThat(out.toString()).contains("Usage: " + name);
    }
  }
}
