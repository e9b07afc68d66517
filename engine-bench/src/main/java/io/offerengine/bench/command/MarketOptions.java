package io.offerengine.bench.command;

import io.offerengine.bench.market.OfferGenerator;
import picocli.CommandLine.Option;

/** The options that select the market: its size and its seed. */
public final class MarketOptions {
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

  /** Refuses a market that is too small for the searches. */
  public void check(OptionChecks checks) {
    checkOffers(checks, "--offers", offers);
  }

  /** Refuses a number of offers, the value of an option, with which searches cannot be drawn. */
  public static void checkOffers(OptionChecks checks, String option, int offers) {
    boolean fits = offers >= FEWEST && offers <= OfferGenerator.MOST_OFFERS;
    checks.require(fits, option, "500 to 10000000", offers);
  }

  /** Returns the market. */
  public OfferGenerator generator() {
    return new OfferGenerator(seed, offers, OfferGenerator.DEFAULT_NOW);
  }

  /** Returns the number of offers. */
  public int offers() {
    return offers;
  }

  /** Returns the seed of the market and of the draws. */
  public long seed() {
    return seed;
  }
}
