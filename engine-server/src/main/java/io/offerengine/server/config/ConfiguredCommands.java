package io.offerengine.server.config;

import io.offerengine.server.cli.CommandFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private final CommandSpec serve;
  private final Map<String, String> environment;
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
    return new ConfiguredCommands(serve(root).getCommandSpec(), environment);
  }

  /** Returns the command whose options a file may set. */
  static CommandLine serve(CommandLine root) {
    return Objects.requireNonNull(root.getSubcommands().get("serve"));
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
   * @throws ParameterException if the configuration or a value in it is wrong
   */
  ParseResult complete(ParseResult given) {
    ParseResult command = given;
    int depth = 0;
    boolean helps = isHelp(command);
    while (command.hasSubcommand()) {
      command = command.subcommand();
      depth++;
      helps |= isHelp(command);
    }
    CommandSpec spec = command.commandSpec();
    if (helps || spec.findOption(Configuration.OPTION) == null) {
      return given;
    }
    ParseResult last = command;
    Configuration configuration = read(last);
    if (!configuration.faults().isEmpty()) {
      throw new ParameterException(spec.commandLine(), configuration.faults().get(0));
    }
    return complete(given, last, depth, configuration);
  }

  private ParseResult complete(
      ParseResult given, ParseResult last, int depth, Configuration configuration) {
    CommandSpec spec = last.commandSpec();
    inForce = configuration.inForce(spec, key -> last.hasMatchedOption("--" + key));
    List<String> arguments = new ArrayList<>(given.originalArgs());
    arguments.addAll(
        depth, configuration.arguments(spec, key -> last.hasMatchedOption("--" + key)));
    return given.commandSpec().commandLine().parseArgs(arguments.toArray(String[]::new));
  }

  private Configuration read(ParseResult command) {
    Path file = command.matchedOptionValue(Configuration.OPTION, (Path) null);
    return Configuration.read(serve, environment, file);
  }

  /**
   * The command {@code serve} as its options, the variables and the file set it.
   *
   * @param parsed the options of the command
   * @param faults everything that is wrong, each with its place
   */
  record Checked(ParseResult parsed, List<String> faults) {}

  /**
   * Parses {@code serve} and goes on behind each fault.
   *
   * @param root the program
   * @param options the options of {@code serve}
   */
  Checked check(CommandLine root, List<String> options) {
    CommandLine command = serve(root);
    command.getCommandSpec().parser().collectErrors(true);
    List<String> arguments = new ArrayList<>(List.of(command.getCommandName()));
    arguments.addAll(options);
    ParseResult given = root.parseArgs(arguments.toArray(String[]::new));
    Configuration configuration = read(given.subcommand());
    ParseResult parsed = complete(given, given.subcommand(), 1, configuration);
    List<String> faults = new ArrayList<>(configuration.faults());
    for (Exception each : parsed.subcommand().errors()) {
      faults.add(each instanceof ParameterException wrong ? describe(wrong) : String.valueOf(each));
    }
    List<String> followUps = new ArrayList<>();
    CheckedCommand serving = command.getCommand();
    for (Runnable each : serving.checks()) {
      try {
        each.run();
      } catch (ParameterException e) {
        followUps.add(describe(e));
      } catch (CommandFailure e) {
        followUps.add(String.valueOf(e.getMessage()));
      }
    }
    // A value that could not be read also makes checks fail that look at it.
    followUps.removeIf(fault -> faults.stream().anyMatch(known -> nameTheSame(known, fault)));
    faults.addAll(followUps);
    return new Checked(parsed.subcommand(), faults.stream().distinct().toList());
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

  /** Returns the settings in force of the command that was completed last. */
  Map<OptionSpec, Setting> inForce() {
    return inForce;
  }

  /** Returns the message of an error, with the origin of the option that it names first. */
  public String describe(ParameterException error) {
    String message = String.valueOf(error.getMessage());
    Matcher names = OPTION.matcher(message);
    while (names.find()) {
      String named = names.group();
      for (Map.Entry<OptionSpec, Setting> each : inForce.entrySet()) {
        if (each.getKey().longestName().equals(named)) {
          return each.getValue().origin() + ": " + message;
        }
      }
    }
    return message;
  }
}
