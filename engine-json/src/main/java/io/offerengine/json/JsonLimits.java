package io.offerengine.json;

import io.offerengine.json.internal.token.InputRules;
import io.offerengine.query.NumberLiteral;

/**
 * How much JSON is read: what goes beyond is refused, never cut.
 *
 * <p>How much a query may ask for is the matter of {@link io.offerengine.query.QueryLimits}.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param maxBodyBytes the longest request, in bytes
 * @param maxDepth the deepest nesting of objects and lists, at most {@link #DEEPEST}
 * @param maxTextLength the longest text or key, in UTF-16 code units
 * @param maxNumberLength the longest number, in characters, at most {@link
 *     NumberLiteral#MAX_LENGTH}
 * @param maxOfferLength the longest offer, in UTF-16 code units
 * @param maxSkippedNames how many unknown fields are counted by name when offers are read; the
 *     others share one count
 */
public record JsonLimits(
    int maxBodyBytes,
    int maxDepth,
    int maxTextLength,
    int maxNumberLength,
    int maxOfferLength,
    int maxSkippedNames) {
  /** The deepest nesting that may be allowed. */
  public static final int DEEPEST = 500;

  /**
   * Bodies of 1 MiB, 32 levels, texts of 65,536 characters, numbers of 1,000, offers of 1,048,576,
   * 100 names.
   */
  public static final JsonLimits DEFAULTS =
      new JsonLimits(1 << 20, 32, 1 << 16, NumberLiteral.MAX_LENGTH, 1 << 20, 100);

  /** Checks that each is positive and none beyond what can be read. */
  public JsonLimits {
    requireWithin("maxBodyBytes", maxBodyBytes, Integer.MAX_VALUE);
    requireWithin("maxDepth", maxDepth, DEEPEST);
    requireWithin("maxTextLength", maxTextLength, Integer.MAX_VALUE);
    requireWithin("maxNumberLength", maxNumberLength, NumberLiteral.MAX_LENGTH);
    requireWithin("maxOfferLength", maxOfferLength, Integer.MAX_VALUE);
    requireWithin("maxSkippedNames", maxSkippedNames, Integer.MAX_VALUE);
  }

  /** Returns these limits as the readers of tokens take them. */
  InputRules rules() {
    return new InputRules(
        maxBodyBytes, maxDepth, maxTextLength, maxNumberLength, maxOfferLength, JsonException::new);
  }

  private static void requireWithin(String name, int value, int largest) {
    if (value < 1 || value > largest) {
      throw new IllegalArgumentException(
          name + " must be from 1 to " + largest + ", but is " + value);
    }
  }

  /** Returns these limits with another longest request. */
  public JsonLimits withMaxBodyBytes(int bytes) {
    return new JsonLimits(
        bytes, maxDepth, maxTextLength, maxNumberLength, maxOfferLength, maxSkippedNames);
  }
}
