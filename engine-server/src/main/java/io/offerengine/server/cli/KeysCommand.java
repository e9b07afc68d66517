package io.offerengine.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code keys}, a group of commands for API keys. */
@Command(
    name = "keys",
    description = "Makes, lists, rotates and revokes API keys, also while a server runs.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "6:the database can't be used"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar engine-server.jar keys create --data data --user 7",
      "  java -jar engine-server.jar keys list --data data",
      "  java -jar engine-server.jar keys rotate --data data 1",
      "  java -jar engine-server.jar keys revoke --data data 2",
      "More of each command: java -jar engine-server.jar keys COMMAND --help"
    })
public final class KeysCommand extends CommandGroup {
  private KeysCommand() {}

  /** Returns the group with its commands. */
  public static CommandLine of(CommandContext context) {
    return new CommandLine(new KeysCommand())
        .addSubcommand(new KeysCreateCommand(context))
        .addSubcommand(new KeysListCommand(context))
        .addSubcommand(new KeysRotateCommand(context))
        .addSubcommand(new KeysRevokeCommand(context));
  }
}
