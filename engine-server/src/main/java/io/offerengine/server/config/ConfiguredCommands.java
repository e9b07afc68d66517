package io.offerengine.server.config;

import static java.util.stream.Collectors.joining;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
 * <p>Every option of the command {@code serve} is a key of the file under its long name, such as
 * {@code user-rate}, and an environment variable, such as {@code OFFER_ENGINE_USER_RATE}. If both
 * are set, the variable is in force. If the command line has the option, neither is.
 *
 * <p>The command line is parsed first. Then the settings that it does not replace are added as
 * arguments, and it is parsed again. Every source of a value therefore has the same converters,
 * checks and errors.
 *
 * <p><b>Threads.</b> Confined to the command's thread. One instance runs one command.
 */
public final class ConfiguredCommands implements IExecutionStrategy {
  /** The option that names the file. */
  private static final String CONFIG = "--config";

  /** The prefix of every environment variable. */
  private static final String PREFIX = "OFFER_ENGINE_";

  /** The variables that are not options: secrets, which the command line would show to others. */
  private static final List<String> SECRETS = List.of(PREFIX + "API_KEY", PREFIX + "SECRET");

  private static final String FILE_VARIABLE = PREFIX + "CONFIG";

  /** Options of which one is in force: whoever sets one of them replaces all of them. */
  private static final Set<String> ALTERNATIVES = Set.of("data", "database");

  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z0-9-]*");
  private static final String MASK = "***";

  private static final Pattern PASSWORD =
      Pattern.compile(
          "([?&;][^=&;]*(?:password|secret|key)[^=&;]*=)[^&;]*", Pattern.CASE_INSENSITIVE);

  private static final Pattern USER = Pattern.compile("(://)[^/@]*@");

  private final CommandSpec serve;
  private final Map<String, String> environment;

  /** What is malformed, and what is no option, in the file and the variables. */
  private final List<String> faults = new ArrayList<>();

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
          OptionSpec.builder(CONFIG)
              .paramLabel("FILE")
              .type(Path.class)
              .description(
                  "The configuration file; options and environment variables replace its values.",
                  "Also: the environment variable " + FILE_VARIABLE + ".")
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
    List<ParseResult> commands =
        given.asCommandLineList().stream().map(CommandLine::getParseResult).toList();
    int depth = commands.size() - 1;
    ParseResult last = commands.get(depth);
    CommandSpec spec = last.commandSpec();
    boolean helps = commands.stream().anyMatch(ConfiguredCommands::isHelp);
    if (helps || spec.findOption(CONFIG) == null) {
      return given;
    }
    Map<String, Setting> settings = read(last.matchedOptionValue(CONFIG, (Path) null));
    if (!faults.isEmpty() && !spec.parser().collectErrors()) {
      throw new ParameterException(spec.commandLine(), faults.get(0));
    }
    inForce = inForce(settings, spec, key -> last.hasMatchedOption("--" + key));
    List<String> arguments = new ArrayList<>(given.originalArgs());
    List<String> added = new ArrayList<>();
    inForce.forEach((option, setting) ->
        setting.values().forEach(value -> added.add(option.longestName() + "=" + value)));
    arguments.addAll(depth, added);
    return given.commandSpec().commandLine().parseArgs(arguments.toArray(String[]::new));
  }

  /**
   * Reads the settings of the file and the variables, and notes their faults.
   *
   * @param given the file that {@code --config} names; null for the one that the environment names
   */
  private Map<String, Setting> read(@Nullable Path given) {
    Map<String, OptionSpec> options = options(serve);
    String named = environment.get(FILE_VARIABLE);
    Path file = given != null || named == null ? given : Path.of(named);
    Map<String, Setting> settings = new LinkedHashMap<>();
    if (file != null) {
      ConfigFile.Content content = ConfigFile.read(file);
      faults.addAll(content.faults());
      for (Setting setting : content.settings()) {
        if (isRight(setting, options)) {
          settings.put(setting.key(), setting);
        }
      }
    }
    Map<String, Setting> variables = variables(options);
    removeAlternatives(settings, variables::containsKey);
    settings.putAll(variables);
    return settings;
  }

  private static void removeAlternatives(
      Map<String, Setting> settings, Predicate<String> isReplaced) {
    if (ALTERNATIVES.stream().anyMatch(isReplaced)) {
      settings.keySet().removeAll(ALTERNATIVES);
    }
  }

  private boolean isRight(Setting setting, Map<String, OptionSpec> options) {
    OptionSpec option = options.get(setting.key());
    String place = setting.origin() + ": ";
    if (option == null) {
      String known = String.join(", ", options.keySet());
      faults.add(place + "no option is called '" + setting.key() + "'; there are " + known);
      return false;
    }
    int values = setting.values().size();
    if (values > 1 && !option.isMultiValue()) {
      faults.add(place + "'" + setting.key() + "' takes one value, but got " + values);
      return false;
    }
    return true;
  }

  private Map<String, Setting> variables(Map<String, OptionSpec> options) {
    Map<String, Setting> settings = new LinkedHashMap<>();
    options.forEach((key, option) -> {
      String variable = variable(key);
      String value = environment.get(variable);
      if (value != null) {
        List<String> values =
            option.isMultiValue() ? Arrays.asList(value.split(",", -1)) : List.of(value);
        settings.put(key, new Setting(key, values, variable));
      }
    });
    List<String> known = new ArrayList<>(SECRETS);
    options.keySet().forEach(key -> known.add(variable(key)));
    environment.keySet().stream()
        .filter(name -> name.startsWith(PREFIX))
        .filter(name -> !known.contains(name) && !name.equals(FILE_VARIABLE))
        .sorted()
        .map(name ->
            name
                + ": no option has this environment variable; unset it, or set one of "
                + known.stream().sorted().collect(joining(", ")))
        .forEach(faults::add);
    return settings;
  }

  /** Returns the options of a command that a file may set, by their keys in order. */
  private static Map<String, OptionSpec> options(CommandSpec command) {
    Map<String, OptionSpec> options = new TreeMap<>();
    for (OptionSpec option : command.options()) {
      if (!option.usageHelp() && !option.versionHelp() && !option.longestName().equals(CONFIG)) {
        options.put(key(option), option);
      }
    }
    return Collections.unmodifiableMap(options);
  }

  private static String key(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /** Returns the environment variable of an option. */
  private static String variable(String key) {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /**
   * Returns the settings in force of the options of a command.
   *
   * @param settings those of the file and the variables
   * @param command the command, which may have only some of the options
   * @param isGiven whether the command line has an option of a key
   */
  private static Map<OptionSpec, Setting> inForce(
      Map<String, Setting> settings, CommandSpec command, Predicate<String> isGiven) {
    Map<String, Setting> left = new LinkedHashMap<>(settings);
    removeAlternatives(left, isGiven);
    left.keySet().removeIf(isGiven);
    Map<OptionSpec, Setting> chosen = new TreeMap<>(Comparator.comparing(OptionSpec::longestName));
    options(command)
        .forEach((key, option) -> {
          Setting setting = left.get(key);
          if (setting != null) {
            chosen.put(option, setting);
          }
        });
    return chosen;
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
    for (String key : options(serve).keySet()) {
      OptionSpec option = command.commandSpec().findOption("--" + key);
      Setting setting = inForce.get(option);
      String value = option.getValue() == null ? "(not set)" : masked(option.getValue());
      String given = command.hasMatchedOption(option) ? "command line" : "default";
      line(out, key, value, setting == null ? given : setting.origin());
    }
    for (String variable : SECRETS) {
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
