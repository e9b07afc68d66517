package io.offerengine.server.config;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The values of options without what only their owner may know. */
final class MaskedText {
  static final String MASK = "***";

  private static final Pattern PASSWORD =
      Pattern.compile(
          "([?&;][^=&;]*(?:password|secret|key)[^=&;]*=)[^&;]*", Pattern.CASE_INSENSITIVE);
  private static final Pattern USER = Pattern.compile("(://)[^/@]*@");

  private MaskedText() {}

  /** Returns the text of a value, or of each value of a list, with passwords masked. */
  static String of(Object value) {
    String text =
        value instanceof Object[] values
            ? Arrays.stream(values).map(String::valueOf).collect(Collectors.joining(", "))
            : String.valueOf(value);
    return USER.matcher(PASSWORD.matcher(text).replaceAll("$1" + MASK))
        .replaceAll("$1" + MASK + "@");
  }
}
