package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.util.regex.Pattern;

/** Reads whole numbers of 64 bits from paths. */
public final class PathNumber {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]+");

  private PathNumber() {}

  /**
   * Returns the number that is a parameter of the path.
   *
   * @param what the name of the number, for the error
   * @throws EngineException if the text is no such number
   */
  public static long of(String what, String text) {
    if (WHOLE_NUMBER.matcher(text).matches()) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        // Refused below: it has more than 64 bits.
      }
    }
    throw ErrorResponses.refusal(
        ErrorCode.INVALID_VALUE,
        what
            + " is a whole number of at most 64 bits, but the path has \""
            + ErrorResponses.echo(text)
            + "\"");
  }
}
