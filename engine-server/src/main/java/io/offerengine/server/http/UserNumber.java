package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.Caller;
import java.util.Set;
import java.util.regex.Pattern;

/** Numbers of users, from 1, as paths and parameters name them: each has one spelling. */
public final class UserNumber {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,18}");
  private static final Set<String> CALLER = Set.of("me", "current");

  private UserNumber() {}

  /**
   * Returns the number that a text is.
   *
   * @param what what holds the text, in words
   * @throws EngineException if it is none
   */
  public static long of(String what, String text) {
    return parse(what, text, "");
  }

  /**
   * Returns the number that a text is, or the caller's own by one of its names.
   *
   * @throws EngineException if it is neither
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
