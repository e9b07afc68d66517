package io.offerengine.bench;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that measures the memory of recent versions which are held beside the newest. */
@Command(
    name = HeldCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Applies batches of new prices to a market and holds every version. Prints the heap with all"
          + " versions and with the newest alone, and the difference for each version and for each"
          + " changed offer."
    },
    footer = {"", "Example:", "  held --offers 200000 --versions 2000 --batch 2"})
final class HeldCommand implements Callable<Integer> {
  /** The name of the command. */
  static final String NAME = "held";

  private static final int COLLECTIONS = 4;

  @Mixin private MarketOptions market = new MarketOptions();

  @Option(
      names = "--versions",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Number of versions that are held (default: ${DEFAULT-VALUE}).")
  private int versions;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of offers that each version changes (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Mixin private Invocation invocation = new Invocation();

  private HeldCommand() {}

  /** Returns the command. */
  static CommandLine commandLine() {
    return new CommandLine(new HeldCommand());
  }

  @Override
  public Integer call() {
    OptionChecks checks = invocation.checks();
    market.check(checks);
    checks.require(versions > 0, "--versions", "more than 0", versions);
    checks.require(batch > 0, "--batch", "more than 0", batch);
    OfferGenerator offers =
        new OfferGenerator(market.seed(), market.offers(), OfferGenerator.DEFAULT_NOW);
    try (OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build()) {
      engine.load(offers.iterator(), LoadListener.NONE);
      List<Snapshot> held = new ArrayList<>();
      Random random = new Random(market.seed());
      for (int i = 0; i < versions; i++) {
        held.add(engine.snapshot());
        engine.apply(changes(offers, random));
      }
      long all = usedHeap();
      int count = held.size();
      held.clear();
      report(count, all, usedHeap(), engine.snapshot().size());
    }
    return CommandLine.ExitCode.OK;
  }

  private OfferBatch changes(OfferGenerator offers, Random random) {
    OfferBatch.Builder changes = OfferBatch.builder();
    for (int i = 0; i < batch; i++) {
      OfferChanges price =
          OfferChanges.builder(MarketplaceSchema.schema())
              .set(MarketplaceSchema.DPH_BASE, random.nextInt(1_000) / 100.0)
              .build();
      changes.update(offers.offer(random.nextInt(offers.size())).id(), price);
    }
    return changes.build();
  }

  private void report(int count, long all, long newest, int offers) {
    double more = all - newest;
    invocation
        .out()
        .printf(
            Locale.ROOT,
            "%,d versions of %,d offers, %d changed in each: heap %.1f MB with all, %.1f MB with"
                + " the newest; %.2f kB for each version, %.2f kB for each changed offer%n",
            count,
            offers,
            batch,
            all / 1e6,
            newest / 1e6,
            more / count / 1e3,
            more / count / batch / 1e3);
  }

  private static long usedHeap() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
