package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.Caller;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads whole numbers of 64 bits from paths and parameters. */
public final class WholeNumber {
  private static final Pattern SIGNED = Pattern.compile("-?[0-9]+");
  private static final Pattern POSITIVE = Pattern.compile("[1-9][0-9]*");
  private static final Set<String> CALLER = Set.of("me", "current");

  private WholeNumber() {}

  /**
   * Returns a number.
   *
   * @param what the name of the path or parameter, for the error
   * @throws EngineException if the text is no such number
   */
  public static long signed(String what, String text) {
    return parse(SIGNED, what + " is a whole number of at most 64 bits", text);
  }

  /**
   * Returns a number from 1, without leading zeros.
   *
   * @throws EngineException if the text is no such number
   */
  public static long positive(String what, String text) {
    return positive(what, "", text);
  }

  /**
   * Returns the number of a user, which is the caller's own for {@code me} and {@code current}.
   *
   * @throws EngineException if the text is neither
   */
  public static long user(String what, String text, Caller caller) {
    return CALLER.contains(text) ? caller.user() : positive(what, "me, current or ", text);
  }

  private static long positive(String what, String otherNames, String text) {
    String allowed = what + " is " + otherNames + "a whole number from 1 to " + Long.MAX_VALUE;
    return parse(POSITIVE, allowed, text);
  }

  private static long parse(Pattern form, String allowed, String text) {
    if (form.matcher(text).matches()) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        // Refused below: it has more than 64 bits.
      }
    }
    throw ErrorResponses.refusal(
        ErrorCode.INVALID_VALUE, allowed + ", but got \"" + ErrorResponses.echo(text) + "\"");
  }
}
