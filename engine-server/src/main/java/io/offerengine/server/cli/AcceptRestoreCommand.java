package io.offerengine.server.cli;

import io.offerengine.log.DurableEngine;
import io.offerengine.log.LogUnavailableException;
import io.offerengine.log.UnusableLogException;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.store.Database;
import picocli.CommandLine.Command;

/** The command {@code accept-restore}: lets members go on after their database was restored. */
@Command(
    name = "accept-restore",
    description = {
      "Lets members go on after their database was restored from a copy.",
      "Members with later batches than the copy refuse changes until then. They load",
      "the offers of the copy; batches that the copy lacks are lost."
    },
    exitCodeList = {
      "0:the members load the restored offers",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "6:the database can't be used"
    },
    footer = {
      "  export OFFER_ENGINE_DATABASE='jdbc:postgresql://db/market?user=market'",
      "  java -jar engine-server.jar accept-restore"
    })
public final class AcceptRestoreCommand extends StoreCommand {
  /** Creates the command for a run. */
  public AcceptRestoreCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    StoreLocation name = store();
    long seq = store().useExisting(this::accept);
    context
        .out()
        .println(name + " is accepted: members load its offers again, as of version " + seq);
    return ExitCode.OK;
  }

  private long accept(Database database) {
    try {
      return DurableEngine.acceptRestore(
          MarketplaceSchema.schema(), database.log(), Version.text());
    } catch (UnusableLogException | LogUnavailableException e) {
      throw new CommandFailure(ExitCode.DATABASE, store() + ": " + e.getMessage());
    }
  }
}
