package io.offerengine.server.cli;

import io.offerengine.server.store.UnusableDatabaseException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code backup}: copies a SQLite database, also while the service runs. */
@Command(
    name = "backup",
    description = {
      "Copies a SQLite database into a file, also while the service runs.",
      "The copy has everything that was stored when the command began. It has no",
      "secret: store the secret file apart. PostgreSQL has pg_dump for this."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = CommandGroup.EXIT_CODES,
    exitCodeList = {
      "0:the copy was made",
      CommandGroup.FAULT,
      CommandGroup.USAGE + ", or the database is on PostgreSQL",
      "6:the database can't be copied"
    },
    footerHeading = CommandGroup.EXAMPLE,
    footer = "  java -jar engine-server.jar backup --data data offers-2027-01-01.db")
public final class BackupCommand implements Callable<Integer> {
  private final CommandContext context;

  @Mixin private final StoreOptions store = new StoreOptions();

  @Parameters(
      paramLabel = "FILE",
      description = "The file of the copy, which does not exist; its owner alone may read it.")
  private Path target = Path.of("");

  /** Creates the command for a run. */
  public BackupCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    StoreLocation location = store.required();
    if (location.isShared()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "a PostgreSQL database is copied by its own program: "
              + location.dumpCommand(String.valueOf(target)));
    }
    Path copy = target.toAbsolutePath();
    location.useExisting(database -> {
      try {
        database.copyTo(copy);
        return copy;
      } catch (UnusableDatabaseException e) {
        throw new CommandFailure(ExitCode.DATABASE, String.valueOf(e.getMessage()));
      }
    });
    context.out().println(location + " is copied to " + copy + ", without its secret");
    return ExitCode.OK;
  }
}
