package io.offerengine.bench.searches;

import io.offerengine.bench.market.Draws;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.util.Locale;

/**
 * Titles of offers as people write them: each offer has another one. All letters are small, so that
 * peers need no rule for capitals.
 *
 * <p>Early words of a made-up vocabulary are more frequent than late ones, and a title also has the
 * model and the number of the offer.
 */
final class Titles {
  private static final String[] SYLLABLES = {
    "ba", "co", "da", "fe", "gi", "ho", "ka", "lu", "mi", "no", "pe", "qua", "ri", "so", "ta", "ve"
  };

  private static final int WORDS = 2_000;

  private Titles() {}

  /** Returns the title of an offer of the market. */
  static String of(Offer offer) {
    Draws draws = Draws.of(0, Draws.Kind.TITLE, offer.id());
    String model = String.valueOf(offer.text(MarketplaceSchema.GPU_NAME));
    return String.join(
        " ",
        word(draws),
        word(draws),
        model.toLowerCase(Locale.ROOT),
        word(draws),
        Long.toString(offer.id()));
  }

  private static String word(Draws draws) {
    double rank = draws.unit();
    int rest = (int) (rank * rank * WORDS);
    StringBuilder word = new StringBuilder();
    do {
      word.append(SYLLABLES[rest % SYLLABLES.length]);
      rest /= SYLLABLES.length;
    } while (rest > 0);
    return word.append(SYLLABLES[word.length() % SYLLABLES.length]).toString();
  }
}
