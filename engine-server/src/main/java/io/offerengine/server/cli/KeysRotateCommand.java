package io.offerengine.server.cli;

import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.store.Database;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code keys rotate}: replaces a key by a new one with the same terms. */
@Command(
    name = "rotate",
    description = {
      "Makes an API key with the owner, scopes and expiry of another one, prints it,",
      "and revokes the other one. A server on the same database refuses that within a",
      "second."
    },
    exitCodeList = {
      "0:the new key was made and printed, and the old one is revoked",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong, or the key can't be rotated",
      "6:the database can't be used"
    },
    footer = "  java -jar engine-server.jar keys rotate --data data 1")
final class KeysRotateCommand extends StoreCommand {
  @Parameters(
      paramLabel = "KEY_ID",
      description = "The key's number: in the table of keys list, and in the key oe_NUMBER_SECRET.")
  private long id;

  KeysRotateCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    context.out().println(store().useExisting(this::rotate));
    return ExitCode.OK;
  }

  private String rotate(Database database) {
    try {
      return new KeyRegistry(database).rotate(id);
    } catch (IllegalArgumentException e) {
      throw wrong(
          "No key was rotated: " + e.getMessage() + " in " + store() + "; keys list shows all");
    }
  }
}
