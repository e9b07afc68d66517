package io.offerengine.server.config;

import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** The command {@code config show}: the options in force, and the source of each. */
@Command(
    name = "show",
    description = {
      "Prints every option of serve with the value in force and its source.",
      "Passwords and secrets are not shown."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:a fault of the program or the machine",
      "2:the configuration is wrong"
    },
    footerHeading = "%nExample:%n",
    footer = "  java -jar engine-server.jar config show --config offer-engine.yaml --port 80")
final class ConfigShowCommand implements Callable<Integer> {
  private static final String MASK = "***";
  private static final Pattern PASSWORD =
      Pattern.compile(
          "([?&;][^=&;]*(?:password|secret|key)[^=&;]*=)[^&;]*", Pattern.CASE_INSENSITIVE);
  private static final Pattern USER = Pattern.compile("(://)[^/@]*@");

  private final CommandContext context;
  private final Function<Map<String, String>, CommandLine> program;

  @Parameters(
      paramLabel = "OPTION",
      arity = "0..*",
      description = "Options of serve, as it would be started with.")
  private List<String> given = List.of();

  ConfigShowCommand(CommandContext context, Function<Map<String, String>, CommandLine> program) {
    this.context = context;
    this.program = program;
  }

  @Override
  public Integer call() {
    CommandLine root = program.apply(context.environment());
    ConfiguredCommands commands = (ConfiguredCommands) root.getExecutionStrategy();
    List<String> arguments = new ArrayList<>(List.of("serve"));
    arguments.addAll(given);
    try {
      ParseResult parsed = commands.complete(root.parseArgs(arguments.toArray(String[]::new)));
      print(parsed.subcommand(), commands.inForce());
    } catch (ParameterException e) {
      throw new CommandFailure(ExitCode.USAGE, commands.describe(e));
    }
    return ExitCode.OK;
  }

  private void print(ParseResult serve, Map<OptionSpec, Setting> inForce) {
    Configuration.options(serve.commandSpec())
        .forEach((key, option) -> {
          Setting setting = inForce.get(option);
          String value = option.getValue() == null ? "(not set)" : masked(option);
          if (setting != null) {
            line(key, value, setting.origin());
          } else {
            line(key, value, serve.hasMatchedOption(option) ? "command line" : "default");
          }
        });
    for (String secret : Configuration.SECRETS) {
      if (context.environment().containsKey(secret)) {
        line(secret, MASK, "environment");
      }
    }
  }

  private void line(String key, String value, String source) {
    context.out().printf("%-20s %-30s %s%n", key, value, source);
  }

  private static String masked(OptionSpec option) {
    Object value = option.getValue();
    String text =
        value instanceof Object[] values ? String.join(", ", texts(values)) : String.valueOf(value);
    return USER.matcher(PASSWORD.matcher(text).replaceAll("$1" + MASK))
        .replaceAll("$1" + MASK + "@");
  }

  private static List<String> texts(Object[] values) {
    return java.util.Arrays.stream(values).map(String::valueOf).toList();
  }
}
