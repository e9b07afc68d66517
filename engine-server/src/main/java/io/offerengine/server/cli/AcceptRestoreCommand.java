package io.offerengine.server.cli;

import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.kafka.KafkaLog;
import io.offerengine.cluster.kafka.KafkaSettings;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.store.RestoredLog;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code accept-restore}: lets members go on after their log was restored. */
@Command(
    name = "accept-restore",
    description = {
      "Lets members go on after their log was restored from a copy.",
      "The log is in the database, or on Kafka. Members with later batches than the",
      "copy refuse changes until then. They load the offers of the copy; batches that",
      "the copy lacks are lost."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the members load the restored offers",
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "6:the database can't be used"
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  export OFFER_ENGINE_DATABASE='jdbc:postgresql://db/market?user=market'",
      "  java -jar engine-server.jar accept-restore"
    })
public final class AcceptRestoreCommand implements Callable<Integer> {
  @Mixin private final StoreOptions store = new StoreOptions();

  @Mixin private final KafkaOptions kafka = new KafkaOptions();

  private final CommandContext context;

  /** Creates the command for a run. */
  public AcceptRestoreCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    KafkaSettings settings = kafka.settings();
    String name = settings == null ? store.describe() : settings.describe();
    long seq =
        settings == null
            ? store.useExisting(database -> database.<Long>write(RestoredLog::accept))
            : accept(settings);
    context
        .out()
        .println(name + " is accepted: members load its offers again, as of version " + seq);
    return ExitCode.OK;
  }

  private static long accept(KafkaSettings settings) {
    try (KafkaLog log = new KafkaLog(settings, MarketplaceSchema.schema())) {
      return log.accept();
    } catch (LogUnavailableException e) {
      throw new CommandFailure(ExitCode.DATABASE, settings.describe() + ": " + e.getMessage());
    }
  }
}
