package io.offerengine.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code templates}, a group of commands for templates. */
@Command(
    name = "templates",
    description = "Deletes templates, also while a server runs.",
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
public final class TemplatesCommand extends CommandGroup {
  private TemplatesCommand() {}

  /** Returns the group with its commands. */
  public static CommandLine of(CommandContext context) {
    return new CommandLine(new TemplatesCommand())
        .addSubcommand(new TemplatesDeleteCommand(context));
  }
}
