package io.offerengine.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code secret}, a group of commands for the secret of a database. */
@Command(
    name = "secret",
    description = "Replaces the secret that encrypts registry passwords.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "6:the database or the secret can't be used"
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  java -jar engine-server.jar secret rotate --data data",
      "More: java -jar engine-server.jar secret rotate --help"
    })
public final class SecretCommand extends CommandGroup {
  private SecretCommand() {}

  /** Returns the group with its command. */
  public static CommandLine of(CommandContext context) {
    return new CommandLine(new SecretCommand()).addSubcommand(new SecretRotateCommand(context));
  }
}
