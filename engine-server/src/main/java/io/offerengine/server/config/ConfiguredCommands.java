package io.offerengine.server.config;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Runs commands with the options that a file and the environment set.
 *
 * <p>The command line is parsed first. Then the settings that it does not replace are added as
 * arguments, and it is parsed again. Every source of a value therefore has the same converters,
 * checks and errors.
 *
 * <p><b>Threads.</b> Confined to the command's thread. One instance runs one command.
 */
public final class ConfiguredCommands implements IExecutionStrategy {
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z0-9-]*");
  private static final String MASK = "***";

  private static final Pattern PASSWORD =
      Pattern.compile(
          "([?&;][^=&;]*(?:password|secret|key)[^=&;]*=)[^&;]*", Pattern.CASE_INSENSITIVE);

  private static final Pattern USER = Pattern.compile("(://)[^/@]*@");

  private final CommandSpec serve;
  private final Map<String, String> environment;
  private List<String> faults = List.of();
  private Map<OptionSpec, Setting> inForce = Map.of();

  private ConfiguredCommands(CommandSpec serve, Map<String, String> environment) {
    this.serve = serve;
    this.environment = environment;
  }

  /**
   * Adds the option {@code --config} to every command that names a database.
   *
   * @param root the program, whose command {@code serve} has all options of the file
   */
  public static ConfiguredCommands of(CommandLine root, Map<String, String> environment) {
    addOption(root);
    CommandLine serve = Objects.requireNonNull(root.getSubcommands().get("serve"));
    return new ConfiguredCommands(serve.getCommandSpec(), environment);
  }

  private static void addOption(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (spec.findOption("--data") != null) {
      spec.addOption(
          OptionSpec.builder(Configuration.OPTION)
              .paramLabel("FILE")
              .type(Path.class)
              .description(
                  "The configuration file; options and environment variables replace its values.",
                  "Also: the environment variable " + Configuration.PREFIX + "CONFIG.")
              .build());
    }
    command.getSubcommands().values().forEach(ConfiguredCommands::addOption);
  }

  @Override
  public int execute(ParseResult given) {
    return new RunLast().execute(complete(given));
  }

  /**
   * Parses a command line again with the settings that it does not replace.
   *
   * @throws ParameterException if the configuration or a value in it is wrong, unless the command
   *     collects errors
   */
  private ParseResult complete(ParseResult given) {
    ParseResult command = given;
    int depth = 0;
    boolean helps = isHelp(command);
    while (command.hasSubcommand()) {
      command = command.subcommand();
      depth++;
      helps |= isHelp(command);
    }
    ParseResult last = command;
    CommandSpec spec = last.commandSpec();
    if (helps || spec.findOption(Configuration.OPTION) == null) {
      return given;
    }
    Path file = last.matchedOptionValue(Configuration.OPTION, (Path) null);
    Configuration configuration = Configuration.read(serve, environment, file);
    faults = configuration.faults();
    if (!faults.isEmpty() && !spec.parser().collectErrors()) {
      throw new ParameterException(spec.commandLine(), faults.get(0));
    }
    inForce = configuration.inForce(spec, key -> last.hasMatchedOption("--" + key));
    List<String> arguments = new ArrayList<>(given.originalArgs());
    List<String> added = new ArrayList<>();
    inForce.forEach((option, setting) ->
        setting.values().forEach(value -> added.add(option.longestName() + "=" + value)));
    arguments.addAll(depth, added);
    return given.commandSpec().commandLine().parseArgs(arguments.toArray(String[]::new));
  }

  /**
   * Returns everything that is wrong with a command that collects errors, each with its place: the
   * file and the variables, values that can't be read, and what was refused.
   */
  public List<String> faults(ParseResult command, List<RuntimeException> refusals) {
    List<String> all = new ArrayList<>(faults);
    command.errors().forEach(error -> all.add(describe(error)));
    // A value that could not be read also makes checks fail that look at it.
    List<String> followUps = new ArrayList<>();
    refusals.forEach(refusal -> followUps.add(describe(refusal)));
    followUps.removeIf(fault -> all.stream().anyMatch(known -> nameTheSame(known, fault)));
    all.addAll(followUps);
    return all.stream().distinct().toList();
  }

  /** Returns whether two faults name an option in common. */
  private static boolean nameTheSame(String fault, String other) {
    List<String> names = names(fault);
    return names(other).stream().anyMatch(names::contains);
  }

  private static List<String> names(String fault) {
    return OPTION.matcher(fault).results().map(MatchResult::group).toList();
  }

  private static boolean isHelp(ParseResult result) {
    return result.isUsageHelpRequested() || result.isVersionHelpRequested();
  }

  /**
   * Prints every option of {@code serve} with the value in force and its source. Passwords and
   * secrets are not shown.
   *
   * @param command a command with these options
   */
  public void show(ParseResult command, PrintStream out) {
    for (String key : Configuration.options(serve).keySet()) {
      OptionSpec option = command.commandSpec().findOption("--" + key);
      Setting setting = inForce.get(option);
      String value = option.getValue() == null ? "(not set)" : masked(option.getValue());
      String given = command.hasMatchedOption(option) ? "command line" : "default";
      line(out, key, value, setting == null ? given : setting.origin());
    }
    for (String variable : Configuration.SECRETS) {
      if (environment.containsKey(variable)) {
        line(out, variable, MASK, "environment");
      }
    }
  }

  /** Returns the text of a value, or of each value of a list, with passwords masked. */
  private static String masked(Object value) {
    String text =
        value instanceof Object[] values
            ? Arrays.stream(values).map(String::valueOf).collect(Collectors.joining(", "))
            : String.valueOf(value);
    return USER.matcher(PASSWORD.matcher(text).replaceAll("$1" + MASK))
        .replaceAll("$1" + MASK + "@");
  }

  private static void line(PrintStream out, String key, String value, String source) {
    out.printf("%-20s %-30s %s%n", key, value, source);
  }

  /** Returns the message of an error, with the origin of the option that it names first. */
  public String describe(Exception error) {
    String message = String.valueOf(error.getMessage());
    if (error instanceof ParameterException) {
      for (String named : names(message)) {
        for (Map.Entry<OptionSpec, Setting> each : inForce.entrySet()) {
          if (each.getKey().longestName().equals(named)) {
            return each.getValue().origin() + ": " + message;
          }
        }
      }
    }
    return message;
  }
}
