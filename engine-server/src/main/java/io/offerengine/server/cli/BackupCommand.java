package io.offerengine.server.cli;

import io.offerengine.server.store.UnusableDatabaseException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code backup}: copies a SQLite database, also while the service runs. */
@Command(
    name = "backup",
    description = {
      "Copies a SQLite database into a file, also while the service runs.",
      "The copy has everything that was stored when the command began. It has no",
      "secret: store the secret file apart. PostgreSQL has pg_dump for this."
    },
    exitCodeList = {
      "0:the copy was made",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong, or the database is on PostgreSQL",
      "6:the database can't be copied"
    },
    footer = "  java -jar engine-server.jar backup --data data offers-2027-01-01.db")
public final class BackupCommand extends StoreCommand {
  @Parameters(
      paramLabel = "FILE",
      description = "The file of the copy, which does not exist; its owner alone may read it.")
  private Path target = Path.of("");

  /** Creates the command for a run. */
  public BackupCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    if (store().isShared()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "a PostgreSQL database is copied by its own program: "
              + store().dumpCommand(String.valueOf(target)));
    }
    Path copy = target.toAbsolutePath();
    store()
        .useExisting(database -> {
          try {
            database.copyTo(copy);
            return copy;
          } catch (UnusableDatabaseException e) {
            throw new CommandFailure(ExitCode.DATABASE, String.valueOf(e.getMessage()));
          }
        });
    context.out().println(store() + " is copied to " + copy + ", without its secret");
    return ExitCode.OK;
  }
}
