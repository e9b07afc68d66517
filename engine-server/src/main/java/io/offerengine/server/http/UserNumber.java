package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.Caller;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads user numbers from paths and parameters: whole numbers from 1, without leading zeros. */
public final class UserNumber {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,18}");
  private static final Set<String> CALLER = Set.of("me", "current");

  private UserNumber() {}

  /**
   * Returns a user number.
   *
   * @param what the name of the path or parameter, for the error
   * @throws EngineException if the text is no user number
   */
  public static long of(String what, String text) {
    return parse(what, text, "");
  }

  /**
   * Returns a user number, or the caller's own for {@code me} and {@code current}.
   *
   * @throws EngineException if the text is neither
   */
  public static long of(String what, String text, Caller caller) {
    return CALLER.contains(text) ? caller.user() : parse(what, text, "me, current or ");
  }

  private static long parse(String what, String text, String otherNames) {
    if (NUMBER.matcher(text).matches()) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        // Refused below: it has more than 64 bits.
      }
    }
    throw ErrorResponses.refusal(
        ErrorCode.INVALID_VALUE,
        what
            + " is "
            + otherNames
            + "a whole number from 1 to "
            + Long.MAX_VALUE
            + ", but got \""
            + ErrorResponses.echo(text)
            + "\"");
  }
}
