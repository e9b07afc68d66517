package io.offerengine.server.cli;

import io.offerengine.log.DurableEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.DatabaseCheck;
import io.offerengine.server.templates.DatabaseSecret;
import io.offerengine.server.templates.SecretRewrite;
import io.offerengine.server.templates.UnusableSecretException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code verify}: reads a whole database and checks it and its secret. */
@Command(
    name = "verify",
    description = {
      "Reads the whole database, compares every row and every part of the log of the",
      "offers with its checksum, checks that the secret belongs to the database, and",
      "decrypts every password. Changes nothing. The service may run meanwhile."
    },
    exitCodeList = {
      "0:everything is intact",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "6:something is damaged, or the database can't be used"
    },
    footer = "  java -jar engine-server.jar verify --data data")
public final class VerifyCommand extends StoreCommand {
  @Mixin private final SecretOptions secret = new SecretOptions();

  /** Creates the command for a run. */
  public VerifyCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    // The options are checked before the database is opened.
    store.describe();
    Path file = secret.file(store, context.environment());
    long damages = store.useExisting(database -> check(database, file));
    if (damages > 0) {
      throw new CommandFailure(
          ExitCode.DATABASE,
          store.describe() + " is damaged, see above; restore the database from a copy");
    }
    context.out().println(store.describe() + " is intact");
    return ExitCode.OK;
  }

  private long check(Database database, Path file) {
    long damages = 0;
    for (DatabaseCheck check : database.check()) {
      String rows = check.part().equals("structure") ? "" : check.rows() + " rows, ";
      context
          .out()
          .println(check.part() + ": " + rows + (check.damages().isEmpty() ? "intact" : "damaged"));
      check.damages().forEach(damage -> context.out().println("  " + damage));
      damages += check.damages().size();
    }
    List<String> damaged = DurableEngine.verify(MarketplaceSchema.schema(), database.log());
    context.out().println("offers: " + (damaged.isEmpty() ? "intact" : "damaged"));
    damaged.forEach(damage -> context.out().println("  " + damage));
    damages += damaged.size();
    if (damages > 0) {
      context.out().println("secret: not checked");
      return damages;
    }
    try {
      SecretRewrite.Passwords passwords =
          new SecretRewrite(database, DatabaseSecret.read(database, context.environment(), file))
              .read();
      int decrypted = passwords.current() + passwords.older().size();
      context
          .out()
          .println(
              "secret: belongs to the database, decrypts "
                  + decrypted
                  + " passwords, of which an older secret has encrypted "
                  + passwords.older().size());
      for (long template : passwords.lost()) {
        context.out().println("  no secret decrypts the password of the template " + template);
        damages++;
      }
    } catch (UnusableSecretException e) {
      context.out().println("secret: " + e.getMessage());
      damages++;
    }
    return damages;
  }
}
