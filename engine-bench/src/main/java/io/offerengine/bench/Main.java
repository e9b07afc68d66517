package io.offerengine.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.bench.command.BenchCommand;
import io.offerengine.bench.compare.CompareCommand;
import io.offerengine.bench.compare.FiguresCommand;
import io.offerengine.bench.compare.SavedCommand;
import io.offerengine.bench.compare.TimeToFastCommand;
import io.offerengine.bench.compare.VariantsCommand;
import io.offerengine.bench.compare.VersionsCommand;
import io.offerengine.bench.gzip.TrainGzipCommand;
import io.offerengine.bench.load.LoadCommand;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The entry point of the benchmarks' jar. The first argument names a command; if it names none, JMH
 * runs the benchmarks that it names, with all arguments. Without arguments, a screen of help is
 * printed.
 */
public final class Main {
  private static final OutputFormat SILENT =
      OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);

  private Main() {}

  /** Returns the commands by their names, in the order of the help. */
  static Map<String, BenchCommand> commands() {
    Map<String, BenchCommand> commands = new LinkedHashMap<>();
    List<BenchCommand> all =
        List.of(
            new FiguresCommand(),
            new CompareCommand(),
            new VersionsCommand(),
            new VariantsCommand(),
            new SavedCommand(),
            new TimeToFastCommand(),
            new GenerateCommand(),
            new LoadCommand(),
            new TrainGzipCommand());
    for (BenchCommand each : all) {
      commands.put(each.getClass().getAnnotation(Command.class).name(), each);
    }
    return commands;
  }

  /** Runs the command that the first argument names; JMH if it names none. */
  public static void main(String[] arguments) throws Exception {
    System.exit(run(arguments, writer(System.out), writer(System.err)));
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, UTF_8);
  }

  /** Runs a command, and returns its exit code. */
  static int run(String[] arguments, PrintWriter out, PrintWriter errors) throws Exception {
    String first = arguments.length > 0 ? arguments[0] : "--help";
    BenchCommand command = commands().get(first);
    if (command != null) {
      return command
          .commandLine()
          .setOut(out)
          .setErr(errors)
          .execute(Arrays.copyOfRange(arguments, 1, arguments.length));
    }
    if (first.equals("--help")) {
      printHelp(out);
      return CommandLine.ExitCode.OK;
    }
    if (!first.startsWith("-") && !isBenchmark(first)) {
      errors.println(
          first + " is neither a command nor a part of a benchmark's name; --help lists both");
      return CommandLine.ExitCode.USAGE;
    }
    org.openjdk.jmh.Main.main(arguments);
    return CommandLine.ExitCode.OK;
  }

  private static boolean isBenchmark(String pattern) {
    try {
      return !BenchmarkList.defaultList().find(SILENT, List.of(pattern), List.of()).isEmpty();
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  private static void printHelp(PrintWriter out) {
    out.println("java -jar benchmarks.jar COMMAND --help: one of these commands.");
    commands()
        .forEach(
            (name, command) -> out.printf("  %-13s%s%n", name, summary(command.commandLine())));
    out.println();
    out.println("java -jar benchmarks.jar BENCHMARK... OPTION...: JMH, whose options -h lists.");
    Stream<String> all =
        BenchmarkList.defaultList().getAll(SILENT, List.of()).stream()
            .map(each -> each.getUsername().replaceAll(".*\\.([^.]+)\\.[^.]+", "$1"));
    // Most people look for the searches.
    String names =
        Stream.concat(Stream.of("Searches"), all.sorted())
            .distinct()
            .collect(Collectors.joining(", "));
    out.println(names.replaceAll("(.{1,95})( |$)", "  $1\n"));
  }

  /** Returns the first sentence of a description, on a line. */
  private static String summary(CommandLine command) {
    String description = String.join(" ", command.getCommandSpec().usageMessage().description());
    int end = description.indexOf(". ");
    String sentence = end < 0 ? description : description.substring(0, end + 1);
    return sentence.length() > 100 ? sentence.substring(0, 97) + "..." : sentence;
  }
}
