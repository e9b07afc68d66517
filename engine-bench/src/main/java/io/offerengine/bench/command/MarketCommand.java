package io.offerengine.bench.command;

import io.offerengine.bench.market.OfferGenerator;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** A command over a market, whose size and seed are options. */
public abstract class MarketCommand extends BenchCommand {
  /** A smaller market may have no eight-GPU offers from which searches are drawn. */
  private static final int FEWEST = 500;

  @Option(
      names = "--offers",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Number of offers of the market, 500 to 10000000 (default: ${DEFAULT-VALUE}).")
  private int offers;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "Which market and which draws; any integer (default: ${DEFAULT-VALUE}).")
  private long seed;

  /**
   * Refuses a number of offers with which searches cannot be drawn.
   *
   * @throws ParameterException if the number is out of range
   */
  protected final void requireMarket() {
    boolean fits = offers >= FEWEST && offers <= OfferGenerator.MOST_OFFERS;
    require(fits, "--offers", "500 to 10000000", offers);
  }

  /** Returns a market of this seed. */
  protected final OfferGenerator market(int size) {
    return new OfferGenerator(seed, size);
  }

  /** Returns the number of offers. */
  protected final int offers() {
    return offers;
  }

  /** Returns the seed of the market and of the draws. */
  protected final long seed() {
    return seed;
  }
}
