package io.offerengine.server.cli;

import io.offerengine.server.keys.KeyRegistry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code keys revoke}: revokes a key permanently. */
@Command(
    name = "revoke",
    description = {
      "Revokes an API key permanently.",
      "A server on the same database refuses the key within a second."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the key is revoked, now or before",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong, or the key does not exist",
      "6:the database can't be used"
    },
    footerHeading = "%nExample:%n",
    footer = "  java -jar engine-server.jar keys revoke --data data 1")
final class KeysRevokeCommand implements Callable<Integer> {
  @Mixin private final StoreOptions store = new StoreOptions();

  private final CommandContext context;

  @Parameters(
      paramLabel = "KEY_ID",
      description = "The key's number: in the table of keys list, and in the key oe_NUMBER_SECRET.")
  private long id;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec
  private CommandSpec command;

  KeysRevokeCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    String done =
        switch (store.useExisting(database -> new KeyRegistry(database).revoke(id))) {
          case REVOKED -> " is revoked";
          case REVOKED_BEFORE -> " was revoked before";
          case UNKNOWN ->
              throw new ParameterException(
                  command.commandLine(),
                  "No key has the number "
                      + id
                      + " in "
                      + store.describe()
                      + "; keys list shows all");
        };
    context.out().println("Key " + id + done);
    return ExitCode.OK;
  }
}
