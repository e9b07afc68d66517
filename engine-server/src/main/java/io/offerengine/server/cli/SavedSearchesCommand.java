package io.offerengine.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code saved-searches}, a group of commands for the searches of the key's user. */
@Command(
    name = "saved-searches",
    description = "Saves, lists and removes searches of the key's user on a running service.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:the service can't be reached, or can't answer now",
      "2:the command line or the environment is wrong",
      "4:the service refused the request"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar engine-server.jar saved-searches add --name big \\",
      "    '{\"num_gpus\": {\"gte\": 8}}'",
      "  java -jar engine-server.jar saved-searches list",
      "  java -jar engine-server.jar saved-searches remove 1",
      "More of each command: java -jar engine-server.jar saved-searches COMMAND --help"
    })
public final class SavedSearchesCommand extends CommandGroup {
  private SavedSearchesCommand() {}

  /** Returns the group with its commands. */
  public static CommandLine of(CommandContext context) {
    return new CommandLine(new SavedSearchesCommand())
        .addSubcommand(new SavedSearchesAddCommand(context))
        .addSubcommand(new SavedSearchesListCommand(context))
        .addSubcommand(new SavedSearchesRemoveCommand(context));
  }
}
