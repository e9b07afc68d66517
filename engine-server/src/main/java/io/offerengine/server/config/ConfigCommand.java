package io.offerengine.server.config;

import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.cli.CommandGroup;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code config}, a group of commands about the configuration of {@code serve}. */
@Command(
    name = "config",
    description = "Checks and shows the configuration of the service.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:success", "1:a fault of the program or the machine", "2:something is wrong"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar engine-server.jar config check offer-engine.yaml",
      "  java -jar engine-server.jar config show --config offer-engine.yaml",
      "More of each command: java -jar engine-server.jar config COMMAND --help"
    })
public final class ConfigCommand extends CommandGroup {
  private ConfigCommand() {}

  /**
   * Returns the group with its commands.
   *
   * @param program makes a program of its own that reads an environment
   */
  public static CommandLine of(
      CommandContext context, Function<Map<String, String>, CommandLine> program) {
    // Its options are those of serve, which parses them.
    CommandLine show =
        new CommandLine(new ConfigShowCommand(context, program))
            .setUnmatchedOptionsArePositionalParams(true);
    return new CommandLine(new ConfigCommand())
        .addSubcommand(new ConfigCheckCommand(context, program))
        .addSubcommand(show);
  }
}
