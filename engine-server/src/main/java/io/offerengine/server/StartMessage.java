package io.offerengine.server;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** What a server says when it is ready: what it serves, where, and a first request to paste. */
final class StartMessage {
  private static final String EXAMPLE =
      "{\"num_gpus\":{\"gte\":1},\"order\":[[\"dph_total\",\"asc\"]],\"limit\":1}";

  private StartMessage() {}

  /**
   * Prints the message.
   *
   * @param madeKey the key that was made for this run; null for one that its owner knows
   */
  static void print(
      PrintStream out,
      OfferOptions options,
      OfferSource.Loaded loaded,
      String host,
      int port,
      @Nullable String madeKey) {
    StringBuilder text = new StringBuilder();
    text.append("Serving ").append(loaded.offers()).append(" offers of ").append(options.source());
    text.append(" on ").append(url(host, port)).append('\n');
    BigDecimal instant = options.fixedClock();
    if (instant != null) {
      text.append("The clock is fixed at ").append(describe(instant));
      text.append(
          options.source().isSample() ? "; serve offers of your own with --offers FILE\n" : "\n");
    }
    if (!loaded.skippedFields().isEmpty()) {
      text.append("Fields that are not known were skipped: ");
      text.append(describe(loaded.skippedFields())).append('\n');
    }
    if (madeKey != null) {
      text.append("API key, made for this run (set OFFER_ENGINE_API_KEY to choose one): ");
      text.append(madeKey).append('\n');
    }
    text.append("Try:\n").append(curl(host, port, madeKey)).append('\n');
    out.print(text);
    out.flush();
  }

  private static String curl(String host, int port, @Nullable String madeKey) {
    String key = madeKey == null ? "$OFFER_ENGINE_API_KEY" : madeKey;
    return "curl -sS "
        + url(host, port)
        + "/api/v0/bundles/"
        + " -H \"Authorization: Bearer "
        + key
        + "\""
        + " -H 'Content-Type: application/json'"
        + " -d '"
        + EXAMPLE
        + "'";
  }

  /** Returns the address that a client on this machine uses. */
  private static String url(String host, int port) {
    String reachable =
        switch (host) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::", "[::]" -> "[::1]";
          default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        };
    return "http://" + reachable + ":" + port;
  }

  private static String describe(BigDecimal seconds) {
    String plain = seconds.toPlainString();
    try {
      return plain + " (" + Instant.ofEpochSecond(seconds.longValue()) + ")";
    } catch (DateTimeException beyondCalendar) {
      return plain;
    }
  }

  private static String describe(Map<String, Long> counts) {
    StringJoiner text = new StringJoiner(", ");
    counts.forEach((name, count) -> text.add(name + " (" + count + ")"));
    return text.toString();
  }
}
