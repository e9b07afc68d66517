package io.offerengine.server.config;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options that a file and environment variables set.
 *
 * <p>Every option of the command {@code serve} is a key of the file under its long name, such as
 * {@code user-rate}, and an environment variable, such as {@code OFFER_ENGINE_USER_RATE}. If both
 * are set, the variable is in force. If the command line has the option, neither is.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Configuration {
  /** The option that names the file. */
  public static final String OPTION = "--config";

  /** The prefix of every environment variable. */
  public static final String PREFIX = "OFFER_ENGINE_";

  /** The variables that are not options: secrets, which the command line would show to others. */
  public static final List<String> SECRETS = List.of(PREFIX + "API_KEY", PREFIX + "SECRET");

  private static final String FILE_VARIABLE = PREFIX + "CONFIG";

  /** Options of which one is in force: whoever sets one of them replaces all of them. */
  private static final Set<String> ALTERNATIVES = Set.of("data", "database");

  private final Map<String, Setting> settings;
  private final List<String> faults;

  private Configuration(Map<String, Setting> settings, List<String> faults) {
    this.settings = settings;
    this.faults = faults;
  }

  /**
   * Reads the file and the variables.
   *
   * @param serve the command whose options may be set
   * @param given the file that {@code --config} names; null for the one that the environment names
   */
  static Configuration read(
      CommandSpec serve, Map<String, String> environment, @Nullable Path given) {
    Map<String, OptionSpec> options = options(serve);
    String named = environment.get(FILE_VARIABLE);
    Path file = given != null || named == null ? given : Path.of(named);
    List<String> faults = new ArrayList<>();
    Map<String, Setting> settings = new LinkedHashMap<>();
    if (file != null) {
      ConfigFile.Content content = ConfigFile.read(file);
      faults.addAll(content.faults());
      for (Setting setting : content.settings()) {
        if (isRight(setting, options, faults)) {
          settings.put(setting.key(), setting);
        }
      }
    }
    Map<String, Setting> variables = variables(environment, options, faults);
    removeAlternatives(settings, variables::containsKey);
    settings.putAll(variables);
    return new Configuration(settings, List.copyOf(faults));
  }

  /**
   * Returns what is wrong with the file and the variables, each with its place: what is malformed,
   * and what is no option.
   */
  List<String> faults() {
    return faults;
  }

  private static void removeAlternatives(
      Map<String, Setting> settings, Predicate<String> isReplaced) {
    if (ALTERNATIVES.stream().anyMatch(isReplaced)) {
      settings.keySet().removeAll(ALTERNATIVES);
    }
  }

  private static boolean isRight(
      Setting setting, Map<String, OptionSpec> options, List<String> faults) {
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

  private static Map<String, Setting> variables(
      Map<String, String> environment, Map<String, OptionSpec> options, List<String> faults) {
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
    List<String> known =
        Stream.of(options.keySet().stream().map(Configuration::variable), SECRETS.stream())
            .flatMap(each -> each)
            .toList();
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
  static Map<String, OptionSpec> options(CommandSpec command) {
    Map<String, OptionSpec> options = new TreeMap<>();
    for (OptionSpec option : command.options()) {
      if (!option.usageHelp() && !option.versionHelp() && !isConfig(option)) {
        options.put(key(option), option);
      }
    }
    return Collections.unmodifiableMap(options);
  }

  static boolean isConfig(OptionSpec option) {
    return option.longestName().equals(OPTION);
  }

  static String key(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /** Returns the environment variable of an option. */
  static String variable(String key) {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /**
   * Returns the settings in force of the options of a command.
   *
   * @param command the command, which may have only some of the options
   * @param isGiven whether the command line has an option of a key
   */
  Map<OptionSpec, Setting> inForce(CommandSpec command, Predicate<String> isGiven) {
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
}
