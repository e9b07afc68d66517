package io.offerengine.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code templates}, a group of commands for templates. */
@Command(
    name = "templates",
    description = "Deletes templates, also while a server runs.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "6:the database can't be used"
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  java -jar engine-server.jar templates delete --data data 1",
      "More: java -jar engine-server.jar templates delete --help"
    })
public final class TemplatesCommand implements Runnable {
  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec
  private CommandSpec command;

  private TemplatesCommand() {}

  /** Returns the group with its commands. */
  public static CommandLine of(CommandContext context) {
    return new CommandLine(new TemplatesCommand())
        .addSubcommand(new TemplatesDeleteCommand(context));
  }

  /** Reports that no command was given. */
  @Override
  public void run() {
    throw new ParameterException(command.commandLine(), "No command was given: use delete");
  }
}
