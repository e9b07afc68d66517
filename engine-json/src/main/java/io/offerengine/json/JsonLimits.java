package io.offerengine.json;

import io.offerengine.json.internal.token.InputRules;
import io.offerengine.query.NumberLiteral;

/**
 * The limits of JSON texts. A text that exceeds a limit is refused, never cut.
 *
 * <p>{@link io.offerengine.query.QueryLimits} limits the query itself, for example the number of
 * its conditions.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param maxBodyBytes the largest request body, in bytes
 * @param maxDepth the deepest nesting of objects and lists, at most {@link #DEEPEST}
 * @param maxTextLength the longest text or key, in UTF-16 code units
 * @param maxNumberLength the longest number in characters, at most {@link NumberLiteral#MAX_LENGTH}
 * @param maxOfferLength the longest offer, in UTF-16 code units
 * @param maxSkippedNames the number of unknown fields that a reader of offers counts by name; all
 *     further ones share one count
 */
public record JsonLimits(
    int maxBodyBytes,
    int maxDepth,
    int maxTextLength,
    int maxNumberLength,
    int maxOfferLength,
    int maxSkippedNames) {
  /** The largest value of {@code maxDepth}. */
  public static final int DEEPEST = 500;

  /**
   * Request bodies of 1 MiB, 32 levels, texts of 65,536 characters, numbers of 1,000 characters,
   * offers of 1,048,576 characters, and 100 names of unknown fields.
   */
  public static final JsonLimits DEFAULTS =
      new JsonLimits(1 << 20, 32, 1 << 16, NumberLiteral.MAX_LENGTH, 1 << 20, 100);

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if a limit is less than 1 or larger than allowed
   */
  public JsonLimits {
    requireWithin("maxBodyBytes", maxBodyBytes, Integer.MAX_VALUE);
    requireWithin("maxDepth", maxDepth, DEEPEST);
    requireWithin("maxTextLength", maxTextLength, Integer.MAX_VALUE);
    requireWithin("maxNumberLength", maxNumberLength, NumberLiteral.MAX_LENGTH);
    requireWithin("maxOfferLength", maxOfferLength, Integer.MAX_VALUE);
    requireWithin("maxSkippedNames", maxSkippedNames, Integer.MAX_VALUE);
  }

  /** Returns the limits in the form that the readers of tokens take. */
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

  /**
   * Returns the same limits with another {@code maxBodyBytes}.
   *
   * @throws IllegalArgumentException if {@code bytes} is less than 1
   */
  public JsonLimits withMaxBodyBytes(int bytes) {
    return new JsonLimits(
        bytes, maxDepth, maxTextLength, maxNumberLength, maxOfferLength, maxSkippedNames);
  }
}
