package io.offerengine.server.cli;

import io.offerengine.log.DurableEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code accept-restore}: lets members go on after their database was restored. */
@Command(
    name = "accept-restore",
    description = {
      "Lets members go on after their database was restored from a copy.",
      "Members with later batches than the copy refuse changes until then. They load",
      "the offers of the copy; batches that the copy lacks are lost."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = CommandGroup.EXIT_CODES,
    exitCodeList = {
      "0:the members load the restored offers",
      CommandGroup.FAULT,
      CommandGroup.USAGE,
      CommandGroup.DATABASE
    },
    footerHeading = CommandGroup.EXAMPLE,
    footer = {
      "  export OFFER_ENGINE_DATABASE='jdbc:postgresql://db/market?user=market'",
      "  java -jar engine-server.jar accept-restore"
    })
public final class AcceptRestoreCommand implements Callable<Integer> {
  private final CommandContext context;

  @Mixin private final StoreOptions store = new StoreOptions();

  /** Creates the command for a run. */
  public AcceptRestoreCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    StoreLocation name = store.required();
    long version =
        name.useExisting(database ->
            DurableEngine.acceptRestore(
                MarketplaceSchema.schema(), database.log(), Version.text()));
    context
        .out()
        .println(name + " is accepted: members load its offers again, as of version " + version);
    return ExitCode.OK;
  }
}
