package io.offerengine.server.cli;

import io.offerengine.server.keys.KeyRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code keys revoke}: revokes a key permanently. */
@Command(
    name = "revoke",
    description = {
      "Revokes an API key permanently.",
      "A server on the same database refuses the key within a second."
    },
    exitCodeList = {
      "0:the key is revoked, now or before",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong, or the key does not exist",
      "6:the database can't be used"
    },
    footer = "  java -jar engine-server.jar keys revoke --data data 1")
final class KeysRevokeCommand extends StoreCommand {
  @Parameters(
      paramLabel = "KEY_ID",
      description = "The key's number: in the table of keys list, and in the key oe_NUMBER_SECRET.")
  private long id;

  KeysRevokeCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    String done =
        switch (store().useExisting(database -> new KeyRegistry(database).revoke(id))) {
          case REVOKED -> " is revoked";
          case REVOKED_BEFORE -> " was revoked before";
          case UNKNOWN ->
              throw wrong(
                  "No key has the number " + id + " in " + store() + "; keys list shows all");
        };
    context.out().println("Key " + id + done);
    return ExitCode.OK;
  }
}
