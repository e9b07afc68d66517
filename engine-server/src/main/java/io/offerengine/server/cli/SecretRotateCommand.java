package io.offerengine.server.cli;

import io.offerengine.server.store.Database;
import io.offerengine.server.store.UnusableDatabaseException;
import io.offerengine.server.templates.SecretRotation;
import io.offerengine.server.templates.ServerSecret;
import io.offerengine.server.templates.UnusableSecretException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code secret rotate}: makes a new secret and encrypts all passwords by it. */
@Command(
    name = "rotate",
    description = {
      "Makes a new secret and encrypts every registry password again. Templates keep",
      "their hashes. The service must not run meanwhile. If the command is killed, run",
      "it again or start the service: the database has one of both secrets, and both",
      "find out which. Older copies of the database still need the old secret."
    },
    exitCodeList = {
      "0:the database has a new secret",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "6:the database or the secret can't be used, or a service runs"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar engine-server.jar secret rotate --data data",
      "  With the secret in OFFER_ENGINE_SECRET, which then gets the content of the file:",
      "    java -jar engine-server.jar secret rotate --data data --to new-secret.key"
    })
final class SecretRotateCommand extends StoreCommand {
  @Mixin private final SecretOptions secret = new SecretOptions();

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description = {
        "The file of the new secret, which does not exist: only if OFFER_ENGINE_SECRET has",
        "the old one. Otherwise the new secret replaces the old one in its file."
      })
  private @Nullable Path target;

  SecretRotateCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    store.describe();
    boolean isInEnvironment = context.environment().containsKey(ServerSecret.VARIABLE);
    if (isInEnvironment != (target != null)) {
      throw wrong(
          isInEnvironment
              ? "The secret is in "
                  + ServerSecret.VARIABLE
                  + ": give the file of the new one with --to FILE"
              : "--to is for a secret in "
                  + ServerSecret.VARIABLE
                  + "; without the option the new secret replaces the old one in its file");
    }
    Path file = secret.file(store, context.environment());
    int passwords = store.useExisting(database -> rotate(database, file));
    context
        .out()
        .println(
            "The database has a new secret in "
                + (target == null ? file : target + "; set " + ServerSecret.VARIABLE + " to it")
                + ". Passwords encrypted again: "
                + passwords);
    return ExitCode.OK;
  }

  private int rotate(Database database, Path file) {
    try {
      database.claim();
      return new SecretRotation(database, context.environment(), file).run(target);
    } catch (UnusableDatabaseException | UnusableSecretException e) {
      throw new CommandFailure(ExitCode.DATABASE, String.valueOf(e.getMessage()));
    }
  }
}
